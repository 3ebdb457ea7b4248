package io.keelson.operator;

import io.keelson.testing.Fault;
import org.jspecify.annotations.Nullable;

/// The API server goes down while a request is under way, and comes back when the operator has
/// tried for a while.
///
/// @param gate where that request stands; null if it goes down at no special moment
record Outage(OperatorBehindProxy operator, Fault.@Nullable Gate gate) {
  private static final int TRIES = 12;

  static Outage now(OperatorBehindProxy operator) {
    return new Outage(operator, null);
  }

  /// @param arrived whether the request gets there, and only its answer does not come back
  static Outage at(OperatorBehindProxy operator, String method, String path, boolean arrived) {
    var gate = new Fault.Gate(method + " " + path);
    operator
        .proxy()
        .inject(method, path, 1, arrived ? new Fault.AnswerHeld(gate) : new Fault.Hold(gate));
    return new Outage(operator, gate);
  }

  /// Returns when the API server is back.
  void happen() throws InterruptedException {
    if (gate != null) gate.awaitRequest();
    operator.proxy().stopServing();
    if (gate != null) gate.open();
    operator.awaitRequests(TRIES);
    operator.proxy().heal();
  }
}
