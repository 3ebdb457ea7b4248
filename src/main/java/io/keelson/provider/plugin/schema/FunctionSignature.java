package io.keelson.provider.plugin.schema;

import io.keelson.engine.value.Type;
import io.keelson.provider.plugin.proto.Tfplugin.Function;
import io.keelson.provider.plugin.wire.MalformedValue;
import io.keelson.provider.plugin.wire.WireTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How a function of a provider is called.
///
/// @param variadic what any number of further arguments have to be
public record FunctionSignature(
    List<Parameter> parameters, Optional<Parameter> variadic, Type result) {

  public FunctionSignature {
    parameters = List.copyOf(parameters);
  }

  /// @param nullable whether null may be given; else the call is a mistake
  /// @param unknowable whether unknown values may be given; else the result is unknown, without a
  ///   call
  public record Parameter(String name, Type type, boolean nullable, boolean unknowable) {}

  /// The parameter that takes the argument at this position, counted from zero; empty if none does.
  public Optional<Parameter> at(int position) {
    return position < parameters.size() ? Optional.of(parameters.get(position)) : variadic;
  }

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
