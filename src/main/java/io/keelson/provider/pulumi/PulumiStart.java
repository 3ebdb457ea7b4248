package io.keelson.provider.pulumi;

import io.grpc.ClientInterceptor;
import io.keelson.provider.plugin.process.ProviderProcess;
import io.keelson.provider.plugin.process.StartFailed;
import io.keelson.provider.plugin.supervision.ProcessHost;
import io.keelson.provider.plugin.supervision.ProcessStart;
import io.keelson.provider.plugin.supervision.Unusable;
import io.keelson.provider.pulumi.process.PulumiGreeting;
import io.keelson.provider.pulumi.schema.PackageSchema;
import java.util.List;
import java.util.Optional;

/// Starts processes of one Pulumi provider. The first tells the schema of the package.
final class PulumiStart implements ProcessStart<PulumiProcess> {
  private final PulumiSettings settings;
  private final PulumiReports reports;
  private final ProcessHost host;
  private final List<ClientInterceptor> watchers;
  private volatile Optional<PackageSchema> schema;

  /// @param watchers see every call to the processes
  /// @param known the schema of the same program, if somebody has read it
  PulumiStart(
      PulumiSettings settings,
      PulumiReports reports,
      ProcessHost host,
      List<ClientInterceptor> watchers,
      Optional<PackageSchema> known) {
    this.settings = settings;
    this.reports = reports;
    this.host = host;
    this.watchers = List.copyOf(watchers);
    this.schema = known;
  }

  Optional<PackageSchema> schema() {
    return schema;
  }

  @Override
  public PulumiProcess start() throws Unusable {
    var changed = settings.verification().get();
    if (changed.isPresent())
      throw new Unusable(List.of(reports.problem("The provider is not started", changed.get())));
    var greeting = new PulumiGreeting(host.loop(), watchers);
    try {
      var process =
          new PulumiProcess(
              settings,
              reports,
              ProviderProcess.start(
                  settings.launch(), host.directories(), greeting, reports.redaction()));
      process.greet(greeting.address());
      if (schema.isEmpty()) schema = Optional.of(process.readSchema());
      return process;
    } catch (StartFailed e) {
      throw new Unusable(List.of(reports.of(e)));
    }
  }
}
