package io.keelson.operator;

import io.keelson.testing.Fault;
import org.jspecify.annotations.Nullable;

/// The API server goes down while a request is under way, and comes back when the operator has
/// tried for a while.
final class Outage {
  private static final int TRIES = 12;

  private final OperatorBehindProxy operator;
  private final Fault.@Nullable Gate gate;
  private final Runnable rule;

  private Outage(OperatorBehindProxy operator, Fault.@Nullable Gate gate, Runnable rule) {
    this.operator = operator;
    this.gate = gate;
    this.rule = rule;
  }

  /// At no special moment.
  static Outage now(OperatorBehindProxy operator) {
    return new Outage(operator, null, () -> {});
  }

  /// When a request comes to this gate, for which the test has set a rule.
  static Outage at(OperatorBehindProxy operator, Fault.Gate gate) {
    return new Outage(operator, gate, () -> {});
  }

  /// At the next such request after [#await] or [#then].
  ///
  /// @param arrived whether the request gets there, and only its answer does not come back
  static Outage at(OperatorBehindProxy operator, String method, String path, boolean arrived) {
    var gate = new Fault.Gate(method + " " + path);
    var fault = arrived ? new Fault.AnswerHeld(gate) : new Fault.Hold(gate);
    return new Outage(operator, gate, () -> operator.proxy().inject(method, path, 1, fault));
  }

  /// From now on its request is waited for.
  Outage await() {
    rule.run();
    return this;
  }

  /// Returns when the API server is back.
  void happen() throws InterruptedException {
    then(now(operator));
  }

  /// Returns when the API server is back. Before that, the request of the next outage is waited
  /// for: the operator is faster than a test on a busy machine.
  Outage then(Outage next) throws InterruptedException {
    if (gate != null) gate.awaitRequest();
    operator.proxy().stopServing();
    if (gate != null) gate.open();
    operator.awaitRequests(TRIES);
    operator.proxy().heal(next.rule);
    return next;
  }
}
