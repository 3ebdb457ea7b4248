package io.keelson.operator.stack.gate;

import io.keelson.operator.status.ConditionReason;
import java.util.Set;

/// One thing that has to hold, or has to be found out, before work for a Stack is begun. A turn
/// passes one gate after the other, and ends at the first that stops it. A gate that may no longer
/// write throws [io.keelson.engine.state.StateStore.StoreFenced], which ends the turn as well.
public interface Gate {
  /// Lets the turn go on, with what was found out on the way, or stops it.
  Passage pass(Turn turn);

  /// The reasons that a turn may be stopped for, as they stand in the condition Ready of the Stack.
  Set<ConditionReason> reasons();

  /// Whether the turn has to pass this gate.
  default boolean concerns(Turn turn) {
    return true;
  }

  /// A gate to a plan of what is declared: a Stack that is to go need not pass it.
  interface ToPlan extends Gate {
    @Override
    default boolean concerns(Turn turn) {
      return !turn.isEnding();
    }
  }
}
