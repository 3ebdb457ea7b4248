package io.keelson.provider.pulumi.program;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;

/// Something whose URN a program was told.
///
/// @param in names of the components that it, or what has it for a parent, stands in
/// @param at under which others need it; empty if nobody can
/// @param object its attributes, or the outputs of a component; empty if there are none
/// @param options what holds for those that have it for a parent
record Handed(
    Urn urn,
    Kind kind,
    List<String> in,
    Optional<ResourceAddress> at,
    Optional<Value> object,
    ParentOptions options) {
  enum Kind {
    /// Only named: nothing can stand in it.
    OUTSIDE,
    /// What the component itself is registered under.
    SESSION,
    /// A component, of which there is nothing but its name and its outputs.
    COMPONENT,
    /// A resource, or a component with a program of its own.
    OBJECT
  }

  Handed {
    in = List.copyOf(in);
  }

  static Handed outside(Urn urn, Optional<ResourceAddress> at) {
    return new Handed(urn, Kind.OUTSIDE, List.of(), at, Optional.empty(), ParentOptions.NONE);
  }

  static Handed component(Urn urn, List<String> in, ParentOptions options) {
    return new Handed(urn, Kind.COMPONENT, in, Optional.empty(), Optional.empty(), options);
  }

  /// The component with its outputs.
  Handed giving(Value outputs) {
    return new Handed(urn, kind, in, at, Optional.of(outputs), options);
  }
}
