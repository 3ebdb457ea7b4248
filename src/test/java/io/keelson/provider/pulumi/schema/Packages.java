package io.keelson.provider.pulumi.schema;

import io.keelson.engine.schema.Attribute;
import java.util.Objects;

/// Small package schemas.
final class Packages {
  private Packages() {}

  /// A package with one resource type, `sea_Vessel`.
  ///
  /// @param resource its description
  /// @param types the members of the package's types
  static PackageSchema withResource(String resource, String types) {
    return PackageSchema.read(
        """
        {"name": "sea", "resources": {"sea:index/vessel:Vessel": %s}, "types": {%s}}\
        """
            .formatted(resource, types));
  }

  static ResourceSchema vessel(PackageSchema schema) {
    return schema.resource("sea_Vessel").orElseThrow();
  }

  /// The resource type of a package whose inputs and outputs have one property, `it`.
  ///
  /// @param described describes the property
  static Attribute attribute(String described, String types) {
    var resource =
        """
        {"inputProperties": {"it": %1$s}, "properties": {"it": %1$s}}\
        """
            .formatted(described);
    return attribute(vessel(withResource(resource, types)), "it");
  }

  static Attribute attribute(ResourceSchema resource, String name) {
    return Objects.requireNonNull(resource.schema().root().attributes().get(name));
  }
}
