package io.keelson.engine.planning.imports;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.DriftedPaths;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import io.keelson.engine.value.ValueText;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The error for a plan that would do more to an object that is taken over than the import allows.
///
/// @rule R-PUL-45
final class ImportRefusal {
  /// Places beyond this number are counted, not listed.
  private static final int MOST_PLACES = 10;

  /// Longer values are left out: the plan shows them once the import allows it.
  private static final int LONGEST_VALUE = 100;

  private final Change change;
  private final Value before;
  private final Value after;

  private ImportRefusal(Change change) {
    this.change = change;
    this.before = change.before().orElseThrow();
    this.after = change.after().orElseThrow();
  }

  /// @param change of the object that is taken over
  public static Optional<Diagnostic> of(ImportLimit limit, Change change) {
    var refusal = new ImportRefusal(change);
    return switch (limit) {
      case ANY -> Optional.empty();
      case IN_PLACE -> refusal.ofReplacement("InPlace");
      case NOTHING -> refusal.ofReplacement("Nothing").or(refusal::ofUpdate);
    };
  }

  private Optional<Diagnostic> ofReplacement(String limit) {
    if (!(change.action() instanceof Action.Replace(_, var forcedBy))) return Optional.empty();
    return Optional.of(
        error(
            "Import would replace the object",
            "The object would not be taken over but replaced"
                + because()
                + told(forcedBy)
                + ". import.allow is "
                + limit
                + ", so nothing is planned for it. Declare the object as it is, or set import.allow"
                + " to Any to have it replaced."));
  }

  /// An update that only changes the marks of secrets is no change to the object.
  private Optional<Diagnostic> ofUpdate() {
    var different = different();
    if (!(change.action() instanceof Action.Update)
        || different.isEmpty() && change.reason() == Reason.NONE) return Optional.empty();
    return Optional.of(
        error(
            "Import would change the object",
            "The object differs from its declaration, and would be updated"
                + because()
                + told(different)
                + ". import.allow is Nothing, so nothing is planned for it. Declare the object as"
                + " it is, or set import.allow to InPlace to have it updated."));
  }

  private String because() {
    var sentence = change.reason().sentence();
    return sentence.isEmpty() ? "" : " (" + sentence + ")";
  }

  private SortedSet<AttributePath> different() {
    var hidden = new TreeSet<>(Sensitivity.paths(before).all());
    hidden.addAll(Sensitivity.paths(after).all());
    return DriftedPaths.between(before, after, hidden);
  }

  private String told(Collection<AttributePath> paths) {
    if (paths.isEmpty()) return "";
    int left = paths.size() - MOST_PLACES;
    return ": "
        + paths.stream().limit(MOST_PLACES).map(this::told).collect(Collectors.joining(", "))
        + (left > 0 ? " and " + left + " more" : "");
  }

  private String told(AttributePath path) {
    var now = before.at(path);
    var then = after.at(path);
    boolean isSeen = now.isPresent() || then.isPresent();
    if (!isSeen || isHidden(now) || isHidden(then)) return path.toString();
    var values = told(now) + " -> " + told(then);
    return values.length() > LONGEST_VALUE ? path.toString() : path + " = " + values;
  }

  private static boolean isHidden(Optional<Value> value) {
    return value.filter(each -> Marks.sensitive(each.allMarks())).isPresent();
  }

  private static String told(Optional<Value> value) {
    return value.map(ValueText::inline).orElse("nothing");
  }

  private Diagnostic error(String summary, String detail) {
    var diagnostic =
        Diagnostic.error(Code.IMPORT, Subject.of(change.object().instance()), summary, detail);
    return Secrecy.of(before, after).in(diagnostic);
  }
}
