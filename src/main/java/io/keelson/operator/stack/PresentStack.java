package io.keelson.operator.stack;

import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.PlanningTurn;
import io.keelson.operator.stack.output.PublishedOutputs;
import io.keelson.operator.stack.plan.TurnResult;
import java.util.function.BooleanSupplier;

/// What is around the work of one turn for a Stack that exists: its place among those that plan,
/// and the watches of what it refers to.
record PresentStack(
    PlanningTurn planning,
    WatchedReferences references,
    PublishedOutputs published,
    KeyedStack keyed) {

  /// @param deleted whether the Stack is to go
  /// @param outdated whether planning goes on in vain
  TurnResult attend(Stack stack, boolean deleted, BooleanSupplier outdated) {
    references.watch(stack);
    var result = plan(stack, deleted, outdated).atLatest(published.next());
    references.watch(stack);
    return result;
  }

  private TurnResult plan(Stack stack, boolean deleted, BooleanSupplier outdated) {
    planning.begin(outdated);
    try {
      return keyed.attend(stack, deleted);
    } finally {
      planning.end();
    }
  }
}
