package io.keelson.provider.pulumi;

import io.keelson.engine.address.InstanceAddress;

/// What an object is called to its provider.
///
/// @param urn unique within a stack, and the same as long as the address is
/// @param name the last part of the URN, of which providers make names of real objects
/// @param token the type as the package has it, such as `random:index/randomPet:RandomPet`
/// @rule R-PRG-21
record ObjectName(String urn, String name, String token) {
  /// @param scope of the stack, such as `urn:pulumi:shop::prod`
  static ObjectName of(String scope, InstanceAddress at, String token) {
    var resource = at.resource();
    var text = at.toString();
    var local =
        resource.in().isRoot()
            ? text.substring(resource.toString().length() - resource.name().length())
            : text;
    var name = local.replaceAll("[^A-Za-z0-9_.-]+", "-").replaceAll("-+$", "");
    return new ObjectName(scope + "::" + token + "::" + name, name, token);
  }

  /// Of an object that is looked for by its id alone.
  static ObjectName lost(String scope, String token, String id) {
    var name = id.replaceAll("[^A-Za-z0-9_.-]+", "-");
    return new ObjectName(scope + "::" + token + "::" + name, name, token);
  }
}
