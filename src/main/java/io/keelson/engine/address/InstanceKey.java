package io.keelson.engine.address;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Tells the instances of one resource apart. `x`, `x[0]` and `x["0"]` are three different
/// instances.
///
/// @rule R-VAL-13
public sealed interface InstanceKey extends Comparable<InstanceKey> {

  /// No key: the resource has neither `count` nor `forEach`.
  record None() implements InstanceKey {
    @Override
    public String toString() {
      return "";
    }
  }

  /// The position of an instance made by `count`.
  ///
  /// @param value zero or more
  record Index(int value) implements InstanceKey {
    public Index {
      if (value < 0) throw new IllegalArgumentException("negative instance index: " + value);
    }

    @Override
    public String toString() {
      return "[" + value + "]";
    }
  }

  /// The key of an instance made by `forEach`; any string, the empty one included.
  record Key(String value) implements InstanceKey {
    @Override
    public String toString() {
      return "[" + QuotedText.quote(value) + "]";
    }
  }

  /// The keys of an instance of a resource that stands in a component: those of all the components
  /// around it, and its own.
  ///
  /// @param components one for each component on the way, from the outermost inwards, each simple
  /// @param own simple
  /// @rule R-CMP-1
  record InComponent(List<InstanceKey> components, InstanceKey own) implements InstanceKey {
    public InComponent {
      components = Collections.unmodifiableList(new ArrayList<>(components));
      if (components.isEmpty()
          || own instanceof InComponent
          || components.stream().anyMatch(InComponent.class::isInstance))
        throw new IllegalArgumentException("not the keys of an instance: " + components + own);
    }

    @Override
    public String toString() {
      var text = new StringBuilder();
      components.forEach(text::append);
      return text.append(own).toString();
    }
  }

  /// The key that the block of the instance itself gives it.
  default InstanceKey own() {
    return this instanceof InComponent(_, var own) ? own : this;
  }

  /// The keys of the components around it, from the outermost inwards.
  default List<InstanceKey> components() {
    return this instanceof InComponent(var components, _) ? components : List.of();
  }

  /// The keys of the outermost components around it; of all of them if there are not so many.
  default List<InstanceKey> components(int depth) {
    var all = components();
    return depth >= all.size() ? all : all.subList(0, depth);
  }

  /// This simple key, of an instance in a component.
  ///
  /// @param around the keys of the components around it
  default InstanceKey within(List<InstanceKey> around) {
    return around.isEmpty() ? this : new InComponent(around, this);
  }

  /// No key first, then positions in number order, then keys in text order; in a component by the
  /// keys of that, from the outermost inwards.
  @Override
  default int compareTo(InstanceKey other) {
    return switch (this) {
      case None _ -> other instanceof None ? 0 : -1;
      case Index(int mine) ->
          switch (other) {
            case None _ -> 1;
            case Index(int theirs) -> Integer.compare(mine, theirs);
            case Key _, InComponent _ -> -1;
          };
      case Key(String mine) ->
          switch (other) {
            case None _, Index _ -> 1;
            case Key(String theirs) -> mine.compareTo(theirs);
            case InComponent _ -> -1;
          };
      case InComponent(var components, var own) ->
          other instanceof InComponent(var others, var theirs)
              ? compare(components, own, others, theirs)
              : 1;
    };
  }

  private static int compare(
      List<InstanceKey> components, InstanceKey own, List<InstanceKey> others, InstanceKey theirs) {
    int shared = Math.min(components.size(), others.size());
    for (int i = 0; i < shared; i++) {
      int difference = components.get(i).compareTo(others.get(i));
      if (difference != 0) return difference;
    }
    int longer = Integer.compare(components.size(), others.size());
    return longer != 0 ? longer : own.compareTo(theirs);
  }
}
