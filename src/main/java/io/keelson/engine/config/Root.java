package io.keelson.engine.config;

import io.keelson.engine.address.ResourceAddress;
import java.util.Optional;

/// What a reference starts with.
public sealed interface Root {
  /// `type.name` or `data.type.name`: all instances of the resource.
  record Resource(ResourceAddress address) implements Root {
    @Override
    public String toString() {
      return address.toString();
    }
  }

  /// `variable.name`.
  record Variable(String name) implements Root {
    @Override
    public String toString() {
      return "variable." + name;
    }
  }

  /// `local.name`.
  record Local(String name) implements Root {
    @Override
    public String toString() {
      return "local." + name;
    }
  }

  /// `component.name`: the outputs of all its instances.
  ///
  /// @param output the only one that counts; empty if all of them do
  /// @rule R-CMP-4
  /// @rule R-CMP-10
  record Component(String name, Optional<String> output) implements Root {
    @Override
    public String toString() {
      return "component." + name;
    }
  }

  /// `each.key`: the key of this instance, only with `forEach`.
  record EachKey() implements Root {
    @Override
    public String toString() {
      return "each.key";
    }
  }

  /// `each.value`: the element of this instance, only with `forEach`.
  record EachValue() implements Root {
    @Override
    public String toString() {
      return "each.value";
    }
  }

  /// `count.index`: the position of this instance, only with `count`.
  record CountIndex() implements Root {
    @Override
    public String toString() {
      return "count.index";
    }
  }

  /// `self`: the object itself, only in postconditions.
  record Self() implements Root {
    @Override
    public String toString() {
      return "self";
    }
  }

  /// `secret.name`: a text from a Secret, only in provider configurations.
  record Secret(String name) implements Root {
    @Override
    public String toString() {
      return "secret." + name;
    }
  }

  /// `stack.name` or `stack.namespace`.
  record Stack(String attribute) implements Root {
    @Override
    public String toString() {
      return "stack." + attribute;
    }
  }

  /// A name that is meant further out than where it is evaluated.
  ///
  /// @param depth of the component around that it is meant in, with what `each` and `count` mean
  ///   for its component on the way to the place
  /// @rule R-TRF-2
  record Outer(int depth, Root root) implements Root {
    @Override
    public String toString() {
      return root.toString();
    }
  }

  /// What the program of a component has registered for a resource; null in instances of the
  /// component where it has registered no such resource.
  ///
  /// @param address as the component calls it that the resource stands in
  /// @rule R-PRG-20
  record Registered(ResourceAddress address) implements Root {
    @Override
    public String toString() {
      return address.toString();
    }
  }

  /// A name that stands for a value in some places only, such as `planned` in a policy.
  record Named(String name) implements Root {
    @Override
    public String toString() {
      return name;
    }
  }
}
