package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.PathPattern.Part;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Finds what `lifecycle.sensitive` hides in an object, or in its configuration. The attribute `id`
/// is shown whatever a wildcard says: objects are told apart by it.
///
/// @rule R-PUL-42
public final class SensitiveOption {
  private static final AttributePath ID = AttributePath.of("id");

  private final SortedSet<AttributePath> found = new TreeSet<>();

  private SensitiveOption() {}

  /// `value` with a mark at each place that is named; other marks stay.
  public static Value mark(Collection<PathPattern> patterns, Value value) {
    return patterns.isEmpty()
        ? value
        : Sensitivity.mark(value, SensitivePaths.declared(paths(patterns, value)));
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
