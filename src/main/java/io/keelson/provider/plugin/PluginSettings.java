package io.keelson.provider.plugin;

import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.process.Launch;
import io.keelson.provider.plugin.wire.EmptyObject;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/// One provider with one configuration.
///
/// @param source its full address, such as `registry.terraform.io/hashicorp/time`: what stored
///   state calls it
/// @param identity tells its program, and the system that it works on, apart from all others,
///   without credentials
/// @param process what is the same for all providers that share one process
/// @param launch how it is started
/// @param configuration what it is configured with, an object of the type of the schema it is
///   given; asked anew for every process, so that credentials may change
/// @param verification asked before each start: why the program is not the one that was verified;
///   empty if it is
/// @param recovery what is to be done about creates whose outcome is not known, by resource type; a
///   person is asked about all others
/// @param idle after how long without a call the process is ended
public record PluginSettings(
    String source,
    String identity,
    Sharing process,
    Launch launch,
    Function<Schema, Evaluated> configuration,
    Supplier<Optional<String>> verification,
    SortedMap<String, LostCreate> recovery,
    Duration idle) {

  /// A program with all of its environment and configuration, secrets included.
  public record Sharing(String program, Launch launch, Value configuration) {
    @Override
    public String toString() {
      return program;
    }
  }

  public PluginSettings {
    recovery = Collections.unmodifiableSortedMap(new TreeMap<>(recovery));
  }

  /// A provider that needs no configuration.
  public PluginSettings(String source, String identity, Launch launch) {
    this(
        source,
        identity,
        new Sharing(identity, launch, Value.nothing(Types.DYNAMIC)),
        launch,
        schema -> Evaluated.of(EmptyObject.of(schema.root())),
        Optional::empty,
        new TreeMap<>(),
        Duration.ofMinutes(5));
  }
}
