package io.keelson.provider.plugin;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.provider.plugin.schema.KnownSchemas;
import io.keelson.provider.plugin.supervision.ProcessHost;
import io.keelson.provider.plugin.supervision.ProcessObserver;
import io.keelson.provider.plugin.supervision.SharedSessions;
import io.keelson.provider.plugin.supervision.Unusable;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// The providers of the Terraform world of this host: one process for each program with one
/// configuration, however many stacks use it.
public final class PluginHost implements AutoCloseable {
  private final ProcessHost host;
  private final KnownSchemas known = new KnownSchemas();
  private final SharedSessions<PluginSettings.Sharing, PluginSession> sessions =
      new SharedSessions<>(PluginSession::close);

  /// @param host runs the processes
  public PluginHost(ProcessHost host) {
    this.host = host;
  }

  /// With processes of its own. Ends those that an earlier host left behind.
  ///
  /// @param directory a short path for sockets; several hosts may use the same
  public PluginHost(Path directory, Clock clock) {
    this(new ProcessHost(directory, clock, ProcessObserver.NONE));
  }

  /// A provider that can be used, or why there is none.
  public sealed interface Opened {
    /// To be closed by the caller.
    record Ready(PluginProvider provider) implements Opened {}

    record Failed(List<Diagnostic> diagnostics) implements Opened {}
  }

  /// Starts a provider and asks for its schemas, unless those of its program are known. It is
  /// configured when it is first needed.
  public Opened open(PluginSettings settings) {
    var sharing = settings.process();
    var session = sessions.enter(sharing, () -> new PluginSession(settings, host, known));
    try {
      var left = new AtomicBoolean();
      var provider =
          new PluginProvider(
              session,
              settings,
              session.schemas(),
              () -> {
                if (left.compareAndSet(false, true)) sessions.leave(sharing);
              });
      // Another provider that shares the process may have been given the same texts unmarked.
      session.redaction().hideAlways(SecretTexts.in(provider.configuration()));
      return new Opened.Ready(provider);
    } catch (Unusable e) {
      sessions.leave(sharing);
      return new Opened.Failed(e.diagnostics());
    }
  }

  /// Ends the processes that nobody has asked for a while, and calls that take too long.
  void look() {
    host.look();
  }

  /// Asks all calls that run to come to an end soon, and does not wait for it.
  public void stop() {
    host.stop();
  }

  /// Ends all processes. Calls that run are lost: stop them before.
  @Override
  public void close() {
    host.close();
  }
}
