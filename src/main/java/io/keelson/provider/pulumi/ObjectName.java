package io.keelson.provider.pulumi;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.provider.pulumi.program.Names;

/// What an object is called to its provider.
///
/// @param urn unique within a stack, and the same as long as the address is
/// @param name the last part of the URN, of which providers make names of real objects
/// @param token the type as the package has it, such as `random:index/randomPet:RandomPet`
/// @rule R-PRG-21
record ObjectName(String urn, String name, String token) {
  /// What the type of a component is called in the URN of what is in it.
  private static final String COMPONENT = "keelson:component:";

  /// @param scope of the stack, such as `urn:pulumi:shop::prod`
  static ObjectName of(String scope, InstanceAddress at, String token) {
    var own = Names.plain(at.resource().name() + at.key().own());
    var around = Names.steps(at.component());
    var name = Names.within(around, own);
    var types = new StringBuilder();
    for (String each : around) types.append(COMPONENT).append(each).append('$');
    return new ObjectName(scope + "::" + types + token + "::" + name, name, token);
  }

  /// Of an object that is looked for by its id alone.
  static ObjectName lost(String scope, String token, String id) {
    var name = Names.plain(id);
    return new ObjectName(scope + "::" + token + "::" + name, name, token);
  }
}
