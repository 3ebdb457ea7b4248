package io.keelson.expression;

import io.keelson.engine.value.Value;

/// What a function of the language does with its arguments, some of which may be unknown, null or
/// marked.
@FunctionalInterface
interface Function {
  /// @throws Problem if the arguments are not what the function takes
  Value apply(Call call);

  /// A function that needs to see everything in its arguments: one unknown part makes the result
  /// unknown, and every mark in them marks it.
  static Function ofContent(Function body) {
    return call -> {
      if (!call.whollyKnown()) return call.unknown();
      return body.apply(call).mark(call.allMarks());
    };
  }
}
