package io.keelson.engine.function;

import io.keelson.engine.value.Mark;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.SortedSet;

/// A function of a provider, as expressions call it. Equal arguments give equal results, whenever
/// it is called; it needs no configuration, and changes nothing.
public record ProviderFunction(FunctionSignature signature, Caller caller) {
  /// Asks the provider.
  @FunctionalInterface
  public interface Caller {
    /// @param arguments each of the type of its parameter; null or unknown only where the parameter
    ///   takes that. Their marks tell what may not be shown
    FunctionAnswer call(List<Unmarked> arguments);
  }

  /// Calls the function, unless the arguments tell the answer already. The result has all marks of
  /// the arguments.
  ///
  /// @param arguments may be marked, and of any types that can be converted
  public FunctionAnswer call(List<Value> arguments) {
    return switch (signature.fit(arguments)) {
      case FunctionSignature.Fit.Refused(var argument, var reason) ->
          new FunctionAnswer.Refused(argument, reason);
      case FunctionSignature.Fit.Open _ -> returned(Value.unknown(signature.result()), arguments);
      case FunctionSignature.Fit.Ready(var fitting) -> {
        var answer = caller.call(fitting.stream().map(Value::unmark).toList());
        yield answer instanceof FunctionAnswer.Returned(var value)
            ? returned(value, arguments)
            : answer;
      }
    };
  }

  private static FunctionAnswer returned(Value value, List<Value> arguments) {
    SortedSet<Mark> marks = Marks.NONE;
    for (Value argument : arguments) marks = Marks.union(marks, argument.allMarks());
    return new FunctionAnswer.Returned(value.mark(marks));
  }
}
