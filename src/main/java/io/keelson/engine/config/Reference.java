package io.keelson.engine.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What an expression refers to: a root, and the steps it takes from there as far as they can be
/// told before anything is evaluated.
public record Reference(Root root, List<Step> steps) {
  /// One step below the root.
  public sealed interface Step {
    record Attribute(String name) implements Step {}

    record Key(String key) implements Step {}

    record Index(int index) implements Step {}

    /// `[each.key]`.
    record EachKey() implements Step {}

    /// `[count.index]`.
    record CountIndex() implements Step {}

    /// Every element, or one that is only known when the expression is evaluated.
    record Any() implements Step {}
  }

  public Reference {
    steps = Collections.unmodifiableList(new ArrayList<>(steps));
  }

  public static Reference to(Root root) {
    return new Reference(root, List.of());
  }

  public Reference then(Step step) {
    var longer = new ArrayList<>(steps);
    longer.add(step);
    return new Reference(root, longer);
  }

  @Override
  public String toString() {
    var text = new StringBuilder(root.toString());
    for (Step step : steps) {
      switch (step) {
        case Step.Attribute(String name) -> text.append('.').append(name);
        case Step.Key(String key) -> text.append("[\"").append(key).append("\"]");
        case Step.Index(int index) -> text.append('[').append(index).append(']');
        case Step.EachKey _ -> text.append("[each.key]");
        case Step.CountIndex _ -> text.append("[count.index]");
        case Step.Any _ -> text.append("[*]");
      }
    }
    return text.toString();
  }
}
