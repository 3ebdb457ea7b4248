package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Registered;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Step;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Programs;
import io.keelson.engine.reading.ProgramCall;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The programs that run once more while a plan is carried out. Each registers again what it has
/// registered while planning, and is told what became of it when that is done. What was not planned
/// is not done.
///
/// @rule R-PRG-22
final class AppliedPrograms {
  private final ApplyRun run;
  private final StackConfig config;
  private final Registered planned;
  private final MethodTurn methods;
  private final Map<InstanceAddress, Running> running = new ConcurrentHashMap<>();
  private final SortedMap<InstanceAddress, Awaited> awaited = new TreeMap<>();
  private final Set<InstanceAddress> refused = ConcurrentHashMap.newKeySet();

  /// One program that runs again.
  ///
  /// @param inputs what it was given; empty before it has started
  private record Running(
      CompletableFuture<Value> inputs,
      CompletableFuture<ProgramAnswer> end,
      ProgramSurprises surprises) {
    Running() {
      this(new CompletableFuture<>(), new CompletableFuture<>(), new ProgramSurprises());
    }
  }

  /// Something that is registered again.
  ///
  /// @param by the run of the program that registers it
  /// @param arrival its properties as they are now; null if it is not registered any more
  /// @param done when its step has ended, well or not; at once if there is none
  private record Awaited(
      InstanceAddress by,
      CompletableFuture<Optional<Value>> arrival,
      CompletableFuture<Void> done) {}

  AppliedPrograms(ApplyRun run) {
    this.run = run;
    this.config = run.snapshot().config();
    this.planned = config.registered();
    this.methods = new MethodTurn(run);
    for (Step step : run.plan().steps().nodes())
      if (step instanceof Step.Read(var at) && isRun(at)) running.put(at, new Running());
    if (running.isEmpty()) return;
    planned.properties().keySet().forEach(this::await);
    for (Step step : run.plan().steps().nodes())
      if (step instanceof Step.Converge(var at) && awaited.containsKey(at))
        awaited.computeIfPresent(
            at, (_, each) -> new Awaited(each.by(), each.arrival(), new CompletableFuture<>()));
  }

  private void await(InstanceAddress at) {
    var by = registrant(at);
    if (by.filter(running::containsKey).isPresent())
      awaited.put(
          at,
          new Awaited(
              by.get(), new CompletableFuture<>(), CompletableFuture.completedFuture(null)));
  }

  /// The run of the program that has registered something.
  private Optional<InstanceAddress> registrant(InstanceAddress at) {
    return config
        .registrant(at.resource())
        .map(run ->
            run.instance(new InstanceKey.None().within(at.key().components(run.in().depth()))));
  }

  static boolean isRun(InstanceAddress at) {
    return at.resource().mode() == ResourceAddress.Mode.PROGRAM;
  }

  /// What a step has to wait for: that its program registers what it is about, or, if it calls a
  /// method, that another program ends. Empty if it need not wait.
  Optional<CompletableFuture<?>> waitsFor(Step step) {
    return registered(step)
        .map(awaited::get)
        .map(Awaited::arrival)
        .filter(each -> !each.isDone())
        .<CompletableFuture<?>>map(Function.identity())
        .or(() -> methods.comesAfter(step, open()).map(running::get).map(Running::end));
  }

  /// The runs of the programs that have started and not ended.
  private List<InstanceAddress> open() {
    return running.entrySet().stream()
        .filter(each -> each.getValue().inputs().isDone() && !each.getValue().end().isDone())
        .map(Map.Entry::getKey)
        .toList();
  }

  /// What is to be registered before a step. That of a check is as well, though its program does
  /// not wait for the check.
  private static Optional<InstanceAddress> registered(Step step) {
    return step instanceof Step.Check(var at) ? Optional.of(at) : subject(step);
  }

  /// What is to be registered before a step that its program waits for. An object that goes before
  /// its replacement is made does not wait for that: what needs it goes before, and would be
  /// registered only after the new one.
  static Optional<InstanceAddress> subject(Step step) {
    return switch (step) {
      case Step.Converge(var at) -> Optional.of(at);
      case Step.Read(var at) -> Optional.of(at);
      case Step.Destroy _, Step.Check _, Step.Forget _, Step.Barrier _ -> Optional.empty();
    };
  }

  /// Why a step cannot be carried out: its program has not registered what it is about, as it was
  /// planned. Empty if it has; nothing is said where that is told already, or the program has
  /// failed, which is told of itself.
  Optional<List<Diagnostic>> objection(Step step) {
    return registered(step)
        .flatMap(at ->
            Optional.ofNullable(awaited.get(at))
                .filter(each -> each.arrival().join().isEmpty())
                .map(each -> isTold(at, each) ? List.of() : missing(at, each)));
  }

  private boolean isTold(InstanceAddress at, Awaited each) {
    return refused.contains(at) || hasFailed(each.by());
  }

  private boolean hasFailed(InstanceAddress by) {
    var end = Objects.requireNonNull(running.get(by)).end();
    return end.getNow(new ProgramAnswer.Failed(List.of())) instanceof ProgramAnswer.Failed;
  }

  /// Whether the program of a run runs again.
  boolean runs(InstanceAddress at) {
    return running.containsKey(at);
  }

  /// Whether a program that runs again is to register something.
  boolean isAwaited(InstanceAddress at) {
    return awaited.containsKey(at);
  }

  /// Notes that a program has registered something.
  ///
  /// @return whether it had not before
  boolean arrived(InstanceAddress at, Value content) {
    return Objects.requireNonNull(awaited.get(at)).arrival().complete(Optional.of(content));
  }

  /// Notes that a program has registered something otherwise than while planning.
  ///
  /// @return whether it had not registered it before
  boolean refused(InstanceAddress at) {
    refused.add(at);
    return Objects.requireNonNull(awaited.get(at)).arrival().complete(Optional.empty());
  }

  /// What a program that runs again is told otherwise than the plan showed it.
  ProgramSurprises surprises(InstanceAddress by) {
    return Objects.requireNonNull(running.get(by)).surprises();
  }

  /// Waits until the step of something has ended, if there is one.
  void waitForStep(InstanceAddress at) {
    Objects.requireNonNull(awaited.get(at)).done().join();
  }

  /// What a program has registered by now, or while planning if it does not run again.
  Optional<Value> registered(InstanceAddress at) {
    var waits = awaited.get(at);
    var now = waits == null ? null : waits.arrival().getNow(null);
    return now == null ? Optional.ofNullable(planned.properties().get(at)) : now;
  }

  /// Starts the program of a run.
  void start(InstanceAddress at, Programs programs, ProgramRequest request) {
    var mine = Objects.requireNonNull(running.get(at));
    mine.inputs().complete(request.inputs());
    var before = planned.runs().get(at);
    var component = Objects.requireNonNull(config.components().get(at.resource().in()));
    if (before != null)
      mine.surprises().given(before.value(), request.inputs(), component.body().outputs().keySet());
    var registrar = new ProgramSession(run, at);
    Thread.ofVirtual()
        .name("program")
        .start(() -> ended(at, ProgramCall.run(programs, request, registrar)));
  }

  /// Ends a run: nothing more comes of it.
  private void ended(InstanceAddress at, ProgramAnswer answer) {
    Objects.requireNonNull(running.get(at)).end().complete(answer);
    awaited.forEach((_, each) -> {
      if (each.by().equals(at)) each.arrival().complete(Optional.empty());
    });
  }

  /// Notes that a step has ended, or will never be begun.
  void ended(Step step) {
    switch (step) {
      case Step.Converge(var at) -> {
        var waits = awaited.get(at);
        if (waits != null) waits.done().complete(null);
      }
      case Step.Read(var at) -> {
        var mine = running.get(at);
        if (mine != null && !mine.inputs().isDone())
          ended(at, new ProgramAnswer.Failed(List.of(notRun(at))));
      }
      case Step.Check _, Step.Destroy _, Step.Forget _, Step.Barrier _ -> {}
    }
  }

  private static Diagnostic notRun(InstanceAddress at) {
    return Diagnostic.error(
        Code.PROGRAM,
        Subject.of(at.resource().in()),
        "The program was not run",
        "Something that it needs is not done. What it registers is planned anew.");
  }

  /// What the program of a run gives, when it has come to its end; empty if it does not run again.
  Optional<Evaluated> value(InstanceAddress at) {
    var mine = running.get(at);
    if (mine == null) return Optional.empty();
    return Optional.of(
        switch (mine.end().join()) {
          case ProgramAnswer.Failed(var why) ->
              new Evaluated.Failed(Diagnostic.about(Subject.of(at.resource().in()), why));
          case ProgramAnswer.Ended(var outputs, _) ->
              Evaluated.of(Registered.Run.value(mine.inputs().join(), outputs));
        });
  }

  /// Waits until all programs have ended, and tells what was wrong with them.
  List<Diagnostic> close() {
    var problems = new ArrayList<Diagnostic>();
    running.forEach((at, mine) -> {
      var component = at.resource().in();
      if (!mine.inputs().isDone()) return;
      switch (mine.end().join()) {
        case ProgramAnswer.Failed(var why) ->
            problems.addAll(mine.surprises().failure(component, why));
        case ProgramAnswer.Ended(_, var warnings) ->
            problems.addAll(Diagnostic.about(Subject.of(component), warnings));
      }
    });
    awaited.forEach((at, each) -> {
      if (!isTold(at, each) && each.arrival().getNow(Optional.empty()).isEmpty())
        problems.addAll(missing(at, each));
    });
    return problems;
  }

  private List<Diagnostic> missing(InstanceAddress at, Awaited awaited) {
    return List.of(
        surprises(awaited.by())
            .blame(
                Subject.of(at),
                "the program of its component",
                "While planning it has registered this, but not while the plan is carried out."
                    + " Nothing was done to the object; it is planned anew."));
  }
}
