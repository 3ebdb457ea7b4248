package io.keelson.provider.plugin;

import io.keelson.provider.plugin.process.PluginGreeting;
import io.keelson.provider.plugin.process.ProviderProcess;
import io.keelson.provider.plugin.process.StartFailed;
import io.keelson.provider.plugin.schema.KnownSchemas;
import io.keelson.provider.plugin.schema.ProviderSchemas;
import io.keelson.provider.plugin.supervision.ProcessHost;
import io.keelson.provider.plugin.supervision.ProcessStart;
import io.keelson.provider.plugin.supervision.Unusable;
import java.util.List;
import java.util.Optional;

/// Starts processes of one provider, which have their schemas then.
final class PluginStart implements ProcessStart<PluginProcess> {
  /// Up to this many bytes of schemas a provider counts as a small one.
  private static final int SMALL = 1 << 20;

  private final PluginSettings settings;
  private final Reports reports;
  private final ProcessHost host;
  private final KnownSchemas known;
  private volatile Optional<ProviderSchemas> schemas;

  /// @param known schemas of the same program need not be read again
  PluginStart(PluginSettings settings, Reports reports, ProcessHost host, KnownSchemas known) {
    this.settings = settings;
    this.reports = reports;
    this.host = host;
    this.known = known;
    this.schemas = known.of(settings.process().program());
  }

  /// The schemas, which stay the same from the first process on; empty until there is one.
  Optional<ProviderSchemas> schemas() {
    return schemas;
  }

  @Override
  public PluginProcess start() throws Unusable {
    var before = schemas;
    var changed = settings.verification().get();
    if (changed.isPresent())
      throw new Unusable(List.of(reports.problem("The provider is not started", changed.get())));
    boolean small = before.isPresent() && before.get().bytes() <= SMALL;
    var launch = small ? settings.launch().roomy() : settings.launch();
    try {
      var process =
          new PluginProcess(
              settings,
              reports,
              ProviderProcess.start(
                  launch,
                  host.directories(),
                  new PluginGreeting(host.loop()),
                  reports.redaction()));
      process.readSchemas(before);
      schemas = Optional.of(known.share(settings.process().program(), process.schemas()));
      return process;
    } catch (StartFailed e) {
      throw new Unusable(List.of(reports.of(e)));
    }
  }
}
