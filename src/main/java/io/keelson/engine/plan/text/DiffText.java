package io.keelson.engine.plan.text;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.value.HiddenTexts;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import io.keelson.engine.value.ValueText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The attributes of one change, line by line, with what is new, gone, different and not known yet.
final class DiffText {
  private static final int FIRST_INDENT = 6;
  private static final int INDENT = 4;

  private final SortedSet<AttributePath> forcedBy;
  private final Change change;
  private final StringBuilder text = new StringBuilder();

  private DiffText(SortedSet<AttributePath> forcedBy, Change change) {
    this.forcedBy = forcedBy;
    this.change = change;
  }

  /// The lines of a change, each with its line break.
  static String of(Change change) {
    var forcedBy =
        change.action() instanceof Action.Replace(_, var paths)
            ? paths
            : Collections.<AttributePath>emptySortedSet();
    var diff = new DiffText(forcedBy, change);
    // An object that is missing has no values any more to compare with.
    boolean gone = change.action() instanceof Action.Recreate;
    diff.entries(
        gone ? null : change.before().orElse(null),
        change.after().orElse(null),
        AttributePath.ROOT,
        FIRST_INDENT);
    return diff.text.toString();
  }

  /// The entries of two mappings, of which one may be missing.
  private void entries(
      @Nullable Value before, @Nullable Value after, AttributePath path, int indent) {
    var names = new TreeSet<String>();
    if (before instanceof Mapping mapping) names.addAll(mapping.keys());
    if (after instanceof Mapping mapping) names.addAll(mapping.keys());
    var visible = new ArrayList<String>();
    for (String each : names)
      if (!isQuiet(entry(before, each), entry(after, each), path.isRoot() && each.equals("id"))
          || isNullThatComesOrGoes(before, after, each)) visible.add(each);
    int width = visible.stream().mapToInt(each -> ValueText.name(each).length()).max().orElse(0);
    for (String each : visible) {
      var label = ValueText.name(each) + " ".repeat(width - ValueText.name(each).length()) + " = ";
      if (isNullThatComesOrGoes(before, after, each))
        line(
            indent, (after instanceof Mapping now && now.has(each) ? "+ " : "- ") + label + "null");
      else entry(label, entry(before, each), entry(after, each), path.attribute(each), indent);
    }
    long hidden =
        names.stream()
            .filter(each -> !visible.contains(each))
            .filter(each -> isUnchanged(entry(before, each), entry(after, each)))
            .count();
    if (hidden > 0)
      line(
          indent,
          "  # ("
              + hidden
              + " unchanged "
              + (hidden == 1 ? "attribute" : "attributes")
              + " hidden)");
  }

  /// Whether nothing but that only one of the two has an entry without a value tells them apart
  /// there.
  private static boolean isNullThatComesOrGoes(
      @Nullable Value before, @Nullable Value after, String name) {
    return before instanceof Mapping one
        && after instanceof Mapping two
        && one.has(name) != two.has(name)
        && entry(one, name) == null
        && entry(two, name) == null;
  }

  private static @Nullable Value entry(@Nullable Value value, String name) {
    var entry = value instanceof Mapping mapping ? mapping.get(name) : null;
    return entry == null || (entry.isNull() && entry.marks().isEmpty()) ? null : entry;
  }

  private static boolean isUnchanged(@Nullable Value before, @Nullable Value after) {
    return before != null
        && after != null
        && before.matches(after)
        && Marks.sensitive(before.allMarks()) == Marks.sensitive(after.allMarks());
  }

  private static boolean isQuiet(@Nullable Value before, @Nullable Value after, boolean always) {
    if (before == null && after == null) return true;
    return !always && isUnchanged(before, after);
  }

  private void entry(
      String label, @Nullable Value before, @Nullable Value after, AttributePath path, int indent) {
    var place = new Place(label, path, indent, "");
    if (before != null && after != null && isUnchanged(before, after))
      line(indent, "  " + label + ValueText.inline(after));
    else value(before, after, place);
  }

  /// Where a value is shown.
  ///
  /// @param label what stands before it
  /// @param end what follows it: a comma in a list
  private record Place(String label, AttributePath path, int indent, String end) {}

  /// A value that is new, gone or another; nothing if there is none on either side.
  private void value(@Nullable Value before, @Nullable Value after, Place place) {
    if (before == null && after == null) return;
    int indent = place.indent();
    var start = sign(before, after) + place.label();
    var remarks = remarks(place.path());
    var block = TextBlock.of(before, after);
    if (block.isPresent()) {
      line(indent, start + "<<-EOT" + remarks);
      block.get().lines().forEach(each -> line(indent + INDENT, each));
      line(indent, "  EOT" + block.get().end() + place.end());
    } else if (isOpen(before) && isOpen(after) && isMapping(before, after)) {
      line(indent, start + "{" + remarks);
      entries(before, after, place.path(), indent + INDENT);
      line(indent, "  }" + place.end());
    } else if (isOpen(before) && isOpen(after) && isSequence(before, after)) {
      line(indent, start + "[" + remarks);
      elements((Sequence) before, (Sequence) after, place.path(), indent + INDENT);
      line(indent, "  ]" + place.end());
    } else {
      boolean goneElement = place.label().isEmpty() && after == null;
      var text =
          goneElement && before != null ? ValueText.inline(before) : difference(before, after);
      line(indent, start + text + place.end() + secrecy(before, after) + remarks);
    }
  }

  /// The remarks on an attribute, whatever its values are.
  private String remarks(AttributePath path) {
    var forces = forcedBy.contains(path) ? " # forces replacement" : "";
    var policy = path.steps().size() == 1 ? change.setBy().get(path.toString()) : null;
    if (policy != null) return forces + " # (set by policy " + policy + ")";
    var transform = change.transformedBy().get(path);
    return transform == null ? forces : forces + " # (set by " + transform + ")";
  }

  /// Two values in one line. Where one of them is secret, neither is shown: they may be the same.
  static String change(Value before, Value after) {
    return difference(before, after) + secrecy(before, after);
  }

  private static String difference(@Nullable Value before, @Nullable Value after) {
    if (before == null) return after == null ? "null" : ValueText.inline(after);
    if (after == null) return ValueText.inline(before) + " -> null";
    // The old value of a collection that becomes unknown is left out: there is nothing to compare
    // it with.
    if (after.isUnknown() && size(before) > 0) return ValueText.inline(after);
    return isSecret(before, after)
        ? HiddenTexts.INSTEAD
        : ValueText.inline(before) + " -> " + ValueText.inline(after);
  }

  private static String secrecy(@Nullable Value before, @Nullable Value after) {
    if (before == null || after == null || !isSecret(before, after)) return "";
    return before.matches(after) ? " # only its secrecy changes" : "";
  }

  private static boolean isSecret(Value before, Value after) {
    return Marks.sensitive(before.allMarks()) || Marks.sensitive(after.allMarks());
  }

  private static boolean isOpen(@Nullable Value value) {
    return value == null || !Marks.sensitive(value.marks());
  }

  private static boolean isMapping(@Nullable Value before, @Nullable Value after) {
    return (before == null || before instanceof Mapping)
        && (after == null || after instanceof Mapping)
        && size(before) + size(after) > 0;
  }

  private static boolean isSequence(@Nullable Value before, @Nullable Value after) {
    return (before == null || before instanceof Sequence)
        && (after == null || after instanceof Sequence)
        && size(before) + size(after) > 0;
  }

  private static int size(@Nullable Value value) {
    return switch (value) {
      case Mapping mapping -> mapping.size();
      case Sequence sequence -> sequence.size();
      case null, default -> 0;
    };
  }

  private void elements(
      @Nullable Sequence before, @Nullable Sequence after, AttributePath path, int indent) {
    List<Value> old = before == null ? List.of() : before.elements();
    List<Value> now = after == null ? List.of() : after.elements();
    if ((before != null && before.isSet()) || (after != null && after.isSet()))
      setElements(old, now, path, indent);
    else listElements(old, now, path, indent);
  }

  /// Elements that are equal at both ends are unchanged; those between are compared one by one.
  private void listElements(List<Value> old, List<Value> now, AttributePath path, int indent) {
    int shorter = Math.min(old.size(), now.size());
    int head = 0;
    while (head < shorter && isUnchanged(old.get(head), now.get(head))) head++;
    int tail = 0;
    while (tail < shorter - head
        && isUnchanged(old.get(old.size() - 1 - tail), now.get(now.size() - 1 - tail))) tail++;
    unchanged(now.subList(0, head), indent, false);
    int longer = Math.max(old.size(), now.size()) - tail;
    for (int i = head; i < longer; i++) {
      var one = i < old.size() - tail ? old.get(i) : null;
      var two = i < now.size() - tail ? now.get(i) : null;
      if (one != null && two != null && isUnchanged(one, two))
        line(indent, "  " + ValueText.inline(two) + ",");
      else value(one, two, new Place("", path.index(i), indent, ","));
    }
    unchanged(now.subList(now.size() - tail, now.size()), indent, true);
  }

  private void setElements(List<Value> old, List<Value> now, AttributePath path, int indent) {
    var place = new Place("", path, indent, ",");
    for (Value each : old) if (now.stream().noneMatch(each::matches)) value(each, null, place);
    for (Value each : now) if (old.stream().noneMatch(each::matches)) value(null, each, place);
    unchanged(
        now.stream().filter(each -> old.stream().anyMatch(each::matches)).toList(), indent, true);
  }

  private static final int MOST_UNCHANGED = 3;

  /// Shows unchanged elements: a few of them all, of many only the one beside the change.
  private void unchanged(List<Value> elements, int indent, boolean after) {
    if (elements.isEmpty()) return;
    boolean few = elements.size() <= MOST_UNCHANGED;
    int hidden = elements.size() - 1;
    var visible = few ? elements : List.of(after ? elements.getFirst() : elements.getLast());
    if (!few && !after) line(indent, "  # (" + hidden + " unchanged elements hidden)");
    for (Value each : visible) line(indent, "  " + ValueText.inline(each) + ",");
    if (!few && after) line(indent, "  # (" + hidden + " unchanged elements hidden)");
  }

  private static String sign(@Nullable Value before, @Nullable Value after) {
    if (before == null) return "+ ";
    return after == null ? "- " : "~ ";
  }

  private void line(int indent, String line) {
    text.append(line.isEmpty() ? "" : " ".repeat(indent)).append(line).append('\n');
  }
}
