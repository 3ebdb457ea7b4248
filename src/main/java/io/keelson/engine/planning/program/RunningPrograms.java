package io.keelson.engine.planning.program;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Programs;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.reading.ProgramCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// The programs that run while a plan is made, each on a thread of its own. What they register
/// waits here until somebody takes it.
final class RunningPrograms implements AutoCloseable {
  /// How long to wait before the stop signal is looked at again.
  private static final long PATIENCE_MILLIS = 50;

  /// How long to wait for something else to happen. Programs register one right after the other
  /// what does not depend on each other, and to plan that together takes less than to plan it
  /// twice, also where the program is answered while it registers the rest.
  private static final long PAUSE_MILLIS = 5;

  /// The pause that is enough once so many things have happened one right after the other: a fast
  /// program that stops has come to its end, or waits for answers.
  private static final long SHORT_PAUSE_MILLIS = 1;

  private static final int FLUENT = 20;

  /// How many programs of the same depth run at once: each takes memory and open files, here and in
  /// the process of its provider.
  private static final int MOST_AT_ONCE = 100;

  /// How much is planned together at most.
  private static final int MOST_TOGETHER = 500;

  private static final RegistrationAnswer GIVEN_UP =
      new RegistrationAnswer.Failed("The plan that this belongs to is not made any more.");

  private final LinkedBlockingQueue<ProgramEvent> events = new LinkedBlockingQueue<>();
  private final Map<Thread, CompletableFuture<RegistrationAnswer>> waiting =
      new ConcurrentHashMap<>();

  /// By depth, since programs wait for those inside of them, and for no others.
  private final Map<Integer, Semaphore> turns = new ConcurrentHashMap<>();

  private final StopSignal stop;
  private volatile boolean closed;
  private int open;

  /// @param stop when the plan is not wanted any more
  RunningPrograms(StopSignal stop) {
    this.stop = stop;
  }

  /// Whether nobody waits for the programs any more.
  boolean isStopped() {
    return closed || stop.isSet();
  }

  /// @param registrar passes on to [#register] what is registered
  void start(InstanceAddress run, Programs programs, ProgramRequest request, Registrar registrar) {
    open++;
    Thread.ofVirtual()
        .name("program")
        .start(() ->
            events.add(new ProgramEvent.Ended(run, inTurn(run, programs, request, registrar))));
  }

  private ProgramAnswer inTurn(
      InstanceAddress run, Programs programs, ProgramRequest request, Registrar registrar) {
    var turn = turns.computeIfAbsent(run.resource().in().depth(), _ -> new Semaphore(MOST_AT_ONCE));
    turn.acquireUninterruptibly();
    try {
      return isStopped()
          ? new ProgramAnswer.Failed(List.of())
          : ProgramCall.run(programs, request, registrar);
    } finally {
      turn.release();
    }
  }

  /// Waits until somebody has taken, and answered, what a program registers.
  RegistrationAnswer register(InstanceAddress run, Registration registration) {
    var answer = new CompletableFuture<RegistrationAnswer>();
    waiting.put(Thread.currentThread(), answer);
    if (isStopped()) return GIVEN_UP;
    events.add(new ProgramEvent.Registers(run, registration, answer));
    try {
      return answer.join();
    } finally {
      waiting.remove(Thread.currentThread());
    }
  }

  /// Whether any program has not come to its end.
  boolean anyOpen() {
    return open > 0;
  }

  /// What has happened since the last time; waits until something has.
  ///
  /// @throws java.util.concurrent.CancellationException if the plan is not wanted any more
  List<ProgramEvent> next() {
    var all = new ArrayList<ProgramEvent>();
    while (all.isEmpty()) {
      stop.check();
      try {
        var first = events.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) gather(first, all);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        stop.set();
      }
    }
    return all;
  }

  /// Takes what happens until nothing more does, but not more than is planned together.
  private void gather(ProgramEvent first, List<ProgramEvent> all) throws InterruptedException {
    int inARow = 0;
    var event = first;
    while (event != null) {
      all.add(event);
      if (event instanceof ProgramEvent.Ended) open--;
      if (open == 0 || all.size() >= MOST_TOGETHER) return;
      event = events.poll(SHORT_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      if (event != null) {
        inARow++;
      } else if (inARow < FLUENT) {
        event = events.poll(PAUSE_MILLIS - SHORT_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        inARow = 0;
      }
    }
  }

  /// Answers whoever still waits.
  @Override
  public void close() {
    closed = true;
    waiting.values().forEach(each -> each.complete(GIVEN_UP));
  }
}
