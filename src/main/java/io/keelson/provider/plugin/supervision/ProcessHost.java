package io.keelson.provider.plugin.supervision;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.keelson.provider.plugin.process.RunDirectory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What all provider processes of this host share, whatever protocol they speak: a folder, a thread
/// for their connections, and one that looks after them.
public final class ProcessHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessHost.class);

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
  private final Set<Supervisor<?>> supervisors = ConcurrentHashMap.newKeySet();

  /// Ends the processes that an earlier host left behind.
  ///
  /// @param directory a short path for sockets; several hosts may use the same
  /// @param observer is told of all processes
  public ProcessHost(Path directory, Clock clock, ProcessObserver observer) {
    this.observer = observer;
    this.directories = new RunDirectory(directory);
    this.clock = clock;
    directories.reap();
    var _ =
        looks.scheduleWithFixedDelay(
            this::look, SECONDS_BETWEEN_LOOKS, SECONDS_BETWEEN_LOOKS, TimeUnit.SECONDS);
  }

  public RunDirectory directories() {
    return directories;
  }

  public EventLoopGroup loop() {
    return loop;
  }

  /// Looks after the processes of a program from now on, until [#leave].
  public <P extends ProgramProcess> Supervisor<P> supervise(
      Supervision supervision, ProcessStart<P> starts) {
    var supervisor = new Supervisor<P>(supervision, starts, clock, observer);
    supervisors.add(supervisor);
    return supervisor;
  }

  /// Ends the processes of a program, and looks after them no longer.
  public void leave(Supervisor<?> supervisor) {
    supervisors.remove(supervisor);
    supervisor.close();
  }

  /// Ends the processes that nobody has asked for a while, and calls that take too long.
  public void look() {
    for (var supervisor : supervisors) {
      try {
        supervisor.rest(clock.instant());
        supervisor.hurry(clock.instant());
      } catch (RuntimeException e) {
        // A failure must keep neither the other processes nor the next round from being looked at.
        LOG.warn("cannot look after {}: {}", supervisor, e.toString());
      }
    }
  }

  /// Asks all calls that run to come to an end soon, and does not wait for it.
  public void stop() {
    for (var supervisor : supervisors)
      Thread.ofVirtual().name("stop").start(() -> supervisor.stop("the operator was told to end"));
  }

  /// Ends all processes. Calls that run are lost: stop them before.
  @Override
  public void close() {
    looks.shutdownNow();
    supervisors.forEach(Supervisor::close);
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
