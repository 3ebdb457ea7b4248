package io.keelson.engine.object;

import io.keelson.engine.value.HiddenTexts;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finds sensitive and ephemeral values of the configuration that a provider gives back in
/// attributes of its own, such as an output that repeats its input: there is no mark at those
/// paths, but it is the same value.
///
/// An object that is taken over from another type repeats those of that in the same way.
///
/// Texts and numbers count, as a whole; what came from a Secret also inside of another text, such
/// as a connection string, and as base64. A truth value alone betrays nothing, and would match
/// everywhere.
final class EchoedSecrets {
  /// Shorter texts would be found everywhere.
  private static final int SHORTEST_PART = 6;

  /// If there are more secrets, every text counts that is not the user's own: looking for each
  /// secret in each text would take too long.
  private static final int MOST_PARTS = 4_000;

  private final SortedMap<Value, SortedSet<Mark>> whole = new TreeMap<>(Value.ORDER);
  private final SortedMap<String, SortedSet<Mark>> parts = new TreeMap<>();

  private EchoedSecrets(Unmarked config) {
    config
        .marks()
        .forEach((path, found) ->
            config.value().at(path).ifPresent(value -> collect(value, lasting(found))));
  }

  /// What is repeated is recorded, so it is at least sealed.
  private static SortedSet<Mark> lasting(SortedSet<Mark> marks) {
    var kept = new TreeSet<Mark>();
    for (Mark mark : marks)
      switch (mark) {
        case Mark.Sensitive _, Mark.Secret _ -> kept.add(mark);
        case Mark.Ephemeral(var source) -> kept.add(new Mark.Sensitive(source));
      }
    return Marks.of(kept);
  }

  /// `object` with marks on every attribute's parts that repeat a secret, where the user set
  /// nothing.
  static Value mark(Value object, Unmarked config) {
    return mark(object, config, config);
  }

  /// The same, for secrets that are not in the configuration of the object.
  static Value mark(Value object, Unmarked config, Unmarked secrets) {
    if (secrets.marks().isEmpty() || !(object instanceof Mapping mapping)) return object;
    var echoes = new EchoedSecrets(secrets);
    if (echoes.isEmpty()) return object;
    return mapping.mapValues(
        (name, value) -> isSet(config.value(), name) ? value : echoes.marked(value));
  }

  /// `object` with marks on every part that repeats a secret of another object.
  public static Value everywhere(Value object, Unmarked other) {
    var echoes = new EchoedSecrets(other);
    return echoes.isEmpty() ? object : echoes.marked(object);
  }

  private boolean isEmpty() {
    return whole.isEmpty() && parts.isEmpty();
  }

  private static boolean isSet(Value config, String name) {
    var value = config instanceof Mapping mapping ? mapping.get(name) : null;
    return value != null && !value.isNull();
  }

  private void collect(Value secret, SortedSet<Mark> marks) {
    switch (secret) {
      case Value.Text text -> {
        if (text.text().isEmpty()) return;
        whole.merge(text, marks, Marks::union);
        if (Marks.secret(marks)) part(text.text(), marks);
      }
      case Value.Num num -> whole.merge(num, marks, Marks::union);
      case Sequence sequence -> sequence.elements().forEach(each -> collect(each, marks));
      case Mapping mapping ->
          mapping
              .entries()
              .forEach((key, each) -> {
                if (Marks.secret(marks)) collect(Value.text(key), marks);
                collect(each, marks);
              });
      case Value.Null _, Value.Unknown _, Value.Truth _ -> {}
    }
  }

  private void part(String text, SortedSet<Mark> marks) {
    if (text.length() < SHORTEST_PART) return;
    for (String each : HiddenTexts.spellings(text))
      if (each.length() >= SHORTEST_PART) parts.merge(each, marks, Marks::union);
  }

  private Value marked(Value value) {
    return switch (value) {
      case Value.Text text -> value.mark(in(text));
      case Value.Num _ -> value.mark(whole.getOrDefault(value, Marks.NONE));
      case Sequence sequence ->
          sequence.withElements(sequence.elements().stream().map(this::marked).toList());
      case Mapping mapping -> marked(mapping);
      case Value.Null _, Value.Unknown _, Value.Truth _ -> value;
    };
  }

  /// A key that repeats a secret hides the whole map, or it would be shown in the path of each
  /// value.
  private Value marked(Mapping mapping) {
    var keys = Marks.NONE;
    for (String key : mapping.keys()) {
      var same = whole.getOrDefault(Value.text(key), Marks.NONE);
      if (Marks.secret(same)) keys = Marks.union(keys, same);
      keys = Marks.union(keys, within(key));
    }
    return mapping.mapValues((_, each) -> marked(each)).mark(keys);
  }

  private SortedSet<Mark> in(Value.Text text) {
    var found = whole.getOrDefault(text.withMarks(Marks.NONE), Marks.NONE);
    return parts.isEmpty() ? found : Marks.union(found, within(text.text()));
  }

  private SortedSet<Mark> within(String text) {
    var found = Marks.NONE;
    if (text.length() >= SHORTEST_PART)
      for (var each : parts.entrySet())
        if (parts.size() > MOST_PARTS || text.contains(each.getKey()))
          found = Marks.union(found, each.getValue());
    return found;
  }
}
