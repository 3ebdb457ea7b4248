package io.keelson.operator.stack.gate;

import io.keelson.operator.status.ConditionReason;
import java.time.Duration;
import java.util.Set;

/// Stops a Stack that reads outputs of Stacks which read its own.
public record NoCircle(ReadReferences references) implements Gate.ToPlan {
  /// When to look again, in case the change that breaks the circle was missed.
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

  @Override
  public Passage pass(Turn turn) {
    var outputs = turn.declaration().outputs();
    var circle = outputs.circle(turn.stack());
    references.reads(outputs.referred());
    return circle
        .map(each ->
            Passage.stalled(
                ConditionReason.InvalidConfiguration,
                "Stacks read each other's outputs in a circle: %s. Nothing is planned, and nothing that exists is changed. Take one of these references out (spec.variables[].valueFrom.stackOutput); it goes on by itself then."
                    .formatted(each),
                turn.now().plus(LOOK_AGAIN)))
        .orElseGet(() -> new Passage.On(turn));
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of(ConditionReason.InvalidConfiguration);
  }
}
