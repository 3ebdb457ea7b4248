package io.keelson.cli.provider;

import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.operator.stack.context.ProviderPrograms.Use;
import io.keelson.provider.plugin.ConfiguredPlugin;
import io.keelson.provider.plugin.PluginProgram;
import io.keelson.provider.plugin.schema.ProviderSchemas;
import io.keelson.provider.pulumi.ConfiguredPulumi;
import io.keelson.provider.pulumi.PulumiProgram;
import io.keelson.provider.pulumi.StackNames;
import io.keelson.provider.pulumi.naming.Autonaming;
import io.keelson.provider.pulumi.schema.PackageSchema;
import java.util.OptionalInt;

/// An installed program that was asked what it offers.
sealed interface OfferedProgram {
  /// The version of the plugin protocol that it speaks; empty for a protocol without versions.
  OptionalInt protocolVersion();

  /// How many resource types it has.
  int types();

  ConfigurableProvider provider(Use use);

  /// @param name how expressions and types call it
  /// @param provider its address with a version
  SchemaCatalog catalog(String name, String provider);

  /// Of the Terraform world.
  record Plugin(PluginProgram program, ProviderSchemas schemas) implements OfferedProgram {
    @Override
    public OptionalInt protocolVersion() {
      return OptionalInt.of(schemas.protocolVersion());
    }

    @Override
    public int types() {
      return schemas.resourceTypes().size();
    }

    @Override
    public ConfigurableProvider provider(Use use) {
      return new ConfiguredPlugin(program, schemas, use.telling());
    }

    @Override
    public SchemaCatalog catalog(String name, String provider) {
      return new SchemaCatalog.Installed(name, provider, schemas);
    }
  }

  /// Of the Pulumi world.
  record Pulumi(PulumiProgram program, PackageSchema schema) implements OfferedProgram {
    @Override
    public OptionalInt protocolVersion() {
      return OptionalInt.empty();
    }

    @Override
    public int types() {
      return schema.resourceTypes().size();
    }

    @Override
    public ConfigurableProvider provider(Use use) {
      var stack = new StackNames(use.stack().name(), use.stack().namespace(), use.uid());
      return new ConfiguredPulumi(
          program, schema, use.telling(), stack, use.configuration(), naming(use));
    }

    private static Autonaming naming(Use use) {
      return use.naming()
          .map(naming -> Autonaming.of(naming.pattern(), naming.enforced()))
          .orElseGet(Autonaming.OfProvider::new);
    }

    @Override
    public SchemaCatalog catalog(String name, String provider) {
      return new SchemaCatalog.OfPulumi(name, provider, schema);
    }
  }
}
