package io.keelson.engine.plan;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Finds secrets and ephemeral values of the configuration that a provider gives back in attributes
/// of its own, such as an output that repeats its input: there is no mark at those paths, but it is
/// the same secret.
///
/// An object that is taken over from another type repeats secrets of that in the same way.
///
/// Texts and numbers count, as a whole. A truth value alone betrays nothing, and would match
/// everywhere.
final class EchoedSecrets {
  private final List<Value> secrets = new ArrayList<>();
  private final SortedSet<Mark> marks;

  private EchoedSecrets(Unmarked config) {
    var sources = new TreeSet<Mark>();
    config
        .marks()
        .forEach((path, found) -> {
          for (Mark mark : found) sources.add(new Mark.Sensitive(mark.source()));
          config.value().at(path).ifPresent(this::collect);
        });
    marks = Marks.of(sources);
  }

  /// `object` with marks on every attribute's parts that repeat a secret, where the user set
  /// nothing.
  static Value mark(Value object, Unmarked config) {
    if (config.marks().isEmpty() || !(object instanceof Mapping mapping)) return object;
    var echoes = new EchoedSecrets(config);
    if (echoes.secrets.isEmpty()) return object;
    return mapping.mapValues(
        (name, value) -> isSet(config.value(), name) ? value : echoes.marked(value));
  }

  /// `object` with marks on every part that repeats a secret of another object.
  static Value everywhere(Value object, Unmarked other) {
    var echoes = new EchoedSecrets(other);
    return echoes.secrets.isEmpty() ? object : echoes.marked(object);
  }

  private static boolean isSet(Value config, String name) {
    var value = config instanceof Mapping mapping ? mapping.get(name) : null;
    return value != null && !value.isNull();
  }

  private void collect(Value secret) {
    switch (secret) {
      case Value.Text text -> {
        if (!text.text().isEmpty()) secrets.add(text);
      }
      case Value.Num num -> secrets.add(num);
      case Sequence sequence -> sequence.elements().forEach(this::collect);
      case Mapping mapping -> mapping.values().forEach(this::collect);
      case Value.Null _, Value.Unknown _, Value.Truth _ -> {}
    }
  }

  private Value marked(Value value) {
    return switch (value) {
      case Value.Text _, Value.Num _ ->
          secrets.stream().anyMatch(value::matches) ? value.mark(marks) : value;
      case Sequence sequence ->
          sequence.withElements(sequence.elements().stream().map(this::marked).toList());
      case Mapping mapping -> mapping.mapValues((_, each) -> marked(each));
      case Value.Null _, Value.Unknown _, Value.Truth _ -> value;
    };
  }
}
