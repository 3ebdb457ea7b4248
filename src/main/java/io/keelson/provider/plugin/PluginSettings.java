package io.keelson.provider.plugin;

import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Evaluated;
import io.keelson.provider.plugin.process.Launch;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// One provider with one configuration.
///
/// @param source its full address, such as `registry.terraform.io/hashicorp/time`: what stored
///   state calls it
/// @param identity tells its program and its configuration apart from all others, without
///   credentials: a source, a version, a checksum, and a hash of the configuration
/// @param launch how it is started
/// @param configuration what it is configured with, an object of the type of the schema it is
///   given; asked anew for every process, so that credentials may change
/// @param recovery what is to be done about creates whose outcome is not known, by resource type;
///   [CreateRecovery#UNCERTAIN] for all others
/// @param idle after how long without a call the process is ended
public record PluginSettings(
    String source,
    String identity,
    Launch launch,
    Function<Schema, Evaluated> configuration,
    SortedMap<String, CreateRecovery> recovery,
    Duration idle) {

  public PluginSettings {
    recovery = Collections.unmodifiableSortedMap(new TreeMap<>(recovery));
  }

  /// A provider that needs no configuration.
  public PluginSettings(String source, String identity, Launch launch) {
    this(
        source,
        identity,
        launch,
        schema -> Evaluated.of(EmptyObject.of(schema.root())),
        new TreeMap<>(),
        Duration.ofMinutes(5));
  }
}
