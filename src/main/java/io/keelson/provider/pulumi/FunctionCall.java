package io.keelson.provider.pulumi;

import com.google.protobuf.Struct;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.program.ProgramRequest.Surroundings;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.provider.MethodRequest;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.program.UserCall;
import io.keelson.provider.pulumi.proto.Pulumi.CheckFailure;
import io.keelson.provider.pulumi.proto.Pulumi.InvokeRequest;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import io.keelson.provider.pulumi.schema.FunctionSchema;
import io.keelson.provider.pulumi.value.PropertyValues;
import io.keelson.provider.pulumi.value.ValueProperties;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyReader;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Calls a function of a provider, which is a data source here.
record FunctionCall(PulumiSession session, FunctionSchema function) {

  Answer<FoundData> read(Unmarked config) {
    var deferral = session.deferral();
    if (deferral.isPresent()) return new Answer.Deferred<>(deferral.get());
    var marked = Sensitivity.marked(function.schema(), config.value(), config);
    var arguments =
        function.rules().filledIn(marked) instanceof Mapping object
            ? ValueProperties.given(object)
            : Property.Fields.EMPTY;
    session.hide(arguments);
    return session
        .ask(
            PulumiRpc.INVOKE,
            can ->
                InvokeRequest.newBuilder()
                    .setTok(function.token())
                    .setArgs(new PropertyWriter(can.accepted()).write(arguments))
                    .build(),
            Optional.empty())
        .either(
            answered ->
                found(
                    arguments,
                    config,
                    answered.answer().getFailuresList(),
                    answered.answer().getReturn()),
            Answer.Failed::new);
  }

  /// Calls a method of a component.
  ///
  /// @param receiver the token of its type
  /// @rule R-PRG-26
  Answer<FoundData> call(MethodRequest request, String receiver, StackNames stack) {
    var deferral = session.deferral();
    if (deferral.isPresent()) return new Answer.Deferred<>(deferral.get());
    var attribute = function.schema().receiver().orElseThrow().attribute();
    var config = request.config();
    if (!(function.rules().filledIn(Sensitivity.marked(function.schema(), config.value(), config))
        instanceof Mapping marked))
      throw new IllegalArgumentException("no object: " + request.type());
    var outputs = Objects.requireNonNull(marked.get(attribute));
    var component =
        new UserCall.Receiver(receiver, request.receiver(), outputs, request.functions());
    var around =
        new Surroundings(stack.project(), stack.name(), request.planning(), 1, () -> false);
    try (var call =
        UserCall.start(
            session.loop(),
            function.token(),
            component,
            without(attribute, marked),
            around,
            session::hide)) {
      return called(call, config);
    } catch (IOException e) {
      return Answer.failed(
          session
              .reports()
              .problem(
                  "The method is not called",
                  "There is no port for what it asks. Is the operator out of ports or of files? It"
                      + " is tried again."));
    }
  }

  private Answer<FoundData> called(UserCall call, Unmarked config) {
    var outcome = session.talk(PulumiRpc.CALL, (talk, can) -> call.begin(can.accepted(), talk));
    call.monitor()
        .broken()
        .ifPresent(e -> {
          throw e;
        });
    var refused =
        call.monitor().refusals().stream()
            .map(why -> session.reports().problem("The method asks for what is not there", why))
            .toList();
    if (!refused.isEmpty()) return new Answer.Failed<>(refused);
    return outcome.either(
        answered ->
            found(
                call.arguments(),
                config,
                answered.answer().getFailuresList(),
                answered.answer().getReturn()),
        Answer.Failed::new);
  }

  private static Mapping without(String attribute, Mapping object) {
    var rest = new TreeMap<>(object.entries());
    rest.remove(attribute);
    return Value.object(rest);
  }

  private Answer<FoundData> found(
      Property.Fields arguments, Unmarked config, List<CheckFailure> failures, Struct answer) {
    if (!failures.isEmpty()) return new Answer.Failed<>(session.reports().failures(failures));
    try {
      var result = SecretEcho.marked(arguments, PropertyReader.read(answer));
      var read = PropertyValues.object(named(result), function.schema().type()).unmark();
      var value = read.value();
      if (!value.whollyKnown())
        throw MalformedProperty.whole("something in it is unknown, although it was read");
      return Answer.of(
          new FoundData(given(value, config.value()), secret(read, config), List.of()));
    } catch (MalformedProperty e) {
      return Answer.failed(session.reports().malformed(e));
    }
  }

  /// What is made of a secret may tell it, as SDKs have it.
  private SortedSet<AttributePath> secret(Unmarked read, Unmarked config) {
    var secret = new TreeSet<>(Sensitivity.paths(read).secret());
    var receiver = function.schema().receiver().map(each -> AttributePath.of(each.attribute()));
    // A component that has a secret output is no secret itself.
    if (config.marks().entrySet().stream()
        .filter(each -> receiver.filter(each.getKey()::startsWith).isEmpty())
        .anyMatch(each -> Marks.sensitive(each.getValue())))
      for (String name : function.schema().root().attributes().keySet())
        secret.add(AttributePath.of(name));
    return secret;
  }

  /// The one value of a function that returns no object, by the name it has here.
  private Property.Fields named(Property.Fields result) {
    return function.single() && result.fields().size() == 1
        ? new Property.Fields(
            Map.of(FunctionSchema.RESULT, result.fields().firstEntry().getValue()))
        : result;
  }

  /// The result beside the arguments: those that it does not repeat are as they were given.
  private static Value given(Value result, Value arguments) {
    return result instanceof Mapping object && arguments instanceof Mapping given
        ? object.mapValues((name, value) -> {
          var argument = given.get(name);
          return value.isNull() && argument != null ? argument : value;
        })
        : result;
  }
}
