package io.keelson.engine.reading;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.program.Lookup;
import io.keelson.engine.program.Method;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Registrar;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Stream;

/// Knows the inputs of one run of a program, and finds again what is secret among them. Programs
/// carry that along where they work with outputs of their SDK, and lose it where a component takes
/// a plain value or takes the mark off: what repeats an input that came from a Secret is a secret
/// here in any case, and no name.
///
/// @rule R-SENS-11
final class SecretInputs implements Registrar {
  /// A shorter name may be that of a secret by chance, such as `admin`.
  private static final int SHORTEST = 6;

  private final ProgramRequest request;
  private final Registrar registrar;
  private final Unmarked inputs;
  private final Secrecy secrecy;
  private volatile boolean named;

  /// @param registrar gets what the program registers and asks
  SecretInputs(ProgramRequest request, Registrar registrar) {
    this.request = request;
    this.registrar = registrar;
    this.inputs = request.inputs().unmark();
    this.secrecy = Secrecy.of(request.inputs());
  }

  @Override
  public RegistrationAnswer register(Registration registration) {
    if (names(registration).anyMatch(name -> Sensitivity.repeated(name, inputs).marked())) {
      named = true;
      return new RegistrationAnswer.Failed(told().detail());
    }
    return registrar.register(registration.with(marked(registration.properties())));
  }

  /// Everything of a registration that plans, records and messages show.
  private static Stream<Value> names(Registration registration) {
    var options = registration.options();
    return Stream.of(
            registration.in().stream()
                .flatMap(each -> Stream.concat(Stream.of(each.name()), each.aliases().stream())),
            Stream.of(registration.name()),
            options.aliases().stream(),
            options.importId().stream())
        .flatMap(each -> each)
        .filter(each -> each.length() >= SHORTEST)
        .map(Value::text);
  }

  @Override
  public RegistrationAnswer read(Lookup lookup) {
    return registrar.read(
        new Lookup(
            lookup.in(), lookup.token(), lookup.name(), marked(lookup.key()), lookup.needs()));
  }

  @Override
  public RegistrationAnswer call(String token, Value arguments, SortedSet<ResourceAddress> needs) {
    return registrar.call(token, marked(arguments), needs);
  }

  @Override
  public RegistrationAnswer call(Method method) {
    return registrar.call(method);
  }

  /// The names of attributes are those of a schema.
  private Value marked(Value value) {
    return value instanceof Mapping object
        ? object.mapValues((_, each) -> Sensitivity.repeated(each, inputs))
        : value;
  }

  /// What became of the run, as it may be shown. A program that was refused a name has failed,
  /// whatever it made of that.
  ProgramAnswer shown(ProgramAnswer answer) {
    return switch (answer) {
      case ProgramAnswer.Ended _ when named -> new ProgramAnswer.Failed(List.of(told()));
      case ProgramAnswer.Ended(var outputs, var warnings) ->
          new ProgramAnswer.Ended(marked(outputs), secrecy.in(warnings));
      case ProgramAnswer.Failed(var why) -> {
        var all = new ArrayList<Diagnostic>();
        if (named) all.add(told());
        all.addAll(secrecy.in(why));
        yield new ProgramAnswer.Failed(all);
      }
    };
  }

  private Diagnostic told() {
    return Diagnostic.error(
        Code.PROGRAM,
        Subject.of(request.at().path()),
        "Secret in a name",
        "The program registers something in whose name, alias or id to import is an input that"
            + " came from a Secret. Everybody may see those. Give the component an input that"
            + " is no secret, or let the program take the name from something else.");
  }
}
