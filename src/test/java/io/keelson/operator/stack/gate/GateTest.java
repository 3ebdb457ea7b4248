package io.keelson.operator.stack.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.status.ConditionReason;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The gates that need nothing but the Stack.
final class GateTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Stack stack = stack();

  private static Stack stack() {
    return Serialization.unmarshal(
        """
        metadata: {name: shop, namespace: team}
        spec:
          deletes: Layered
          onFailure: Stop
          approval: {mode: Policy}
          driftPolicy: {mode: Report}
          deletion: {policy: Destroy, approval: Required}
        """,
        Stack.class);
  }

  /// An unknown word reads as null.
  @Test
  @SuppressWarnings("NullAway")
  void wordOfAnotherVersion_stopsWithInvalidConfiguration() {
    stack.getSpec().deletion.policy = null;

    var stopped = stopped(new Understood());

    assertThat(stopped.report().reason()).isEqualTo(ConditionReason.InvalidConfiguration);
    assertThat(stopped.report().message()).contains("spec.deletion.policy");
    assertThat(new Understood().reasons()).contains(stopped.report().reason());
  }

  @Test
  void wordsThatAreKnown_passWithTheSameTurn() {
    var turn = Turn.of(stack, () -> Ending.NONE, NOW);

    assertThat(new Understood().pass(turn)).isEqualTo(new Passage.On(turn));
  }

  private TurnResult stopped(Gate gate) {
    return ((Passage.Stop) gate.pass(Turn.of(stack, () -> Ending.NONE, NOW))).result();
  }

  @Test
  void stackThatStays_hasToPassTheGatesToItsPlan() {
    assertThat(new RoomInMemory().concerns(Turn.of(stack, () -> Ending.NONE, NOW))).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"STACK", "NAMESPACE"})
  void stackThatIsToGo_isDestroyedWithoutThem(Ending ending) {
    stack.getMetadata().setDeletionTimestamp(NOW.toString());
    var turn = Turn.of(stack, () -> ending, NOW);

    assertThat(turn.ending()).isEqualTo(ending);
    assertThat(new RoomInMemory().concerns(turn)).isFalse();
    assertThat(new SameRevision().concerns(turn)).isFalse();
    assertThat(new OnlyOperator().concerns(turn)).isTrue();
    assertThat(new SameCluster().concerns(turn)).isTrue();
  }
}
