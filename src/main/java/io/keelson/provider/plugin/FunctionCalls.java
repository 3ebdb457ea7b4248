package io.keelson.provider.plugin;

import io.keelson.engine.function.FunctionAnswer;
import io.keelson.engine.function.FunctionSignature;
import io.keelson.engine.function.ProviderFunction;
import io.keelson.engine.value.Unmarked;
import io.keelson.provider.plugin.proto.Tfplugin.CallFunction;
import io.keelson.provider.plugin.proto.Tfplugin.FunctionError;
import io.keelson.provider.plugin.rpc.Rpc;
import io.keelson.provider.plugin.wire.DynamicValues;
import io.keelson.provider.plugin.wire.MalformedValue;
import java.util.List;
import java.util.OptionalInt;

/// Calls one function of a provider. It needs no configuration, and changes nothing.
record FunctionCalls(PluginSession session, String name, FunctionSignature signature)
    implements ProviderFunction.Caller {

  @Override
  public FunctionAnswer call(List<Unmarked> arguments) {
    var request = CallFunction.Request.newBuilder().setName(name);
    for (int i = 0; i < arguments.size(); i++) {
      var argument = arguments.get(i);
      session.redaction().hide(SecretTexts.in(argument));
      request.addArguments(
          DynamicValues.encode(argument.value(), signature.at(i).orElseThrow().type()));
    }
    return session
        .compute(Rpc.CALL_FUNCTION, request.build())
        .either(this::read, FunctionAnswer.Failed::new);
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
}
