package io.keelson.provider.plugin;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.provider.plugin.PluginSession.Stage;
import io.keelson.provider.plugin.process.ProviderProcess;
import io.keelson.provider.plugin.process.RunDirectory;
import io.keelson.provider.plugin.process.StartFailed;
import io.keelson.provider.plugin.proto.Tfplugin.StopProvider;
import io.keelson.provider.plugin.rpc.CallLimit;
import io.keelson.provider.plugin.rpc.Rpc;
import io.keelson.provider.plugin.schema.KnownSchemas;
import io.keelson.provider.plugin.schema.ProviderSchemas;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// At most one process that takes calls: started when it is needed, again after it ended, replaced
/// when it has answered many calls, and ended when nobody has asked it for a while.
final class Supervisor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

  /// For how long a process is given to runs that begin.
  private static final Duration FRESH = Duration.ofMinutes(10);

  /// Up to this many bytes of schemas a provider counts as a small one.
  private static final int SMALL = 1 << 20;

  private final PluginSettings settings;
  private final RunDirectory directories;
  private final EventLoopGroup loop;
  private final Clock clock;
  private final Reports reports;
  private final KnownSchemas known;
  private final ProcessObserver observer;
  private final CallLimit limit;
  private final RestartPause restart;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable PluginProcess running;

  /// Processes that get no calls any more, and still work on some.
  private final Set<PluginProcess> retired = new HashSet<>();

  private Optional<ProviderSchemas> schemas;
  private List<Diagnostic> lastFailure = List.of();
  private ProcessObserver.Reason next = ProcessObserver.Reason.NEEDED;
  private int leases;
  private boolean closed;

  /// @param known schemas of the same program need not be read again
  Supervisor(
      PluginSettings settings,
      RunDirectory directories,
      EventLoopGroup loop,
      Clock clock,
      Reports reports,
      KnownSchemas known,
      ProcessObserver observer) {
    this.observer = observer;
    this.settings = settings;
    this.directories = directories;
    this.loop = loop;
    this.clock = clock;
    this.reports = reports;
    this.known = known;
    this.limit = new CallLimit(settings.launch().longestCall(), CallLimit.Origin.PROVIDER);
    this.restart = new RestartPause(clock);
    this.schemas = known.of(settings.process().program());
  }

  /// The schemas, which stay the same from the first process on.
  ProviderSchemas schemas() throws Unusable {
    lock.lock();
    try {
      if (schemas.isEmpty()) running();
      return schemas.orElseThrow();
    } finally {
      lock.unlock();
    }
  }

  /// The process for one call, which has to [#leave] it.
  ///
  /// @param timeout after which the call is to come to an end, where that is before the limit of
  ///   all calls
  RunningCall enter(Stage stage, Optional<Duration> timeout) throws Unusable {
    RunningCall call;
    lock.lock();
    try {
      var process = running();
      call = new RunningCall(process, process.calls().enter(clock.instant(), limit(timeout)));
      if (PluginProcess.isWornBy(call) && leases == 0)
        Thread.startVirtualThread(() -> replace(process));
    } finally {
      lock.unlock();
    }
    try {
      if (stage == Stage.CONFIGURED) call.process().configure();
      if (timeout.isPresent()) call.process().calls().begin(call.number(), clock.instant());
      return call;
    } catch (Unusable e) {
      // A provider is configured once: the next try needs a new process.
      failed(call.process(), e.diagnostics());
      leave(call);
      throw e;
    }
  }

  private CallLimit limit(Optional<Duration> timeout) {
    return timeout
        .filter(declared -> declared.compareTo(limit.longest()) < 0)
        .map(declared -> new CallLimit(declared, CallLimit.Origin.RESOURCE))
        .orElse(limit);
  }

  void leave(RunningCall call) {
    if (call.process().calls().leave(call.number(), clock.instant())) end(call.process());
  }

  /// A call was answered.
  void worked() {
    lock.lock();
    try {
      restart.worked();
    } finally {
      lock.unlock();
    }
  }

  /// Something was opened that may live in the process: it is neither replaced nor ended for being
  /// idle before that is [#released].
  void leased() {
    lease(1);
  }

  void released() {
    lease(-1);
  }

  private void lease(int more) {
    lock.lock();
    try {
      leases += more;
    } finally {
      lock.unlock();
    }
  }

  /// The process, started if there is none. With the lock.
  private PluginProcess running() throws Unusable {
    if (closed) throw new IllegalStateException("the session is closed");
    var current = running;
    if (current != null && current.isAlive()) return current;
    if (current != null) {
      retire(current);
      next = ProcessObserver.Reason.FAILED;
    }
    if (restart.pause().isPositive()) throw new Unusable(lastFailure);
    try {
      var process = started(schemas, next);
      next = ProcessObserver.Reason.NEEDED;
      schemas = Optional.of(known.share(settings.process().program(), process.schemas()));
      running = process;
      return process;
    } catch (Unusable e) {
      failedWith(e.diagnostics());
      throw e;
    }
  }

  /// A new process that has its schemas.
  private PluginProcess started(Optional<ProviderSchemas> before, ProcessObserver.Reason reason)
      throws Unusable {
    boolean small = before.isPresent() && before.get().bytes() <= SMALL;
    var changed = settings.verification().get();
    if (changed.isPresent())
      throw new Unusable(List.of(reports.problem("The provider is not started", changed.get())));
    var launch = small ? settings.launch().roomy() : settings.launch();
    try {
      var process = ProviderProcess.start(launch, directories, loop, reports.redaction());
      var started = new PluginProcess(settings, reports, process, clock.instant());
      started.readSchemas(before);
      observer.started(settings.source(), reason);
      process.whenEnded(() -> observer.ended(settings.source()));
      return started;
    } catch (StartFailed e) {
      var summary = "The provider does not start";
      throw new Unusable(
          List.of(
              e.mayPass()
                  ? reports.problem(summary, e.reason())
                  : reports.unfit(summary, e.reason())));
    }
  }

  /// Puts a new process in the place of one that has answered many calls. That one goes on until
  /// the new one is ready, and also if it does not get ready.
  private void replace(PluginProcess old) {
    try {
      var fresh = started(Optional.of(schemas()), ProcessObserver.Reason.WORN);
      boolean taken = false;
      try {
        fresh.configureLike(old);
        taken = takeOver(old, fresh);
      } finally {
        if (!taken) fresh.close();
      }
      if (taken) retire(old);
    } catch (Unusable e) {
      LOG.info(
          "{}: {}. The process that there is goes on", settings.launch().name(), e.getMessage());
    }
  }

  private boolean takeOver(PluginProcess old, PluginProcess fresh) {
    lock.lock();
    try {
      if (closed || running != old || leases > 0) return false;
      running = fresh;
      retired.add(old);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Gives no more calls to a process that has failed.
  void failed(PluginProcess process, List<Diagnostic> diagnostics) {
    if (!retire(process)) return;
    lock.lock();
    try {
      failedWith(diagnostics);
    } finally {
      lock.unlock();
    }
  }

  /// With the lock.
  private void failedWith(List<Diagnostic> diagnostics) {
    restart.failed();
    lastFailure = diagnostics;
    next = ProcessObserver.Reason.FAILED;
  }

  /// No call gets to this process any more; it ends after those that run.
  ///
  /// @return whether it was in use until now
  private boolean retire(PluginProcess process) {
    boolean first;
    lock.lock();
    try {
      first = running == process;
      if (first) {
        running = null;
        retired.add(process);
      }
    } finally {
      lock.unlock();
    }
    if (process.calls().retire()) end(process);
    return first;
  }

  private void end(PluginProcess process) {
    process.close();
    lock.lock();
    try {
      retired.remove(process);
    } finally {
      lock.unlock();
    }
  }

  /// How many calls run.
  int calls() {
    return all().stream().mapToInt(each -> each.calls().count()).sum();
  }

  /// Asks the calls that run to come to an end. No process survives it: a new one has no memory of
  /// having been stopped.
  ///
  /// @param why a clause
  void stop(String why) {
    all().forEach(process -> stop(process, why));
  }

  private void stop(PluginProcess process, String why) {
    process.stop(why, clock.instant());
    askToStop(process);
  }

  private void askToStop(PluginProcess process) {
    process.connection().call(Rpc.STOP, StopProvider.Request.getDefaultInstance(), STOP_PATIENCE);
    retire(process);
  }

  /// Ends calls that take longer than they may. Asking a process to stop ends all its calls; most
  /// of them then tell what they have done. One that does not even come to an end then is lost.
  void hurry(Instant now) {
    for (var process : all())
      switch (process.calls().measure(now)) {
        case RunningCalls.Measure.None _ -> {}
        case RunningCalls.Measure.Retire _ -> empty(process);
        case RunningCalls.Measure.Stop(var late) -> {
          LOG.warn("{}: {}; it is asked to stop", settings.launch().name(), late.reason());
          process.stop(late.reason(), now);
          Thread.ofVirtual().name("stop").start(() -> askToStop(process));
        }
        case RunningCalls.Measure.End(var late) -> process.giveUp(late.end());
      }
  }

  /// No call gets to a process in which one is late. One process at a time: whoever declares short
  /// timeouts must not make others have a process for each of their calls.
  private void empty(PluginProcess process) {
    lock.lock();
    try {
      if (!retired.isEmpty()) return;
    } finally {
      lock.unlock();
    }
    retire(process);
  }

  private List<PluginProcess> all() {
    lock.lock();
    try {
      var all = new ArrayList<>(retired);
      if (running != null) all.add(running);
      return all;
    } finally {
      lock.unlock();
    }
  }

  /// A run begins. What a process has learned about the world, such as which kinds an API server
  /// has, it may hold on to while it lives; providers are written for a host that starts them for
  /// each run. So a process that has changed something, refused or deferred is not asked again in
  /// the next run, and no process for ever.
  void begin() {
    var oldest = clock.instant().minus(FRESH);
    unleased(process -> process.isOutdated(oldest)).ifPresent(this::retire);
  }

  /// Ends the process if nobody has asked it for as long as the settings say.
  void rest(Instant now) {
    var since = now.minus(settings.idle());
    unleased(process -> process.calls().isIdle(since)).ifPresent(this::retire);
  }

  private Optional<PluginProcess> unleased(Predicate<PluginProcess> wanted) {
    lock.lock();
    try {
      return Optional.ofNullable(running).filter(each -> leases == 0 && wanted.test(each));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    List<PluginProcess> last;
    lock.lock();
    try {
      closed = true;
      last = all();
      running = null;
    } finally {
      lock.unlock();
    }
    last.forEach(PluginProcess::close);
  }
}
