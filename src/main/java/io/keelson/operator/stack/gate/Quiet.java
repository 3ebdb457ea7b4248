package io.keelson.operator.stack.gate;

import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.UsedComponents;
import io.keelson.operator.stack.output.StackOutputs;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Durations;
import java.util.Set;

/// Stops a Stack until the set of its members is quiet; else takes down what is declared.
public record Quiet(
    OperatorContext context, StackMemory memory, Settling settling, ReadReferences references)
    implements Gate.ToPlan {
  @Override
  public Passage pass(Turn turn) {
    var stack = turn.stack();
    var now = context.clock().instant();
    var components = UsedComponents.of(memory.components(), context.components());
    references.uses(components);
    memory.revisions(components.revisions());
    var members = memory.declared();
    var quiet = Durations.parse(stack.getSpec().settle);
    var until = settling.waitUntil(members.fingerprints(), quiet, now);
    if (until.isPresent())
      return Passage.going(
          ConditionReason.MembersChanged,
          "Something was declared, changed or removed; it is planned when all is quiet for "
              + stack.getSpec().settle
              + " (spec.settle).",
          until.get());
    var outputs =
        new StackOutputs(
            context.client(), context.codec(), StackKey.of(stack), StackOutputs.Actor.OPERATOR);
    return new Passage.On(turn.with(new Turn.Declared(members, components, outputs), now));
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of(ConditionReason.MembersChanged);
  }
}
