package io.keelson.provider.plugin.supervision;

import io.keelson.engine.diagnostic.Diagnostic;
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
///
/// @param <P> the processes
public final class Supervisor<P extends ProgramProcess> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

  /// For how long a process is given to runs that begin.
  private static final Duration FRESH = Duration.ofMinutes(10);

  private final Supervision supervision;
  private final ProcessStart<P> starts;
  private final Clock clock;
  private final ProcessObserver observer;
  private final CallLimit limit;
  private final RestartPause restart;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable SupervisedProcess<P> running;

  /// Processes that get no calls any more, and still work on some.
  private final Set<SupervisedProcess<P>> retired = new HashSet<>();

  private List<Diagnostic> lastFailure = List.of();
  private ProcessObserver.Reason next = ProcessObserver.Reason.NEEDED;
  private int leases;
  private boolean closed;

  public Supervisor(
      Supervision supervision, ProcessStart<P> starts, Clock clock, ProcessObserver observer) {
    this.supervision = supervision;
    this.starts = starts;
    this.clock = clock;
    this.observer = observer;
    this.limit = new CallLimit(supervision.longestCall(), CallLimit.Origin.PROVIDER);
    this.restart = new RestartPause(clock);
  }

  /// Sees to it that there is a process that has been started.
  public void start() throws Unusable {
    lock.lock();
    try {
      running();
    } finally {
      lock.unlock();
    }
  }

  /// The process for one call, which has to [#leave] it.
  ///
  /// @param timeout after which the call is to come to an end, where that is before the limit of
  ///   all calls
  /// @param origin of the timeout
  public RunningCall<P> enter(Stage stage, Optional<Duration> timeout, CallLimit.Origin origin)
      throws Unusable {
    var call = enter(stage, limit(timeout, origin));
    if (timeout.isPresent()) call.process().calls().begin(call.number(), clock.instant());
    return call;
  }

  /// The process for a call during which the process asks its host for things, and waits for the
  /// answers: [#pause], [#resume]. The limit of all calls holds for each time in between.
  public RunningCall<P> enterTalk(Stage stage) throws Unusable {
    return enter(stage, new CallLimit(limit.longest(), CallLimit.Origin.SILENCE));
  }

  private RunningCall<P> enter(Stage stage, CallLimit limited) throws Unusable {
    RunningCall<P> call;
    lock.lock();
    try {
      var process = running();
      call = new RunningCall<>(process, process.calls().enter(clock.instant(), limited));
      if (SupervisedProcess.isWornBy(call) && leases == 0)
        Thread.startVirtualThread(() -> replace(process));
    } finally {
      lock.unlock();
    }
    try {
      if (stage == Stage.CONFIGURED) call.process().program().configure();
      return call;
    } catch (Unusable e) {
      // A provider is configured once: the next try needs a new process.
      failed(call.process(), e.diagnostics());
      leave(call);
      throw e;
    }
  }

  private CallLimit limit(Optional<Duration> timeout, CallLimit.Origin origin) {
    return timeout
        .filter(declared -> declared.compareTo(limit.longest()) < 0)
        .map(declared -> new CallLimit(declared, origin))
        .orElse(limit);
  }

  public void leave(RunningCall<P> call) {
    if (call.process().calls().leave(call.number(), clock.instant())) end(call.process());
  }

  /// The call waits for its host: its time stands still.
  public void pause(RunningCall<P> call) {
    call.process().calls().pause(call.number());
  }

  /// The call got its answer and goes on: its time begins anew.
  public void resume(RunningCall<P> call) {
    call.process().calls().begin(call.number(), clock.instant());
  }

  /// Nobody waits for the call any more, and it may go on for ever: no other gets to its process,
  /// which ends after those that run.
  public void abandon(RunningCall<P> call) {
    retire(call.process());
  }

  /// A call was answered.
  public void worked() {
    lock.lock();
    try {
      restart.worked();
    } finally {
      lock.unlock();
    }
  }

  /// Something was opened that may live in the process: it is neither replaced nor ended for being
  /// idle before that is [#released].
  public void leased() {
    lease(1);
  }

  public void released() {
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
  private SupervisedProcess<P> running() throws Unusable {
    if (closed) throw new IllegalStateException("the session is closed");
    var current = running;
    if (current != null && current.program().isAlive()) return current;
    if (current != null) {
      retire(current);
      next = ProcessObserver.Reason.FAILED;
    }
    if (restart.pause().isPositive()) throw new Unusable(lastFailure);
    try {
      var process = started(next);
      next = ProcessObserver.Reason.NEEDED;
      running = process;
      return process;
    } catch (Unusable e) {
      failedWith(e.diagnostics());
      throw e;
    }
  }

  private SupervisedProcess<P> started(ProcessObserver.Reason reason) throws Unusable {
    var program = starts.start();
    observer.started(supervision.source(), reason);
    program.whenEnded(() -> observer.ended(supervision.source()));
    return new SupervisedProcess<>(program, clock.instant());
  }

  /// Puts a new process in the place of one that has answered many calls. That one goes on until
  /// the new one is ready, and also if it does not get ready.
  private void replace(SupervisedProcess<P> old) {
    try {
      var fresh = started(ProcessObserver.Reason.WORN);
      boolean taken = false;
      try {
        fresh.configureLike(old);
        taken = takeOver(old, fresh);
      } finally {
        if (!taken) fresh.program().close();
      }
      if (taken) retire(old);
    } catch (Unusable e) {
      LOG.info("{}: {}. The process that there is goes on", supervision.name(), e.getMessage());
    }
  }

  private boolean takeOver(SupervisedProcess<P> old, SupervisedProcess<P> fresh) {
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
  public void failed(SupervisedProcess<P> process, List<Diagnostic> diagnostics) {
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
  private boolean retire(SupervisedProcess<P> process) {
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

  private void end(SupervisedProcess<P> process) {
    process.program().close();
    lock.lock();
    try {
      retired.remove(process);
    } finally {
      lock.unlock();
    }
  }

  /// How many calls run.
  public int calls() {
    return all().stream().mapToInt(each -> each.calls().count()).sum();
  }

  /// Asks the calls that run to come to an end. No process survives it: a new one has no memory of
  /// having been stopped.
  ///
  /// @param why a clause
  public void stop(String why) {
    all().forEach(process -> stop(process, why));
  }

  private void stop(SupervisedProcess<P> process, String why) {
    process.stop(why, clock.instant());
    askToStop(process);
  }

  private void askToStop(SupervisedProcess<P> process) {
    process.program().askToStop(STOP_PATIENCE);
    retire(process);
  }

  /// Ends calls that take longer than they may. Asking a process to stop ends all its calls; most
  /// of them then tell what they have done. One that does not even come to an end then is lost.
  public void hurry(Instant now) {
    for (var process : all())
      switch (process.calls().measure(now)) {
        case RunningCalls.Measure.None _ -> {}
        case RunningCalls.Measure.Retire _ -> empty(process);
        case RunningCalls.Measure.Stop(var late) -> {
          LOG.warn("{}: {}; it is asked to stop", supervision.name(), late.reason());
          process.stop(late.reason(), now);
          Thread.ofVirtual().name("stop").start(() -> askToStop(process));
        }
        case RunningCalls.Measure.End(var late) -> process.giveUp(late.end());
      }
  }

  /// No call gets to a process in which one is late. One process at a time: whoever declares short
  /// timeouts must not make others have a process for each of their calls.
  private void empty(SupervisedProcess<P> process) {
    lock.lock();
    try {
      if (!retired.isEmpty()) return;
    } finally {
      lock.unlock();
    }
    retire(process);
  }

  private List<SupervisedProcess<P>> all() {
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
  public void begin() {
    var oldest = clock.instant().minus(FRESH);
    unleased(process -> process.isOutdated(oldest)).ifPresent(this::retire);
  }

  /// Ends the process if nobody has asked it for as long as the settings say.
  public void rest(Instant now) {
    var since = now.minus(supervision.idle());
    unleased(process -> process.calls().isIdle(since)).ifPresent(this::retire);
  }

  private Optional<SupervisedProcess<P>> unleased(Predicate<SupervisedProcess<P>> wanted) {
    lock.lock();
    try {
      return Optional.ofNullable(running).filter(each -> leases == 0 && wanted.test(each));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    List<SupervisedProcess<P>> last;
    lock.lock();
    try {
      closed = true;
      last = all();
      running = null;
    } finally {
      lock.unlock();
    }
    last.forEach(process -> process.program().close());
  }

  /// For messages.
  @Override
  public String toString() {
    return supervision.name();
  }
}
