package io.keelson.engine.planning.program;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.planning.program.ProgramRounds.Made;
import io.keelson.engine.program.Lookup;
import io.keelson.engine.program.Method;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.reading.ProgramFunctions;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.ProgramRequests;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.value.Value;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The programs that are started in the rounds of a plan: each when what it is given is there, and
/// once.
///
/// @rule R-PRG-20
final class StartedPrograms {
  private final RegisteredDraft draft;
  private final RunningPrograms programs;
  private final int parallelism;
  private final Set<InstanceAddress> unsure = ConcurrentHashMap.newKeySet();
  private final SortedMap<InstanceAddress, Value> given = new TreeMap<>();
  private volatile UndoneChanges undone = UndoneChanges.NONE;

  /// @param parallelism of the plan, which programs are told
  StartedPrograms(RegisteredDraft draft, RunningPrograms programs, int parallelism) {
    this.draft = draft;
    this.programs = programs;
    this.parallelism = parallelism;
  }

  /// Notes the plan of a round, before programs are told of it.
  void planned(Plan plan) {
    undone = UndoneChanges.of(plan);
  }

  /// Starts the programs whose inputs are there.
  ///
  /// @param running whether programs ran while the plan was made, so that no method was called
  void start(Made made, Snapshot snapshot, boolean running) {
    var requests =
        new ProgramRequests(
            snapshot, made.providers().available(), true, parallelism, programs::isStopped);
    made.given()
        .forEach((run, inputs) -> {
          if (isStarted(run) || !hasWhatItNeeds(run, made, snapshot)) return;
          if (running && needsAMethod(run, made, snapshot)) return;
          var provider = made.providers().toConverge(run.resource());
          if (provider.isEmpty() || draft.hasFailed(run.resource().in())) return;
          given.put(run, inputs);
          if (!inputs.whollyKnown()) unsure.add(run);
          programs.start(
              run,
              provider.get().programs(),
              requests.of(run, inputs),
              registrar(run, new ProgramFunctions(made.providers())));
        });
  }

  /// Answers what a run asks for, on its own thread.
  private Registrar registrar(InstanceAddress run, ProgramFunctions functions) {
    var program = draft.program(run);
    return new Registrar() {
      @Override
      public RegistrationAnswer register(Registration registration) {
        return programs.register(run, registration);
      }

      @Override
      public RegistrationAnswer call(
          String token, Value arguments, SortedSet<ResourceAddress> needs) {
        boolean early = undone.areNeeded(run, needs);
        return told(run, functions.call(run.component(), program, token, arguments, early));
      }

      @Override
      public RegistrationAnswer read(Lookup lookup) {
        boolean early = undone.areNeeded(run, lookup.needs());
        return told(run, functions.read(run.component(), program, lookup, early));
      }

      @Override
      public RegistrationAnswer call(Method method) {
        return told(run, functions.call(program, method));
      }
    };
  }

  private RegistrationAnswer told(InstanceAddress run, RegistrationAnswer answer) {
    if (answer instanceof RegistrationAnswer.Made(_, var result) && !result.whollyKnown())
      unsure.add(run);
    return answer;
  }

  /// Whether all other programs have run that it needs something of: of those that programs have
  /// registered, the runs that are related to it.
  ///
  /// @rule DEV-18
  private boolean hasWhatItNeeds(InstanceAddress run, Made made, Snapshot snapshot) {
    return needed(run, snapshot)
        .allMatch(need -> {
          var registered = draft.instances(need.resource());
          return registered.isEmpty()
              ? isComplete(need.resource(), made)
              : registered.stream()
                  .filter(each -> need.relates(run, each))
                  .allMatch(draft::hasEnded);
        });
  }

  private static boolean needsAMethod(InstanceAddress run, Made made, Snapshot snapshot) {
    return snapshot.dependencies().stored(run.resource()).stream()
        .map(each -> each.resource())
        .filter(each -> each.mode() == ResourceAddress.Mode.DATA)
        .anyMatch(each -> made.providers().schema(each).filter(Schema::isMethod).isPresent());
  }

  /// Whether it is going to run when others have.
  boolean waits(InstanceAddress run, Made made, Snapshot snapshot) {
    return made.given().containsKey(run)
        && needed(run, snapshot).anyMatch(need -> isRunning(need, run));
  }

  /// The runs of other programs that a program needs something of. Those around it wait for it.
  private static Stream<Dependency> needed(InstanceAddress run, Snapshot snapshot) {
    var path = run.resource().in();
    return snapshot.dependencies().stored(run.resource()).stream()
        .filter(each -> each.resource().mode() == ResourceAddress.Mode.PROGRAM)
        .filter(each -> !path.startsWith(each.resource().in()));
  }

  private boolean isRunning(Dependency need, InstanceAddress user) {
    return given.keySet().stream()
        .anyMatch(each ->
            each.resource().equals(need.resource())
                && need.relates(user, each)
                && !draft.hasEnded(each)
                && !draft.hasFailed(each.resource().in()));
  }

  boolean isStarted(InstanceAddress run) {
    return given.containsKey(run);
  }

  /// What a program that was started is given.
  Value given(InstanceAddress run) {
    return Objects.requireNonNull(given.get(run));
  }

  /// Notes that a program was told something that is not known, so that it may register more when
  /// it is.
  ///
  /// @rule R-PRG-23
  void unsure(InstanceAddress run) {
    unsure.add(run);
  }

  boolean isUnsure(InstanceAddress run) {
    return unsure.contains(run);
  }

  /// Whether all instances of a program have run.
  boolean isComplete(ResourceAddress run, Made made) {
    var instances = made.instances().get(run);
    return instances != null && draft.ended(run) == instances;
  }
}
