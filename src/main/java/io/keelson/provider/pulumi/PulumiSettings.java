package io.keelson.provider.pulumi;

import io.keelson.engine.value.Unmarked;
import io.keelson.provider.plugin.LostCreate;
import io.keelson.provider.plugin.process.Launch;
import io.keelson.provider.pulumi.wire.Property;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;

/// One Pulumi provider with one configuration.
///
/// @param source its full address: what stored state calls it
/// @param identity tells its program, and the system that it works on, apart from all others,
///   without credentials
/// @param process what is the same for all that share one process
/// @param configuration what the user configured, with its marks
/// @param verification asked before each start: why the program is not the one that was verified;
///   empty if it is
/// @param recovery what is to be done about creates whose outcome is not known, by resource type
/// @param idle after how long without a call the process is ended
record PulumiSettings(
    String source,
    String identity,
    Sharing process,
    Unmarked configuration,
    Supplier<Optional<String>> verification,
    SortedMap<String, LostCreate> recovery,
    Duration idle) {

  /// A program with all of its environment and configuration, secrets included.
  ///
  /// @param known whether nothing in the configuration is open
  /// @param name what the configuration is called to the provider
  record Sharing(
      String program, Launch launch, Property.Fields arguments, boolean known, ProviderName name) {
    @Override
    public String toString() {
      return program;
    }
  }

  /// What a configuration is called to its provider.
  ///
  /// @param urn as of a resource of the type `pulumi:providers:NAME`
  record ProviderName(String urn, String name, String type) {
    static ProviderName of(String scope, String pack, String name) {
      var type = "pulumi:providers:" + pack;
      return new ProviderName(scope + "::" + type + "::" + name, name, type);
    }

    /// The package.
    String pack() {
      return type.substring(type.lastIndexOf(':') + 1);
    }
  }

  Launch launch() {
    return process.launch();
  }
}
