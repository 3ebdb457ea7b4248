package io.keelson.provider.pulumi.schema;

import io.keelson.provider.plugin.schema.BrokenSchema;
import java.util.Optional;
import java.util.SortedSet;

/// The properties of an object.
///
/// @param all describes each, by name
/// @param required the names of those that are always there
record Properties(Fragment all, SortedSet<String> required) {
  static Properties of(Fragment object) {
    return of(object, "properties", "required");
  }

  /// @throws BrokenSchema if the properties are no object
  static Properties of(Fragment object, String properties, String required) {
    return new Properties(object.object(properties), object.texts(required));
  }

  SortedSet<String> names() {
    return all.names();
  }

  /// @throws BrokenSchema if its description is no object
  Optional<Fragment> property(String name) {
    return all.optional(name);
  }
}
