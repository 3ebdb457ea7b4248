package io.keelson.operator.stack;

import io.keelson.engine.state.StateStore.StoreFenced;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.PlanningTurn;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.gate.Ending;
import io.keelson.operator.stack.gate.Gate;
import io.keelson.operator.stack.gate.Passage;
import io.keelson.operator.stack.gate.Turn;
import io.keelson.operator.stack.output.PublishedOutputs;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One turn of a Stack that exists: it passes the gates, one after the other, and where none stops
/// it, the work is done. Around that are its place among those that plan, and the watches of what
/// it refers to. The turn itself sets only Ready=False with ProgressingWithRetry, where this
/// process may no longer write.
///
/// @param gates in their order; see [StackWiring#gates]
record StackTurn(
    OperatorContext context,
    Takeover takeover,
    Surroundings surroundings,
    List<Gate> gates,
    Work work) {
  private static final Logger LOG = LoggerFactory.getLogger(StackTurn.class);

  /// What is around the work of a turn.
  record Surroundings(
      PlanningTurn planning, WatchedReferences references, PublishedOutputs published) {}

  /// What is done behind the gates, by the first of these that applies.
  record Work(Destruction destruction, RunTurn run, Convergence convergence) {
    TurnResult of(Turn turn) {
      if (turn.isEnding()) return destruction.attend(turn);
      // When a vanished Resource was waited for long enough, there is more to plan.
      return turn.requested()
          .map(each -> run.attend(turn, each))
          .orElseGet(() -> convergence.attend(turn))
          .atLatest(turn.complete().until());
    }
  }

  /// @param outdated whether planning goes on in vain
  TurnResult take(Stack stack, BooleanSupplier outdated) {
    surroundings.references.watch(stack);
    var result = planned(stack, outdated).atLatest(surroundings.published.next());
    surroundings.references.watch(stack);
    return result;
  }

  private TurnResult planned(Stack stack, BooleanSupplier outdated) {
    surroundings.planning.begin(outdated);
    try {
      return passed(Turn.of(stack, ending(stack), context.clock().instant()));
    } catch (StoreFenced e) {
      LOG.warn("{}: {}", StackKey.of(stack), e.getMessage());
      return TurnResult.of(
          Report.going(ConditionReason.ProgressingWithRetry, String.valueOf(e.getMessage())),
          context.clock().instant().plusSeconds(1));
    } finally {
      surroundings.planning.end();
    }
  }

  private TurnResult passed(Turn begun) {
    var turn = begun;
    for (Gate gate : gates) {
      if (!gate.concerns(turn)) continue;
      switch (gate.pass(turn)) {
        case Passage.On(var on) -> turn = on;
        case Passage.Stop(var result) -> {
          return result;
        }
      }
    }
    return work.of(turn);
  }

  private Ending ending(Stack stack) {
    if (!KnownStack.isDeleted(stack)) return Ending.NONE;
    return takeover.namespaceIsEnding() ? Ending.NAMESPACE : Ending.STACK;
  }
}
