package io.keelson.engine.schema;

import io.keelson.engine.value.Type;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a provider says objects of one resource type look like.
///
/// @param version raised by the provider when stored states must be upgraded; zero or more
/// @param type the type of every object; the type of `root`, computed once
/// @param receiver which component is asked, where a data source is a method of components
public record Schema(long version, Block root, Type.ObjectOf type, Optional<Receiver> receiver) {

  /// The component that has a method.
  ///
  /// @param attribute that names it
  /// @param type of the component, as addresses of its program have it
  /// @rule R-PRG-26
  public record Receiver(String attribute, String type) {}

  public Schema(long version, Block root) {
    this(version, root, root.type(), Optional.empty());
  }

  /// A schema of attributes alone.
  public static Schema of(long version, SortedMap<String, Attribute> attributes) {
    return new Schema(version, new Block(attributes, new TreeMap<>()));
  }

  /// Whether to read it is to call a method of an object.
  ///
  /// @rule R-PRG-26
  public boolean isMethod() {
    return receiver.isPresent();
  }

  /// This schema of a data source, which is a method.
  public Schema methodOf(Receiver component) {
    return new Schema(version, root, type, Optional.of(component));
  }
}
