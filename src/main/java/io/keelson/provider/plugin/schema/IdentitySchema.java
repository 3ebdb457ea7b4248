package io.keelson.provider.plugin.schema;

import io.keelson.engine.value.Type;
import io.keelson.provider.plugin.proto.Tfplugin.ResourceIdentitySchema;
import io.keelson.provider.plugin.wire.MalformedValue;
import io.keelson.provider.plugin.wire.WireTypes;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What tells the objects of a type apart.
///
/// @param version raised by the provider when stored identities must be upgraded
/// @param requiredForImport the attributes without which no object can be looked for
public record IdentitySchema(
    long version, Type.ObjectOf type, SortedSet<String> requiredForImport) {

  /// @param what whose identity it is, for messages
  /// @throws BrokenSchema if the type of an attribute is none
  static IdentitySchema read(String what, ResourceIdentitySchema schema) {
    var types = new TreeMap<String, Type>();
    var required = new TreeSet<String>();
    for (var attribute : schema.getIdentityAttributesList()) {
      try {
        types.put(attribute.getName(), WireTypes.read(attribute.getType()));
      } catch (MalformedValue e) {
        throw new BrokenSchema(
            what, "identity attribute " + attribute.getName() + ": " + e.reason());
      }
      if (attribute.getRequiredForImport()) required.add(attribute.getName());
    }
    return new IdentitySchema(schema.getVersion(), Type.object(types), required);
  }
}
