package io.keelson.operator.stack.gate;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.declaration.Configured;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.UsedComponents;
import io.keelson.operator.stack.output.StackOutputs;
import io.keelson.operator.stack.run.Requested;
import io.keelson.operator.stack.store.Session;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is known of a Stack in one turn, up to the gate that it has come to.
///
/// @param ways how the Stack is to go, if it is: [#ending] asks that when somebody needs it
/// @param now when the turn got its place to plan; behind the gate [Quiet] the moment before what
///   is declared was taken down
/// @param opened its records, once its key is there
/// @param requested the Run whose turn it is
/// @param declared what is declared, once it is quiet
/// @param plannable what can be planned: set by [VariablesSettled], and final only behind the last
///   gate, [RemovalGraceOver]
public record Turn(
    Stack stack,
    Supplier<Ending> ways,
    Instant now,
    Optional<Session> opened,
    Optional<Requested> requested,
    Optional<Declared> declared,
    Optional<Plannable> plannable) {
  /// What is declared for the Stack.
  ///
  /// @param outputs of other Stacks, as far as they were read
  public record Declared(
      StackMemory.Declared members, UsedComponents components, StackOutputs outputs) {}

  /// What can be planned.
  ///
  /// @param vanished Resources that are waited for; their instances are left alone
  /// @param until when the next of them will have been waited for long enough
  public record Plannable(
      Configured configured, SortedSet<ResourceAddress> vanished, Optional<Instant> until) {}

  /// A turn that has passed no gate yet.
  ///
  /// @param ending asked at most once, and only of a Stack that is to go
  public static Turn of(Stack stack, Supplier<Ending> ending, Instant now) {
    return new Turn(
        stack,
        new Once(ending),
        now,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /// Whether the Stack is to go.
  public boolean isEnding() {
    return stack.getMetadata().getDeletionTimestamp() != null;
  }

  /// Whether the Stack is to go, and its namespace with it. That is found out only when somebody
  /// asks, and is the same for the whole turn.
  public Ending ending() {
    return isEnding() ? ways.get() : Ending.NONE;
  }

  /// The records; only behind the gate [KeyThere].
  public Session session() {
    return opened.orElseThrow();
  }

  /// What can be planned; for work, only behind all gates.
  public Plannable complete() {
    return plannable.orElseThrow();
  }

  Declared declaration() {
    return declared.orElseThrow();
  }

  Turn with(Session session) {
    return new Turn(stack, ways, now, Optional.of(session), requested, declared, plannable);
  }

  Turn with(Optional<Requested> run) {
    return new Turn(stack, ways, now, opened, run, declared, plannable);
  }

  /// @param taken when that was
  Turn with(Declared quiet, Instant taken) {
    return new Turn(stack, ways, taken, opened, requested, Optional.of(quiet), plannable);
  }

  Turn with(Plannable complete) {
    return new Turn(stack, ways, now, opened, requested, declared, Optional.of(complete));
  }

  /// Asks once, and remembers the answer.
  private static final class Once implements Supplier<Ending> {
    private final Supplier<Ending> asked;
    private @Nullable Ending known;

    Once(Supplier<Ending> asked) {
      this.asked = asked;
    }

    @Override
    public Ending get() {
      var answer = known;
      if (answer == null) {
        answer = asked.get();
        known = answer;
      }
      return answer;
    }
  }
}
