package io.keelson.engine.address;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/// The way from an object's root to one of its values: `tags["a"]`, `rules[0].port`.
///
/// A path ends at a set: the elements of a set have no names.
public record AttributePath(List<Step> steps) implements Comparable<AttributePath> {

  /// The root itself.
  public static final AttributePath ROOT = new AttributePath(List.of());

  /// One step down.
  public sealed interface Step {
    /// Into an attribute of an object, or a nested block.
    record Attribute(String name) implements Step {}

    /// Into an element of a list or tuple.
    record Index(int value) implements Step {}

    /// Into an element of a map.
    record Key(String value) implements Step {}
  }

  /// Reads a path as [#toString] writes it, such as `tags.x`, `tags["x"]`, `input[0]` or
  /// `labels."app/name"`; no text is the root.
  ///
  /// @throws IllegalArgumentException saying what is wrong with the text
  public static AttributePath parse(String text) {
    return new AttributePath(new PathText(text).steps());
  }

  public AttributePath {
    steps = Collections.unmodifiableList(new ArrayList<>(steps));
  }

  /// The path to an attribute of the root.
  public static AttributePath of(String attribute) {
    return ROOT.attribute(attribute);
  }

  public AttributePath attribute(String name) {
    return then(new Step.Attribute(name));
  }

  public AttributePath index(int position) {
    return then(new Step.Index(position));
  }

  public AttributePath key(String key) {
    return then(new Step.Key(key));
  }

  public AttributePath then(Step step) {
    var longer = new ArrayList<>(steps);
    longer.add(step);
    return new AttributePath(longer);
  }

  /// This path, continued by the steps of `rest`.
  public AttributePath then(AttributePath rest) {
    if (rest.steps.isEmpty()) return this;
    if (steps.isEmpty()) return rest;
    var longer = new ArrayList<>(steps);
    longer.addAll(rest.steps);
    return new AttributePath(longer);
  }

  /// The steps before the first whose attribute name or key is `ended`.
  public AttributePath before(Predicate<String> ended) {
    for (int i = 0; i < steps.size(); i++) {
      boolean ends =
          switch (steps.get(i)) {
            case Step.Attribute(var name) -> ended.test(name);
            case Step.Key(var key) -> ended.test(key);
            case Step.Index _ -> false;
          };
      if (ends) return new AttributePath(steps.subList(0, i));
    }
    return this;
  }

  public boolean isRoot() {
    return steps.isEmpty();
  }

  public boolean startsWith(AttributePath prefix) {
    return steps.size() >= prefix.steps.size()
        && steps.subList(0, prefix.steps.size()).equals(prefix.steps);
  }

  @Override
  public int compareTo(AttributePath other) {
    int shared = Math.min(steps.size(), other.steps.size());
    for (int i = 0; i < shared; i++) {
      int difference = compare(steps.get(i), other.steps.get(i));
      if (difference != 0) return difference;
    }
    return Integer.compare(steps.size(), other.steps.size());
  }

  private static int compare(Step one, Step two) {
    return switch (one) {
      case Step.Attribute(String name) ->
          two instanceof Step.Attribute(String other) ? name.compareTo(other) : -1;
      case Step.Index(int value) ->
          switch (two) {
            case Step.Attribute _ -> 1;
            case Step.Index(int other) -> Integer.compare(value, other);
            case Step.Key _ -> -1;
          };
      case Step.Key(String value) ->
          two instanceof Step.Key(String other) ? value.compareTo(other) : 1;
    };
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (Step step : steps) {
      switch (step) {
        case Step.Attribute(String name) ->
            text.append(text.isEmpty() ? "" : ".").append(PathText.attribute(name));
        case Step.Index(int value) -> text.append('[').append(value).append(']');
        case Step.Key(String value) -> text.append('[').append(QuotedText.quote(value)).append(']');
      }
    }
    return text.toString();
  }
}
