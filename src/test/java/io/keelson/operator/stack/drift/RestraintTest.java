package io.keelson.operator.stack.drift;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.engine.provider.Providers;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec;
import io.keelson.operator.api.StackSpec.DriftMode;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.testing.HandClock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The order in which a plan is told of.
final class RestraintTest {
  private final Stack stack = stack();
  private final Restraint restraint = new Restraint(new HandClock());
  private final Planned planned = OneObject.planned(stack, "1", Optional.empty());
  private final Providers providers = new Providers(List.of());

  private static Stack stack() {
    var stack = new Stack();
    stack.setMetadata(new ObjectMetaBuilder().withName("shop").withUid("uid").build());
    stack.setSpec(new StackSpec());
    stack.getSpec().interval = "1h";
    stack.getSpec().driftPolicy = new StackSpec.DriftPolicy();
    stack.getSpec().driftPolicy.mode = DriftMode.Correct;
    return stack;
  }

  private Restraint.Kept beginning() {
    restraint.observe(planned);
    return restraint.beginning(planned, providers);
  }

  @Test
  void whatBegins_countsBeforeItIsDone() {
    beginning();
    restraint.begun();

    assertThat(beginning().repeats()).isNotNull();
    restraint.begun();
    assertThat(restraint.kept(stack).repeats()).isNotNull();
    restraint.observe(planned);
    assertThat(restraint.repetition(planned)).isPresent();
  }

  @Test
  void whatCouldNotBegin_doesNotCount() {
    beginning();
    restraint.begun();
    beginning();
    restraint.takeBack();

    restraint.observe(planned);
    assertThat(restraint.repetition(planned)).isEmpty();
    assertThat(restraint.kept(stack).repeats()).isNull();
  }

  @Test
  void planThatFailedForAnotherCause_doesNotCountAsARepetition() {
    beginning();
    restraint.begun();
    beginning();
    restraint.begun();
    restraint.takeBack();

    restraint.observe(planned);
    assertThat(restraint.repetition(planned)).isEmpty();
  }
}
