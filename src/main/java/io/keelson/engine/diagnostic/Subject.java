package io.keelson.engine.diagnostic;

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

  /// The resource this is about, if it is about one.
  default Optional<ResourceAddress> about() {
    return switch (this) {
      case Whole _, Part _ -> Optional.empty();
      case OfResource(var resource) -> Optional.of(resource);
      case OfInstance(var instance) -> Optional.of(instance.resource());
    };
  }

  @Override
  default int compareTo(Subject other) {
    return toString().compareTo(other.toString());
  }
}
