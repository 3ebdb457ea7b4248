package io.keelson.engine.reading;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.load.body.KnownBody;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.program.Lookup;
import io.keelson.engine.program.Method;
import io.keelson.engine.program.ProgramAnswer;
import io.keelson.engine.program.Registration;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Calls functions and methods of providers for programs.
///
/// @rule R-PRG-26
public record ProgramFunctions(ConfiguredProviders providers) {
  /// What functions are called among the data of a component.
  private static final String CALL = "call";

  /// What a program asks for: a function, or an object by its id.
  ///
  /// @param in what it is a part of
  /// @param early whether something that it is asked after is not done yet
  private record Asked(
      ComponentInstance in, String token, String name, Value arguments, boolean early) {
    Asked {
      name = ResourceAddress.identifier(name);
    }

    InstanceAddress at(String type) {
      return new ResourceAddress(in.path(), ResourceAddress.Mode.DATA, type, name)
          .instance(new InstanceKey.None().within(in.keys()));
    }
  }

  /// A function of a provider.
  private record Function(String type, Schema schema) {}

  /// The result of a function; unknown as long as one of its arguments is.
  ///
  /// @param at the component that calls it
  /// @param program what the component is
  /// @param early whether something that it is called after is not done yet: then it is not called,
  ///   and its result is unknown
  /// @rule R-DATA-2
  public RegistrationAnswer call(
      ComponentInstance at,
      ComponentConfig.Program program,
      String token,
      Value arguments,
      boolean early) {
    return data(program, new Asked(at, token, CALL, arguments, early));
  }

  /// An object of others; unknown as long as its id is.
  ///
  /// @param at the component whose program reads it
  /// @param program what the component is
  /// @param early whether something that it is read after is not done yet: then it is not read, and
  ///   nothing of it is known
  /// @rule R-DATA-2
  public RegistrationAnswer read(
      ComponentInstance at, ComponentConfig.Program program, Lookup lookup, boolean early) {
    var in = at;
    for (String name : lookup.in()) in = in.component(name, new InstanceKey.None());
    return data(program, new Asked(in, lookup.token(), lookup.name(), lookup.key(), early));
  }

  private RegistrationAnswer data(ComponentConfig.Program program, Asked asked) {
    var token = asked.token();
    var configuration = program.configuration(Registration.packageOf(token));
    if (configuration.isEmpty()) return unconfigured(token);
    var function = function(configuration.get(), token);
    if (function.isEmpty())
      return failed("The provider of '" + configuration.get() + "' does not have " + token + ".");
    var provider = providers.configured(configuration.get());
    return provider.isEmpty()
        ? later(function.get().schema())
        : data(provider.get(), function.get(), asked);
  }

  /// The result of a method.
  ///
  /// @param program what the component is that calls it
  public RegistrationAnswer call(ComponentConfig.Program program, Method method) {
    var token = method.token();
    var configuration = program.configuration(Registration.packageOf(token));
    if (configuration.isEmpty()) return unconfigured(token);
    var provider = providers.configured(configuration.get());
    if (provider.isEmpty())
      return failed("The configuration of the provider of " + token + " is not known yet.");
    return switch (provider.get().programs().call(method)) {
      case ProgramAnswer.Ended(var result, _) ->
          new RegistrationAnswer.Made(Optional.empty(), result);
      case ProgramAnswer.Failed(var problems) ->
          failed(problems.stream().map(Diagnostic::detail).collect(Collectors.joining(" ")));
    };
  }

  private Optional<Function> function(String configuration, String token) {
    return Optional.ofNullable(providers.available().configurable().get(configuration))
        .flatMap(available ->
            available
                .typeOf(token)
                .flatMap(
                    type -> available.dataSchema(type).map(schema -> new Function(type, schema))));
  }

  private static RegistrationAnswer data(Provider provider, Function function, Asked asked) {
    var subject = Subject.of(asked.at(function.type()));
    return switch (KnownBody.of(function.schema(), asked.arguments(), subject)) {
      case Evaluated.Failed(var problems) -> failed(asked, problems);
      case Evaluated.Ok(var body) when asked.early() || !body.whollyKnown() ->
          later(function.schema());
      case Evaluated.Ok(var body) -> data(provider, function, asked, body.unmark());
    };
  }

  private static RegistrationAnswer data(
      Provider provider, Function function, Asked asked, Unmarked body) {
    var address = asked.at(function.type());
    return switch (provider.readData(function.type(), address, body)) {
      case Answer.Failed(var problems) -> failed(asked, problems);
      case Answer.Deferred<FoundData> _ -> later(function.schema());
      case Answer.Given(var found) ->
          new RegistrationAnswer.Made(
              Optional.empty(),
              Sensitivity.secret(
                  Sensitivity.marked(function.schema(), found.value(), body),
                  found.secret(),
                  address.toString()));
    };
  }

  private static RegistrationAnswer unconfigured(String token) {
    return failed(
        "The component has no provider configuration for "
            + token
            + ". Set providers."
            + Registration.packageOf(token)
            + " of the Component, or let the Stack have one.");
  }

  /// A result that cannot be told yet.
  private static RegistrationAnswer later(Schema schema) {
    return new RegistrationAnswer.Made(Optional.empty(), unknown(schema));
  }

  /// An object of which nothing is known.
  public static Value unknown(Schema schema) {
    var values = new Value[schema.type().size()];
    for (int i = 0; i < values.length; i++) values[i] = Value.unknown(schema.type().type(i));
    return Mapping.object(schema.type(), values);
  }

  /// What went wrong, without what is secret of the arguments.
  private static RegistrationAnswer failed(Asked asked, List<Diagnostic> problems) {
    var why =
        Secrecy.of(asked.arguments()).in(problems).stream()
            .filter(Diagnostic::isError)
            .map(each -> each.path().isRoot() ? each.detail() : each.path() + ": " + each.detail())
            .collect(Collectors.joining(" "));
    return failed(asked.token() + ": " + why);
  }

  private static RegistrationAnswer failed(String why) {
    return new RegistrationAnswer.Failed(why);
  }
}
