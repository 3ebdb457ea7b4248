package io.keelson.provider.pulumi;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.LaunchSource;
import io.keelson.provider.plugin.LostCreate;
import io.keelson.provider.plugin.PluginProgram;
import io.keelson.provider.plugin.process.Launch;
import io.keelson.provider.pulumi.PulumiSettings.ProviderName;
import io.keelson.provider.pulumi.naming.Autonaming;
import io.keelson.provider.pulumi.schema.PackageSchema;
import io.keelson.provider.pulumi.value.ValueProperties;
import io.keelson.provider.pulumi.wire.Property;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// An installed Pulumi provider: one program, that stacks use with different configurations.
public final class PulumiProgram {
  private final PulumiHost host;
  private final String source;
  private final String identity;
  private final LaunchSource launches;
  private final SortedMap<String, LostCreate> recovery;
  private final Duration idle;

  /// @param source its full address
  /// @param identity the source with a version and a checksum
  /// @param launches is asked whenever the program is opened
  /// @param recovery what is to be done about creates whose outcome is not known, by resource type
  /// @param idle after how long without a call a process is ended
  public PulumiProgram(
      PulumiHost host,
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

  /// The schema of the program, or why it cannot be read.
  public sealed interface Described {
    record Known(PackageSchema schema) implements Described {}

    record Failed(List<Diagnostic> diagnostics) implements Described {}
  }

  /// Starts a process to ask, unless the host knows the answer.
  public Described describe() {
    return switch (launches.launch()) {
      case LaunchSource.Answer.Missing(var why) ->
          new Described.Failed(List.of(PluginProgram.incomplete(why)));
      case LaunchSource.Answer.Known(var launch) -> describe(launch);
    };
  }

  private Described describe(Launch launch) {
    var nobody = new StackNames("none", "none", "");
    var nothing = Unmarked.plain(Value.object(Map.of()));
    var name = ProviderName.of(nobody.scope(), "none", "default");
    return switch (open(launch, nothing, "", name, nobody, new Autonaming.OfProvider())) {
      case PulumiHost.Opened.Failed(var diagnostics) -> new Described.Failed(diagnostics);
      case PulumiHost.Opened.Ready(var provider) -> {
        provider.close();
        yield new Described.Known(provider.schema());
      }
    };
  }

  /// How the program has to be started now.
  LaunchSource.Answer launch() {
    return launches.launch();
  }

  /// The provider with a configuration, to be closed by the caller.
  ///
  /// @param system which real system the configuration names; without credentials
  PulumiHost.Opened open(
      Launch launch,
      Unmarked configuration,
      String system,
      ProviderName name,
      StackNames stack,
      Autonaming naming) {
    var arguments =
        configuration.remark(configuration.value()) instanceof Mapping object
            ? ValueProperties.given(object)
            : Property.Fields.EMPTY;
    var sharing =
        new PulumiSettings.Sharing(
            identity, launch, arguments, configuration.value().whollyKnown(), name);
    return host.open(
        new PulumiSettings(
            source,
            system.isEmpty() ? identity : identity + " " + system,
            sharing,
            configuration,
            launches::verify,
            recovery,
            idle),
        stack,
        naming);
  }
}
