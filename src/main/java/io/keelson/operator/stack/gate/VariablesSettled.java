package io.keelson.operator.stack.gate;

import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.Configured;
import io.keelson.operator.stack.output.StackVariables;
import io.keelson.operator.status.ConditionReason;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Stops a Stack that reads an object which is not as the Stack that writes it has left it; else
/// makes the configuration of what is declared.
public record VariablesSettled(OperatorContext context, ReadReferences references)
    implements Gate.ToPlan {
  /// When to look again: nothing wakes this Stack when the status of the other one confirms the
  /// object.
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  @Override
  public Passage pass(Turn turn) {
    var stack = turn.stack();
    var session = turn.session();
    var declared = turn.declaration();
    var variables =
        new StackVariables(context.client(), stack, session.account(), declared.outputs());
    var configured =
        Configured.of(
                stack,
                declared.members(),
                declared.components(),
                variables,
                context.expressions(),
                session.usedProviders())
            .under(context.policies().of(StackKey.of(stack)));
    references.reads(declared.outputs().referred());
    return variables
        .unsettled()
        .map(why ->
            Passage.going(ConditionReason.WaitingForReferences, why, turn.now().plus(LOOK_AGAIN)))
        .orElseGet(() ->
            new Passage.On(
                turn.with(new Turn.Plannable(configured, new TreeSet<>(), Optional.empty()))));
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of(ConditionReason.WaitingForReferences);
  }
}
