package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.Registered;
import io.keelson.engine.config.load.body.RegisteredContent;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Change;
import io.keelson.engine.program.Lookup;
import io.keelson.engine.program.Method;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.reading.ProgramFunctions;
import io.keelson.engine.reading.RegisteredNames;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;

/// Takes what one program registers while a plan is carried out: what was planned waits for its
/// step, everything else is refused.
///
/// @rule R-PRG-22
final class ProgramSession implements Registrar {
  private final ApplyRun run;
  private final AppliedPrograms programs;
  private final InstanceAddress at;
  private final ComponentConfig.Program program;
  private final RegisteredNames names;
  private final ProgramFunctions functions;

  /// @param at the address of the run
  ProgramSession(ApplyRun run, InstanceAddress at) {
    this.run = run;
    this.programs = run.programs();
    this.at = at;
    this.program =
        Objects.requireNonNull(run.snapshot().config().components().get(at.resource().in()))
            .program()
            .orElseThrow();
    this.names = new RegisteredNames(run.providers().available());
    this.functions = new ProgramFunctions(run.providers());
  }

  /// What it needs is done: the program was told of nothing that is not.
  @Override
  public RegistrationAnswer call(String token, Value arguments, SortedSet<ResourceAddress> needs) {
    return functions.call(at.component(), program, token, arguments, false);
  }

  @Override
  public RegistrationAnswer read(Lookup lookup) {
    return functions.read(at.component(), program, lookup, false);
  }

  @Override
  public RegistrationAnswer call(Method method) {
    return functions.call(program, method);
  }

  @Override
  public RegistrationAnswer register(Registration registration) {
    InstanceAddress about;
    try {
      about = names.of(at.component(), program, registration).at();
    } catch (IllegalArgumentException e) {
      return unplanned(registration, String.valueOf(e.getMessage()));
    }
    if (!programs.isAwaited(about))
      return unplanned(registration, about + " is not part of the plan");
    var content = RegisteredContent.of(registration);
    var planned =
        Objects.requireNonNull(run.snapshot().config().registered().properties().get(about));
    boolean agrees = isLeftOut(about) || RegisteredAgain.agrees(planned, content);
    if (!(agrees ? programs.arrived(about, content) : programs.refused(about)))
      return unplanned(registration, about + " is registered twice");
    if (!agrees) return otherwise(about);
    return AppliedPrograms.isRun(about) ? inner(about) : resource(about);
  }

  /// Whether the plan does nothing about it, whatever is registered: it may be made of what has
  /// been shown to the program as changed, which is left out, too.
  private boolean isLeftOut(InstanceAddress about) {
    return run.plan().partial()
        && !programs.runs(about)
        && run.change(ObjectRef.current(about)).isEmpty();
  }

  private RegistrationAnswer unplanned(Registration registration, String why) {
    run.applied()
        .report(
            List.of(
                programs
                    .surprises(at)
                    .blame(
                        Subject.of(at.resource().in()),
                        "the program",
                        "While the plan is carried out it registers "
                            + registration.token()
                            + " '"
                            + registration.name()
                            + "': "
                            + why
                            + ". Nothing is done for it; it is planned anew.")));
    return new RegistrationAnswer.Failed("It is not part of the plan that was approved.");
  }

  private RegistrationAnswer otherwise(InstanceAddress about) {
    run.applied()
        .report(
            List.of(
                programs
                    .surprises(at)
                    .blame(
                        Subject.of(about),
                        "the program of its component",
                        "It registers other properties than while planning. Nothing was done to"
                            + " the object; it is planned anew.")));
    return new RegistrationAnswer.Failed("It differs from the plan that was approved.");
  }

  private RegistrationAnswer resource(InstanceAddress about) {
    programs.waitForStep(about);
    return run.values()
        .ofRegistered(about)
        .map(value ->
            made(about, run.change(ObjectRef.current(about)).flatMap(Change::after), value))
        .orElseGet(() -> notThere(about));
  }

  private RegistrationAnswer notThere(InstanceAddress about) {
    return new RegistrationAnswer.Failed(
        isLeftOut(about)
            ? programs.surprises(at).leftOut(about.toString())
            : about + " is not done; the run says why.");
  }

  private RegistrationAnswer made(InstanceAddress about, Optional<Value> planned, Value value) {
    programs.surprises(at).told("'" + about + "'", planned, value);
    return new RegistrationAnswer.Made(Optional.of(about.resource()), value);
  }

  private RegistrationAnswer inner(InstanceAddress about) {
    var config = run.snapshot().config();
    var planned =
        Optional.ofNullable(config.registered().runs().get(about)).map(Registered.Run::value);
    var value = programs.value(about).or(() -> planned.map(Evaluated::of));
    if (isLeftOut(about) && !isKnown(value))
      return new RegistrationAnswer.Failed(
          programs.surprises(at).leftOut(about.component().toString()));
    if (!(value.orElse(null) instanceof Evaluated.Ok(Mapping object)))
      return new RegistrationAnswer.Failed(
          "The program of " + about.resource().in() + " has failed.");
    var names =
        Objects.requireNonNull(config.components().get(about.resource().in()))
            .body()
            .outputs()
            .keySet();
    return made(
        about,
        planned.filter(Mapping.class::isInstance).map(each -> outputs((Mapping) each, names)),
        outputs(object, names));
  }

  private static boolean isKnown(Optional<Evaluated> value) {
    return value.orElse(null) instanceof Evaluated.Ok(var known) && known.whollyKnown();
  }

  private static Value outputs(Mapping run, Set<String> names) {
    var outputs = new TreeMap<String, Value>();
    for (String name : names) {
      var each = run.get(name);
      if (each != null) outputs.put(name, each);
    }
    return Value.object(outputs);
  }
}
