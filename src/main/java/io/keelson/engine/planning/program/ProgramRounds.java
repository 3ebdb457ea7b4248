package io.keelson.engine.planning.program;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.Registered;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// Plans a stack with programs. What is declared is planned first; then the programs run whose
/// inputs are there, and whatever they register is added, planned, and told to them, until all have
/// come to their ends. Each round is a whole plan of what is known then; the last one is the plan.
/// What a round found out about objects is not found out again where programs have only ended since
/// ([ProgramEnds]).
///
/// What providers answered in one round they are not asked again in the next, so that rounds take
/// no calls. A program's registrations that arrive together are planned together.
///
/// @rule R-PRG-20
/// @rule R-PRG-23
public final class ProgramRounds {
  private final Snapshot declared;
  private final PlanOptions options;
  private final Round round;
  private final RegisteredDraft draft;
  private final RunningPrograms programs;
  private final StartedPrograms runs;
  private final Set<InstanceAddress> refused = new HashSet<>();
  private final OpenRegistrations open;
  private final List<Diagnostic> problems = new ArrayList<>();

  /// Plans what is known.
  public interface Round {
    /// @param programsRun whether programs run that wait for the plan
    Made plan(Snapshot snapshot, PlanOptions options, boolean programsRun);
  }

  /// The plan of one round.
  ///
  /// @param given what those programs are given that have not run, by the addresses of their runs
  /// @param instances how often each program is there, where that is known
  public record Made(
      PlanOutcome outcome,
      SortedMap<InstanceAddress, Value> given,
      SortedMap<ResourceAddress, Integer> instances,
      ConfiguredProviders providers) {}

  private ProgramRounds(
      Snapshot declared,
      PlanOptions options,
      Round round,
      RegisteredDraft draft,
      RunningPrograms programs) {
    this.declared = declared;
    this.options = options;
    this.round = round;
    this.draft = draft;
    this.programs = programs;
    this.open = new OpenRegistrations(options);
    this.runs = new StartedPrograms(draft, programs, options.parallelism());
  }

  /// @param stop when the plan is not wanted any more
  /// @throws java.util.concurrent.CancellationException if it was stopped
  public static PlanOutcome plan(
      Snapshot declared, PlanOptions options, Providers providers, Round round, StopSignal stop) {
    try (var programs = new RunningPrograms(stop)) {
      return new ProgramRounds(
              declared,
              options,
              round,
              new RegisteredDraft(declared.config(), providers, options.limits()),
              programs)
          .plan();
    }
  }

  private PlanOutcome plan() {
    var wider = options.alsoAbout(components());
    while (true) {
      var snapshot = declared.registering(draft.registered());
      boolean running = programs.anyOpen();
      var made = round.plan(snapshot, wider, running);
      runs.planned(made.outcome().plan());
      open.answer(made.outcome(), snapshot, runs::unsure, problems::add);
      runs.start(made, snapshot, running);
      refuseWhatCannotRun(made, snapshot);
      boolean settled = noteComplete(made);
      if (programs.anyOpen()) {
        programs.next().forEach(event -> take(event, made));
        // What is complete now is used by the next round already, which may then be the last one.
        noteComplete(made);
      } else if (settled) return finished(made, wider);
    }
  }

  /// The components that programs say the content of. What is a target in them nobody knows before
  /// that is registered, so all of it is planned for the programs, with what they are given.
  private SortedSet<Target> components() {
    var all = new TreeSet<Target>();
    declared
        .config()
        .components()
        .forEach((path, config) -> {
          if (config.program().isPresent()) all.add(Target.of(path));
        });
    return all;
  }

  private PlanOutcome finished(Made last, PlanOptions wider) {
    var outcome =
        wider.equals(options)
            ? last.outcome()
            : round.plan(declared.registering(draft.registered()), options, false).outcome();
    if (problems.isEmpty()) return outcome;
    var all = new LinkedHashSet<>(outcome.diagnostics());
    all.addAll(problems);
    return new PlanOutcome(
        outcome.plan(),
        all.stream().sorted(Diagnostic.ORDER).toList(),
        outcome.given(),
        outcome.instances());
  }

  /// Tells those who wait for a program inside of theirs that it will not run: something is wrong
  /// with what it is given, or its provider is not configured yet, or another program that it needs
  /// does not run either. Of one that waits for what is left to a later plan, nothing is known.
  private void refuseWhatCannotRun(Made made, Snapshot snapshot) {
    for (InstanceAddress run : open.programs()) {
      if (runs.isStarted(run) || runs.waits(run, made, snapshot)) continue;
      if (open.putOff(run, made.outcome().plan(), snapshot, runs::unsure)) continue;
      made.outcome().diagnostics().stream().filter(Diagnostic::isError).forEach(problems::add);
      open.answer(
          run,
          new RegistrationAnswer.Failed(
              "The program of " + run.resource().in() + " cannot be run; the plan says why."));
    }
  }

  /// Notes the components all of whose programs have ended.
  ///
  /// @return whether nothing was new
  private boolean noteComplete(Made made) {
    boolean settled = true;
    for (ResourceAddress each : made.instances().keySet())
      if (runs.isComplete(each, made) && draft.complete(each.in())) settled = false;
    return settled;
  }

  private void take(ProgramEvent event, Made last) {
    switch (event) {
      case ProgramEvent.Registers(var run, var registration, var answer) -> {
        if (draft.hasFailed(run.resource().in())) {
          answer.complete(
              new RegistrationAnswer.Failed("The component cannot be used; the plan says why."));
          return;
        }
        switch (draft.add(run, registration)) {
          case RegisteredDraft.Added.Refused(var why) -> {
            problem(run, "Registration refused", why + " Nothing is planned for the component.");
            refused.add(run);
            answer.complete(new RegistrationAnswer.Failed(why));
          }
          case RegisteredDraft.Added.Planned(var at) -> open.add(at, run, answer);
        }
      }
      case ProgramEvent.Ended(var run, ProgramAnswer.Ended(var outputs, var warnings)) -> {
        problems.addAll(Diagnostic.about(Subject.of(run.resource().in()), warnings));
        // A program that goes on without what was refused has not said all that it meant.
        if (refused.contains(run)) failed(run, List.of());
        else ended(run, outputs, last.outcome());
      }
      case ProgramEvent.Ended(var run, ProgramAnswer.Failed(var why)) -> failed(run, why);
    }
  }

  private void problem(InstanceAddress run, String summary, String detail) {
    problems.add(Diagnostic.error(Code.PROGRAM, Subject.of(run.resource().in()), summary, detail));
  }

  private void ended(InstanceAddress run, Value outputs, PlanOutcome last) {
    var tooMuch = draft.objection(outputs);
    if (tooMuch.isPresent()) {
      problem(run, "Values too large", tooMuch.get() + " Nothing is planned for the component.");
      failed(run, List.of());
      return;
    }
    var value = Registered.Run.value(runs.given(run), outputs);
    boolean again = !outputs.whollyKnown() || changes(run, last);
    draft.ended(run, new Registered.Run(value, again));
    if (runs.isUnsure(run) || !outputs.whollyKnown()) keepUnregistered(run);
    open.registrant(run).filter(_ -> !outputs.whollyKnown()).ifPresent(runs::unsure);
    open.answer(run, new RegistrationAnswer.Made(Optional.of(run.resource()), outputs));
  }

  /// Whether anything is to be made or changed of what the program has registered, or programs in
  /// it have.
  private static boolean changes(InstanceAddress run, PlanOutcome outcome) {
    return outcome.plan().changes().values().stream()
        .filter(change -> change.object().instance().isIn(run.component()))
        .anyMatch(change -> !change.isNoOp() && change.after().isPresent());
  }

  /// What is registered only when a value is known may be missing now. It stays as it is; the run
  /// while applying decides nothing about it either, but the plan after that does.
  ///
  /// @rule R-PRG-23
  private void keepUnregistered(InstanceAddress run) {
    var config = declared.config().registering(draft.registered());
    for (InstanceAddress at :
        MovedState.of(config, declared.prior()).state().instances().keySet()) {
      if (!at.isIn(run.component()) || draft.registers(at.resource())) continue;
      draft.keep(at.resource());
      problems.add(
          Diagnostic.warning(
              Code.PROGRAM,
              Subject.of(at),
              "Not registered as long as values are unknown",
              "The program of its component has not registered it in this plan, in which not all"
                  + " values are known. It may do so when they are, so the object stays as it is."
                  + " The plan after this one decides."));
    }
  }

  private void failed(InstanceAddress run, List<Diagnostic> why) {
    var path = run.resource().in();
    problems.addAll(Diagnostic.about(Subject.of(path), why));
    draft.fail(path);
    open.answer(run, new RegistrationAnswer.Failed("The program of " + path + " has failed."));
    open.fail(path);
  }
}
