package io.keelson.provider.plugin.schema;

import io.keelson.provider.plugin.proto.Tfplugin.ServerCapabilities;

/// What a provider can do beyond what the protocol demands of all.
///
/// @param planDestroy whether it wants to be asked before an object is destroyed
/// @param moveState whether it takes over objects of other types
/// @param schemaOptional whether a process that was not asked for its schemas answers all the same
public record Capabilities(boolean planDestroy, boolean moveState, boolean schemaOptional) {
  static Capabilities of(ServerCapabilities capabilities) {
    return new Capabilities(
        capabilities.getPlanDestroy(),
        capabilities.getMoveResourceState(),
        capabilities.getGetProviderSchemaOptional());
  }
}
