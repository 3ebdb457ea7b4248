package io.keelson.engine.diagnostic;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import java.util.Optional;

/// What a diagnostic is about.
///
/// @rule R-DIAG-10
public sealed interface Subject extends Comparable<Subject> {
  /// The stack as a whole.
  record Whole() implements Subject {
    @Override
    public String toString() {
      return "stack";
    }
  }

  /// A named part of the stack, such as `variable.region`, `local.prefix` or `output.url`.
  record Part(String kind, String name) implements Subject {
    @Override
    public String toString() {
      return kind + "." + name;
    }
  }

  /// A declared resource.
  record OfResource(ResourceAddress resource) implements Subject {
    @Override
    public String toString() {
      return resource.toString();
    }
  }

  /// One instance.
  record OfInstance(InstanceAddress instance) implements Subject {
    @Override
    public String toString() {
      return instance.toString();
    }
  }

  static Subject stack() {
    return new Whole();
  }

  static Subject part(String kind, String name) {
    return new Part(kind, name);
  }

  static Subject of(ResourceAddress resource) {
    return new OfResource(resource);
  }

  static Subject of(InstanceAddress instance) {
    return new OfInstance(instance);
  }

  /// A component, such as `component.web`.
  ///
  /// @param path not that of the stack
  static Subject of(ComponentPath path) {
    var around = path.parent();
    var kind = around.isRoot() ? ComponentPath.WORD : around + "." + ComponentPath.WORD;
    return new Part(kind, path.names().getLast());
  }

  /// This subject of a component's body, where the component is used.
  default Subject in(ComponentPath path) {
    if (path.isRoot()) return this;
    return switch (this) {
      case Whole _ -> of(path);
      case Part(var kind, var name) -> new Part(path + "." + kind, name);
      case OfResource(var resource) -> of(resource.within(path));
      case OfInstance(var instance) -> of(instance.resource().within(path));
    };
  }

  /// The resource this is about, if it is about one.
  default Optional<ResourceAddress> about() {
    return switch (this) {
      case Whole _, Part _ -> Optional.empty();
      case OfResource(var resource) -> Optional.of(resource);
      case OfInstance(var instance) -> Optional.of(instance.resource());
    };
  }

  /// By their texts.
  @Override
  default int compareTo(Subject other) {
    // Large stacks have thousands of resources of one type, whose texts only differ by their names.
    if (this instanceof OfResource(var one)
        && other instanceof OfResource(var two)
        && one.isSibling(two)) return one.name().compareTo(two.name());
    return toString().compareTo(other.toString());
  }
}
