package io.keelson.provider.plugin.schema;

import io.keelson.engine.function.FunctionSignature;
import io.keelson.engine.function.FunctionSignature.Parameter;
import io.keelson.provider.plugin.proto.Tfplugin.Function;
import io.keelson.provider.plugin.wire.MalformedValue;
import io.keelson.provider.plugin.wire.WireTypes;
import java.util.ArrayList;
import java.util.Optional;

/// Turns descriptions of functions into the engine's.
final class FunctionReader {
  private FunctionReader() {}

  /// @param name for messages
  /// @throws BrokenSchema if the type of a parameter or of the result is none
  static FunctionSignature read(String name, Function function) {
    try {
      var parameters = new ArrayList<Parameter>();
      for (var each : function.getParametersList()) parameters.add(parameter(each));
      Optional<Parameter> variadic =
          function.hasVariadicParameter()
              ? Optional.of(parameter(function.getVariadicParameter()))
              : Optional.empty();
      return new FunctionSignature(
          parameters, variadic, WireTypes.read(function.getReturn().getType()));
    } catch (MalformedValue e) {
      throw new BrokenSchema("the function " + name, e.reason());
    }
  }

  private static Parameter parameter(Function.Parameter parameter) throws MalformedValue {
    return new Parameter(
        parameter.getName(),
        WireTypes.read(parameter.getType()),
        parameter.getAllowNullValue(),
        parameter.getAllowUnknownValues());
  }
}
