package io.keelson.operator.stack;

import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.Takeover;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// A Stack and its members as this process knows them, and whether that still holds.
///
/// @param closing whether nothing new is to be started
record KnownStack(
    OperatorContext context,
    StackKey key,
    StackMemory memory,
    Takeover takeover,
    BooleanSupplier closing) {

  /// Reads everything anew where what is known cannot be relied on.
  void refresh() {
    if (context.sizes().isOutdated(key) || !memory.isTrusted()) takeover.take();
  }

  /// Reads everything anew.
  void take() {
    takeover.take();
  }

  /// The Stack; empty if it does not exist, or is deleted and held by nobody here.
  Optional<Stack> stack() {
    return memory.stack().filter(stack -> !isDeleted(stack) || Takeover.isHeld(stack));
  }

  static boolean isDeleted(Stack stack) {
    return stack.getMetadata().getDeletionTimestamp() != null;
  }

  /// The Stack with our finalizer, unless it is to go.
  Stack held(Stack stack) {
    return isDeleted(stack) ? stack : takeover.hold(stack);
  }

  /// A number that rises with every change of the Stack or its members.
  long changes() {
    return memory.changes();
  }

  /// Whether work on what was known then is in vain.
  ///
  /// @param seen as [#changes] gave it
  boolean isOutdated(long seen) {
    return closing.getAsBoolean() || memory.changes() != seen || !context.fence().holds();
  }

  /// Whether this turn is the answer to a request to look at the Stack.
  boolean takesUpRequest(Stack stack) {
    return memory.requests().takeUp(stack, now());
  }

  /// The given time, or the earlier one at which the next request can be taken up.
  Instant orNextRequest(Instant until) {
    return stack().flatMap(memory.requests()::next).filter(until::isAfter).orElse(until);
  }

  Instant now() {
    return context.clock().instant();
  }
}
