package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.PathPattern.Part;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Finds where an update changes what may not be changed in place, as `replaceOnChanges` says. What
/// is unknown counts as another value, unless the provider tells what changes.
///
/// @rule R-PUL-10
final class ReplaceOnChanges {
  private static final List<Part> ANYTHING = List.of(new Part.Any());
  private static final Value NOTHING = Value.nothing(Types.DYNAMIC);

  private final SortedSet<AttributePath> found = new TreeSet<>();

  private ReplaceOnChanges() {}

  /// Whether a change of any attribute replaces.
  ///
  /// @rule R-PUL-12
  static boolean isAny(Collection<PathPattern> patterns) {
    return patterns.stream().anyMatch(pattern -> pattern.parts().equals(ANYTHING));
  }

  /// @return the places that differ, each where a pattern ends, or ends early
  static SortedSet<AttributePath> of(Collection<PathPattern> patterns, Value prior, Value planned) {
    var paths = new ReplaceOnChanges();
    for (PathPattern pattern : patterns)
      paths.find(pattern.parts(), AttributePath.ROOT, prior, planned);
    return paths.found;
  }

  private void find(List<Part> parts, AttributePath at, Value prior, Value planned) {
    if (prior.matches(planned)) return;
    if (parts.isEmpty() || endsHere(prior) || endsHere(planned)) {
      found.add(at);
      return;
    }
    var rest = parts.subList(1, parts.size());
    switch (parts.getFirst()) {
      case Part.One(var step) -> below(AttributePath.ROOT.then(step), rest, at, prior, planned);
      case Part.Any _ -> {
        var steps = steps(prior);
        steps.addAll(steps(planned));
        for (AttributePath step : steps) below(step, rest, at, prior, planned);
      }
    }
  }

  private void below(
      AttributePath step, List<Part> rest, AttributePath at, Value prior, Value planned) {
    find(rest, at.then(step), prior.at(step).orElse(NOTHING), planned.at(step).orElse(NOTHING));
  }

  /// Whether no part of the value can be told from the others.
  private static boolean endsHere(Value value) {
    return value.isUnknown() || value instanceof Sequence sequence && sequence.isSet();
  }

  /// Each step into the value, as a path of one step.
  static SortedSet<AttributePath> steps(Value value) {
    var steps = new TreeSet<AttributePath>();
    switch (value) {
      case Mapping mapping -> {
        boolean isMap = mapping.type() instanceof Type.MapOf;
        for (String key : mapping.keys())
          steps.add(isMap ? AttributePath.ROOT.key(key) : AttributePath.of(key));
      }
      case Sequence sequence -> {
        for (int i = 0; i < sequence.size(); i++) steps.add(AttributePath.ROOT.index(i));
      }
      case Value.Null _, Value.Unknown _, Value.Text _, Value.Num _, Value.Truth _ -> {}
    }
    return steps;
  }
}
