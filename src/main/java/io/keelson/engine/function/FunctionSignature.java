package io.keelson.engine.function;

import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

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

  /// Whether the function can be called with some arguments.
  public sealed interface Fit {
    /// @param arguments each of the type of its parameter
    record Ready(List<Value> arguments) implements Fit {
      public Ready {
        arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
      }
    }

    /// Not yet: an argument is not known that has to be.
    record Open() implements Fit {}

    /// @param argument the position of the one that is to blame, counted from zero; empty if it is
    ///   none in particular
    /// @param reason a sentence
    record Refused(OptionalInt argument, String reason) implements Fit {}
  }

  /// The parameter that takes the argument at this position, counted from zero; empty if none does.
  public Optional<Parameter> at(int position) {
    return position < parameters.size() ? Optional.of(parameters.get(position)) : variadic;
  }

  /// Converts arguments to what the parameters take, as attributes are converted. An unknown stands
  /// for any value of its type.
  public Fit fit(List<Value> arguments) {
    if (arguments.size() < parameters.size()) return tooFew(arguments.size());
    var fitting = new ArrayList<Value>(arguments.size());
    boolean open = false;
    for (int i = 0; i < arguments.size(); i++) {
      var parameter = at(i).orElse(null);
      if (parameter == null) return refused(i, "The function takes " + takes() + " only.");
      switch (arguments.get(i).convert(parameter.type())) {
        case Conversion.NotConvertible(var path, var reason) -> {
          return refused(i, (path.isRoot() ? "" : path + ": ") + reason + ".");
        }
        case Conversion.Converted(var value) -> {
          if (value.isNull() && !parameter.nullable()) return refused(i, "It must not be null.");
          open |= !value.whollyKnown() && !parameter.unknowable();
          fitting.add(value);
        }
      }
    }
    return open ? new Fit.Open() : new Fit.Ready(fitting);
  }

  private Fit tooFew(int given) {
    var missing = parameters.subList(given, parameters.size()).stream().map(Parameter::name);
    return new Fit.Refused(
        OptionalInt.empty(),
        "The function needs %s%s; missing: %s."
            .formatted(
                variadic.isPresent() ? "at least " : "",
                takes(),
                String.join(", ", missing.toList())));
  }

  private String takes() {
    return parameters.size() == 1 ? "1 argument" : parameters.size() + " arguments";
  }

  private static Fit refused(int argument, String reason) {
    return new Fit.Refused(OptionalInt.of(argument), reason);
  }

  /// Such as `join(by: string, parts: any…): string`.
  public String shown(String name) {
    var declarations = new ArrayList<String>();
    parameters.forEach(each -> declarations.add(each.name() + ": " + each.type()));
    variadic.ifPresent(each -> declarations.add(each.name() + ": " + each.type() + "…"));
    return name + "(" + String.join(", ", declarations) + "): " + result;
  }
}
