package io.keelson.operator.stack.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.status.ConditionReason;

/// Turns that a gate stops.
final class StoppedTurns {
  private StoppedTurns() {}

  /// The gate stops the turn, and names the reason among those that it may set.
  static void assertStops(Gate gate, Turn turn, ConditionReason reason, String message) {
    assertThat(gate.pass(turn))
        .isInstanceOfSatisfying(
            Passage.Stop.class,
            stop -> {
              assertThat(stop.result().report().reason()).isEqualTo(reason);
              assertThat(stop.result().report().message()).contains(message);
            });
    assertThat(gate.reasons()).contains(reason);
  }
}
