package io.keelson.provider.pulumi;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.proto.Pulumi.InvokeRequest;
import io.keelson.provider.pulumi.proto.Pulumi.InvokeResponse;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import io.keelson.provider.pulumi.schema.FunctionSchema;
import io.keelson.provider.pulumi.value.PropertyValues;
import io.keelson.provider.pulumi.value.ValueProperties;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import io.keelson.provider.pulumi.wire.Property;
import io.keelson.provider.pulumi.wire.PropertyReader;
import io.keelson.provider.pulumi.wire.PropertyWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
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
        .either(answered -> found(arguments, config, answered.answer()), Answer.Failed::new);
  }

  private Answer<FoundData> found(
      Property.Fields arguments, Unmarked config, InvokeResponse answer) {
    if (answer.getFailuresCount() > 0)
      return new Answer.Failed<>(session.reports().failures(answer.getFailuresList()));
    try {
      var result = SecretEcho.marked(arguments, PropertyReader.read(answer.getReturn()));
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
    if (config.marks().values().stream().anyMatch(Marks::sensitive))
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
