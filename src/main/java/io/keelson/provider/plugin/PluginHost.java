package io.keelson.provider.plugin;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.provider.plugin.schema.KnownSchemas;
import io.keelson.provider.plugin.supervision.ProcessHost;
import io.keelson.provider.plugin.supervision.ProcessObserver;
import io.keelson.provider.plugin.supervision.Unusable;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// The providers of the Terraform world of this host: one process for each program with one
/// configuration, however many stacks use it.
public final class PluginHost implements AutoCloseable {
  private final ProcessHost host;
  private final KnownSchemas known = new KnownSchemas();
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<PluginSettings.Sharing, Shared> sessions = new HashMap<>();

  private static final class Shared {
    private final PluginSession session;
    private int users;

    Shared(PluginSession session) {
      this.session = session;
    }
  }

  /// Ends the processes that an earlier host left behind.
  ///
  /// @param directory a short path for sockets; several hosts may use the same
  public PluginHost(Path directory, Clock clock) {
    this(directory, clock, ProcessObserver.NONE);
  }

  /// @param observer is told of all processes
  public PluginHost(Path directory, Clock clock, ProcessObserver observer) {
    this.host = new ProcessHost(directory, clock, observer);
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
    var shared = enter(settings);
    try {
      var left = new AtomicBoolean();
      var provider =
          new PluginProvider(
              shared.session,
              settings,
              shared.session.schemas(),
              () -> {
                if (left.compareAndSet(false, true)) leave(shared);
              });
      // Another provider that shares the process may have been given the same texts unmarked.
      shared.session.redaction().hideAlways(SecretTexts.in(provider.configuration()));
      return new Opened.Ready(provider);
    } catch (Unusable e) {
      leave(shared);
      return new Opened.Failed(e.diagnostics());
    }
  }

  private Shared enter(PluginSettings settings) {
    lock.lock();
    try {
      var shared =
          sessions.computeIfAbsent(
              settings.process(), _ -> new Shared(new PluginSession(settings, host, known)));
      shared.users++;
      return shared;
    } finally {
      lock.unlock();
    }
  }

  private void leave(Shared shared) {
    lock.lock();
    try {
      shared.users--;
      if (shared.users > 0) return;
      sessions.remove(shared.session.settings().process(), shared);
    } finally {
      lock.unlock();
    }
    shared.session.close();
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
