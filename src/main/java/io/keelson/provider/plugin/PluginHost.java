package io.keelson.provider.plugin;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.provider.plugin.process.RunDirectory;
import io.keelson.provider.plugin.schema.KnownSchemas;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All provider processes of this host: one for each program with one configuration, however many
/// stacks use it.
public final class PluginHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PluginHost.class);

  /// Timeouts are given in seconds, so looking more often would not make them more exact.
  private static final long SECONDS_BETWEEN_LOOKS = 1;

  private static final ThreadFactory THREADS =
      Thread.ofPlatform().daemon().name("providers-", 0).factory();

  private final RunDirectory directories;
  private final Clock clock;
  private final ProcessObserver observer;
  private final EventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(1, THREADS, NioIoHandler.newFactory());
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(THREADS);
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
    this.observer = observer;
    this.directories = new RunDirectory(directory);
    this.clock = clock;
    directories.reap();
    var _ =
        looks.scheduleWithFixedDelay(
            this::look, SECONDS_BETWEEN_LOOKS, SECONDS_BETWEEN_LOOKS, TimeUnit.SECONDS);
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
              shared.session.supervisor().schemas(),
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
              settings.process(),
              _ ->
                  new Shared(
                      new PluginSession(settings, directories, loop, clock, known, observer)));
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
    for (PluginSession session : all()) {
      try {
        session.supervisor().rest(clock.instant());
        session.supervisor().hurry(clock.instant());
      } catch (RuntimeException e) {
        // A failure must keep neither the other processes nor the next round from being looked at.
        LOG.warn("cannot look after provider {}: {}", session.settings().source(), e.toString());
      }
    }
  }

  private List<PluginSession> all() {
    lock.lock();
    try {
      var all = new ArrayList<PluginSession>();
      sessions.values().forEach(shared -> all.add(shared.session));
      return all;
    } finally {
      lock.unlock();
    }
  }

  /// Asks all calls that run to come to an end soon, and does not wait for it.
  public void stop() {
    for (PluginSession session : all())
      Thread.ofVirtual()
          .name("stop")
          .start(() -> session.supervisor().stop("the operator was told to end"));
  }

  /// Ends all processes. Calls that run are lost: stop them before.
  @Override
  public void close() {
    looks.shutdownNow();
    all().forEach(PluginSession::close);
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
