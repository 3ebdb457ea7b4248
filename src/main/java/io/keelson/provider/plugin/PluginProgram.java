package io.keelson.provider.plugin;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.process.Launch;
import io.keelson.provider.plugin.schema.ProviderSchemas;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// An installed provider: one program, that stacks use with different configurations.
public final class PluginProgram {
  private static final Value NOTHING = Value.nothing(Types.DYNAMIC);

  private final PluginHost host;
  private final String source;
  private final String identity;
  private final LaunchSource launches;
  private final SortedMap<String, LostCreate> recovery;
  private final Duration idle;

  /// @param source its full address, such as `registry.terraform.io/hashicorp/time`
  /// @param identity the source with a version and a checksum
  /// @param launches is asked whenever the program is opened
  /// @param recovery what is to be done about creates whose outcome is not known, by resource type
  /// @param idle after how long without a call a process is ended
  public PluginProgram(
      PluginHost host,
      String source,
      String identity,
      LaunchSource launches,
      SortedMap<String, LostCreate> recovery,
      Duration idle) {
    this.host = host;
    this.source = source;
    this.identity = identity;
    this.launches = launches;
    this.recovery = Collections.unmodifiableSortedMap(new TreeMap<>(recovery));
    this.idle = idle;
  }

  String source() {
    return source;
  }

  /// The schemas of the program, or why they cannot be read.
  public sealed interface Described {
    record Known(ProviderSchemas schemas) implements Described {}

    record Failed(List<Diagnostic> diagnostics) implements Described {}
  }

  /// Starts a process to ask, unless the host knows the answer.
  public Described describe() {
    return switch (open()) {
      case PluginHost.Opened.Failed(var diagnostics) -> new Described.Failed(diagnostics);
      case PluginHost.Opened.Ready(var provider) -> {
        provider.close();
        yield new Described.Known(provider.schemas());
      }
    };
  }

  /// The provider for what needs no configuration, to be closed by the caller.
  PluginHost.Opened open() {
    return switch (launch()) {
      case LaunchSource.Answer.Missing(var why) ->
          new PluginHost.Opened.Failed(List.of(incomplete(why)));
      case LaunchSource.Answer.Known(var launch) ->
          open(launch, Evaluated.failed(), sharing(launch, NOTHING), "");
    };
  }

  /// How the program has to be started now.
  LaunchSource.Answer launch() {
    return launches.launch();
  }

  /// The error where a part of the environment is missing, so that the program cannot be started.
  public static Diagnostic incomplete(String why) {
    return Diagnostic.error(
        Code.CREDENTIALS, Subject.stack(), "The environment of the provider is incomplete", why);
  }

  /// The provider with a configuration, to be closed by the caller.
  ///
  /// @param launch how it is to be started
  /// @param system which real system the configuration names; without credentials
  PluginHost.Opened open(Launch launch, Unmarked configuration, String system) {
    var sharing = sharing(launch, configuration.value());
    var remarked = Evaluated.of(configuration.remark(configuration.value()));
    return open(launch, remarked, sharing, system);
  }

  private PluginHost.Opened open(
      Launch launch, Evaluated configuration, PluginSettings.Sharing sharing, String system) {
    return host.open(
        new PluginSettings(
            source,
            system.isEmpty() ? identity : identity + " " + system,
            sharing,
            launch,
            _ -> configuration,
            launches::verify,
            recovery,
            idle));
  }

  private PluginSettings.Sharing sharing(Launch launch, Value configuration) {
    return new PluginSettings.Sharing(identity, launch, configuration);
  }
}
