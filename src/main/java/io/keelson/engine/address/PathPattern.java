package io.keelson.engine.address;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// The ways from an object's root to some of its values: a path in which `*` after a dot, or alone,
/// and `[*]` stand for any one step.
///
/// @rule R-PUL-11
public record PathPattern(List<Part> parts) {

  /// One step down, or any.
  public sealed interface Part {
    record One(AttributePath.Step step) implements Part {}

    record Any() implements Part {}
  }

  /// Reads `a`, `a.b`, `a["key with dots"]`, `a[0]`, `a[*].b`, `a.*` or `*`.
  ///
  /// @throws IllegalArgumentException saying what is wrong with the text
  public static PathPattern parse(String text) {
    return new PathPattern(new PathText(text).parts());
  }

  /// The way to one place.
  public static PathPattern only(AttributePath path) {
    return new PathPattern(path.steps().stream().<Part>map(Part.One::new).toList());
  }

  /// Where a step begins in a text, in characters from its start; where the text stops being a
  /// path, if it does.
  public static int place(String text, int step) {
    return new PathText(text).start(step);
  }

  public PathPattern {
    parts = Collections.unmodifiableList(new ArrayList<>(parts));
  }

  /// Whether the path leads to a place of this pattern, below one, or on the way to one.
  public boolean meets(AttributePath path) {
    int shared = Math.min(parts.size(), path.steps().size());
    return agrees(path, shared);
  }

  /// Whether the path leads to a place of this pattern, or below one.
  public boolean covers(AttributePath path) {
    return parts.size() <= path.steps().size() && agrees(path, parts.size());
  }

  private boolean agrees(AttributePath path, int steps) {
    for (int i = 0; i < steps; i++)
      if (parts.get(i) instanceof Part.One(var step) && !isSame(step, path.steps().get(i)))
        return false;
    return true;
  }

  /// What lies in a dynamic attribute may be a map or an object, whatever the pattern says.
  private static boolean isSame(AttributePath.Step one, AttributePath.Step two) {
    return one.equals(two)
        || name(one).filter(name -> name(two).filter(name::equals).isPresent()).isPresent();
  }

  private static Optional<String> name(AttributePath.Step step) {
    return switch (step) {
      case AttributePath.Step.Attribute(var name) -> Optional.of(name);
      case AttributePath.Step.Key(var key) -> Optional.of(key);
      case AttributePath.Step.Index _ -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (Part part : parts)
      switch (part) {
        case Part.Any _ -> text.append(text.isEmpty() ? "*" : "[*]");
        case Part.One(var step) -> {
          var one = AttributePath.ROOT.then(step).toString();
          text.append(text.isEmpty() || one.startsWith("[") ? "" : ".").append(one);
        }
      }
    return text.toString();
  }
}
