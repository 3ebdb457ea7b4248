package io.keelson.expression.value;

import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;

/// What a function of the language does with its arguments, some of which may be unknown, null or
/// marked.
@FunctionalInterface
public interface Function {
  /// @throws Problem if the arguments are not what the function takes
  Value apply(Call call);

  /// A function that needs to see everything in its arguments: one unknown part makes the result
  /// unknown, and every mark in them marks it. A result of any type may turn out null, or to be an
  /// optional that holds nothing.
  static Function ofContent(Function body) {
    return call -> {
      if (!call.whollyKnown())
        return call.result() == Types.DYNAMIC
            ? Value.unknown(Types.DYNAMIC).mark(call.allMarks())
            : call.unknown(call.result());
      return body.apply(call).mark(call.allMarks());
    };
  }
}
