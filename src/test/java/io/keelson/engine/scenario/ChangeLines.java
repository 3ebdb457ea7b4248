package io.keelson.engine.scenario;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.OutputChange;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// A plan in one line for each change, as scenario files write it: the sign, the object, the
/// attributes a user may set that differ, and why if it is not plain.
///
/// ```
/// +/- server.web   image: "a" -> "b" (requires replace)
/// ~   balancer.lb  target: "s-1" -> (unknown)
/// -   server.old   because no-resource-config
///     server.web   moved from server.old
///     server.db    imported from s-9
/// -/+ server.web   goes along with network.main
/// ```
final class ChangeLines {
  private final Function<String, Schema> schemas;
  private final Function<ObjectRef, String> names;

  ChangeLines(Function<String, Schema> schemas, Function<ObjectRef, String> names) {
    this.schemas = schemas;
    this.names = names;
  }

  List<String> of(Plan plan) {
    var lines = new ArrayList<String>();
    plan.shown().forEach(change -> lines.add(line(change)));
    plan.outputs()
        .forEach((name, change) -> {
          if (change.kind() != OutputChange.Kind.NO_OP) lines.add(line(name, change));
        });
    return lines;
  }

  private static String line(String name, OutputChange change) {
    return switch (change.kind()) {
      case CREATE -> "+ output." + name + " " + inline(change.after().orElseThrow());
      case DELETE -> "- output." + name;
      case UPDATE, NO_OP ->
          "~ output."
              + name
              + " "
              + inline(change.before().orElseThrow())
              + " -> "
              + inline(change.after().orElseThrow());
    };
  }

  private String line(Change change) {
    var line =
        new StringBuilder(change.action().symbol())
            .append(' ')
            .append(names.apply(change.object()));
    var attributes = attributes(change);
    if (!attributes.isEmpty()) line.append(' ').append(String.join(", ", attributes));
    change.movedFrom().ifPresent(origin -> line.append(" moved from ").append(origin));
    change.imported().ifPresent(key -> line.append(" imported ").append(found(key)));
    if (change.reason() != Reason.NONE && change.reason() != Reason.CANNOT_UPDATE)
      line.append(" because ")
          .append(change.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    change.because().ifPresent(other -> line.append(" goes along with ").append(other));
    change.goesWith().ifPresent(other -> line.append(" goes with ").append(other));
    return line.toString().strip();
  }

  private static String found(ImportKey key) {
    return switch (key) {
      case ImportKey.Id(var id) -> "from " + id;
      case ImportKey.Identity(var attributes) -> "by " + inline(attributes);
    };
  }

  private List<String> attributes(Change change) {
    var lines = new ArrayList<String>();
    if (!(change.after().orElse(null) instanceof Mapping after)) return lines;
    var forced =
        change.action() instanceof Action.Replace(_, var paths)
            ? paths.stream().map(Object::toString).toList()
            : List.<String>of();
    var schema = schemas.apply(change.object().instance().resource().type());
    schema
        .root()
        .attributes()
        .forEach((name, attribute) -> {
          if (!attribute.presence().configurable()) return;
          var before =
              change
                  .before()
                  .map(each -> ((Mapping) each).attribute(name))
                  .filter(each -> !each.isNull());
          var now = Optional.of(after.attribute(name)).filter(each -> !each.isNull());
          if (!same(before, now))
            lines.add(
                name
                    + ": "
                    + difference(before, now)
                    + (forced.contains(name) ? " (requires replace)" : ""));
        });
    return lines;
  }

  private static boolean same(Optional<Value> before, Optional<Value> after) {
    if (before.isEmpty() || after.isEmpty()) return before.isEmpty() && after.isEmpty();
    return before.get().matches(after.get()) && secret(before.get()) == secret(after.get());
  }

  private static boolean secret(Value value) {
    return Marks.sensitive(value.allMarks());
  }

  private static String difference(Optional<Value> before, Optional<Value> after) {
    if (before.isEmpty()) return inline(after.orElseThrow());
    return inline(before.get()) + " -> " + after.map(ChangeLines::inline).orElse("null");
  }

  static String inline(Value value) {
    if (Marks.sensitive(value.marks())) return "(sensitive)";
    return switch (value) {
      case Value.Null _ -> "null";
      case Value.Unknown _ -> "(unknown)";
      case Value.Text text -> '"' + text.text() + '"';
      case Value.Num num -> num.number().toPlainString();
      case Value.Truth truth -> Boolean.toString(truth.truth());
      case Sequence sequence ->
          sequence.elements().stream().map(ChangeLines::inline).toList().toString();
      case Mapping mapping -> {
        var parts = new ArrayList<String>();
        mapping.entries().forEach((key, each) -> parts.add(key + ": " + inline(each)));
        yield "{" + String.join(", ", parts) + "}";
      }
    };
  }
}
