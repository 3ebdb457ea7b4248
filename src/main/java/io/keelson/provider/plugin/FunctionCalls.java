package io.keelson.provider.plugin;

import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.Session.Outcome;
import io.keelson.provider.plugin.Session.Stage;
import io.keelson.provider.plugin.proto.Tfplugin.CallFunction;
import io.keelson.provider.plugin.proto.Tfplugin.FunctionError;
import io.keelson.provider.plugin.rpc.Rpc;
import io.keelson.provider.plugin.schema.FunctionSignature;
import io.keelson.provider.plugin.wire.DynamicValues;
import io.keelson.provider.plugin.wire.MalformedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// Calls one function of a provider. It needs no configuration, and changes nothing.
record FunctionCalls(Session session, String name, FunctionSignature signature) {

  /// @param arguments unmarked
  FunctionAnswer call(List<Value> arguments) {
    if (arguments.size() < signature.parameters().size())
      return new FunctionAnswer.Refused(
          OptionalInt.empty(),
          "The function needs "
              + signature.parameters().size()
              + " arguments, but "
              + arguments.size()
              + " are given.");
    var converted = new ArrayList<Value>();
    boolean open = false;
    for (int i = 0; i < arguments.size(); i++) {
      var parameter = signature.at(i);
      if (parameter.isEmpty()) return refused(i, "The function takes " + i + " arguments only.");
      var conversion = arguments.get(i).convert(parameter.get().type());
      if (conversion instanceof Conversion.NotConvertible(var path, var reason))
        return refused(i, (path.isRoot() ? "" : path + ": ") + reason + ".");
      var value = ((Conversion.Converted) conversion).value();
      if (value.isNull() && !parameter.get().nullable())
        return refused(i, "The argument '" + parameter.get().name() + "' must not be null.");
      open |= !value.whollyKnown() && !parameter.get().unknowable();
      converted.add(value);
    }
    return open ? new FunctionAnswer.Returned(Value.unknown(signature.result())) : send(converted);
  }

  private FunctionAnswer send(List<Value> arguments) {
    var request = CallFunction.Request.newBuilder().setName(name);
    for (int i = 0; i < arguments.size(); i++)
      request.addArguments(
          DynamicValues.encode(arguments.get(i), signature.at(i).orElseThrow().type()));
    return switch (session.ask(Stage.STARTED, Rpc.CALL_FUNCTION, request.build())) {
      case Outcome.NotSent<CallFunction.Response>(var diagnostics) ->
          new FunctionAnswer.Failed(diagnostics);
      case Outcome.Lost<CallFunction.Response>(var why) -> new FunctionAnswer.Failed(List.of(why));
      case Outcome.Answered<CallFunction.Response>(var answer) -> read(answer);
    };
  }

  private FunctionAnswer read(CallFunction.Response answer) {
    if (answer.hasError()) return refused(answer.getError());
    try {
      return new FunctionAnswer.Returned(
          DynamicValues.decode(answer.getResult(), signature.result()));
    } catch (MalformedValue e) {
      return new FunctionAnswer.Failed(List.of(session.reports().malformed(e)));
    }
  }

  private FunctionAnswer refused(FunctionError error) {
    return new FunctionAnswer.Refused(
        error.hasFunctionArgument()
            ? OptionalInt.of(Math.clamp(error.getFunctionArgument(), 0, Integer.MAX_VALUE))
            : OptionalInt.empty(),
        session.redaction().apply(error.getText()));
  }

  private static FunctionAnswer refused(int argument, String reason) {
    return new FunctionAnswer.Refused(OptionalInt.of(argument), reason);
  }
}
