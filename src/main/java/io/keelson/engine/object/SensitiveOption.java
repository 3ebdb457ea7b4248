package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.PathPattern.Part;
import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finds what `lifecycle.sensitive` hides in an object, or in its configuration. The attribute `id`
/// is shown whatever a wildcard says: objects are told apart by it.
///
/// @rule R-PUL-42
public final class SensitiveOption {
  private static final AttributePath ID = AttributePath.of("id");

  private final SortedSet<AttributePath> found = new TreeSet<>();

  private SensitiveOption() {}

  /// The marks that name the option of one instance as their source.
  private static SortedSet<Mark> marks(InstanceAddress at) {
    return Marks.sensitive("lifecycle.sensitive of " + at);
  }

  /// `value` with a mark at each place that is named; other marks stay.
  ///
  /// @param at the instance whose option it is
  public static Value mark(InstanceAddress at, Collection<PathPattern> patterns, Value value) {
    if (patterns.isEmpty()) return value;
    var own = marks(at);
    var marks = new TreeMap<AttributePath, SortedSet<Mark>>();
    paths(patterns, value).forEach(path -> marks.put(path, own));
    return new Unmarked(Value.nothing(value.type()), marks).remark(value);
  }

  /// `value` as it was stored, where all that is hidden has the mark of this option: of what is
  /// stored nobody knows for which reason it was hidden. What comes from a Secret stays known as
  /// such.
  ///
  /// @param at the instance whose option it is
  public static Value markStored(InstanceAddress at, Value value) {
    var stored = value.unmark();
    var own = marks(at);
    var marks = new TreeMap<>(stored.marks());
    marks.replaceAll((_, each) -> Marks.secret(each) ? each : own);
    return new Unmarked(stored.value(), marks).remark(stored.value());
  }

  /// What is declared for an instance, without the marks that only its own option has made; the
  /// same if it has made none.
  public static Unmarked without(InstanceAddress at, Unmarked value) {
    if (value.marks().isEmpty()) return value;
    var marks = new TreeMap<>(value.marks());
    boolean any = marks.values().removeIf(marks(at)::equals);
    return any ? new Unmarked(value.value(), marks) : value;
  }

  /// The places that are named and hold something, each where a pattern ends, or as far as it leads
  /// through what is known.
  public static SortedSet<AttributePath> paths(Collection<PathPattern> patterns, Value value) {
    var option = new SensitiveOption();
    for (PathPattern pattern : patterns) option.find(pattern.parts(), AttributePath.ROOT, value);
    return option.found;
  }

  private void find(List<Part> parts, AttributePath at, Value value) {
    if (value.isNull() || at.equals(ID)) return;
    if (parts.isEmpty() || isWhole(value)) {
      found.add(at);
      return;
    }
    var rest = parts.subList(1, parts.size());
    switch (parts.getFirst()) {
      case Part.One(var step) -> below(AttributePath.ROOT.then(step), rest, at, value);
      case Part.Any _ -> {
        for (AttributePath step : ReplaceOnChanges.steps(value)) below(step, rest, at, value);
      }
    }
  }

  private void below(AttributePath step, List<Part> rest, AttributePath at, Value value) {
    value.at(step).ifPresent(each -> find(rest, at.then(step), each));
  }

  /// Whether no part of the value can be told from the others.
  private static boolean isWhole(Value value) {
    return value.isUnknown() || value instanceof Sequence sequence && sequence.isSet();
  }
}
