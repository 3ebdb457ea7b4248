package io.keelson.operator.stack;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.Operation;
import java.util.Optional;
import java.util.SortedMap;

/// Carries out what people found out about objects whose creation has an unknown end.
final class Resolutions {
  static final String RESOLVE = "keelson.dev/resolve";

  private final Session session;

  Resolutions(Session session) {
    this.session = session;
  }

  /// @throws io.keelson.engine.state.StateStore.StoreFenced if this process may no longer write
  void carryOut(SortedMap<InstanceAddress, InstanceState> instances) {
    instances.forEach((at, state) ->
        state
            .open()
            .filter(operation -> operation.kind() == Operation.Kind.CREATE)
            .flatMap(_ -> session.records().annotation(at, RESOLVE))
            .ifPresent(answer -> resolve(at, state, answer)));
  }

  private void resolve(InstanceAddress at, InstanceState state, String answer) {
    if (!answer.equals("absent")) return;
    var closed = state.closed();
    session.records().store().keep(at, closed.isEmpty() ? Optional.empty() : Optional.of(closed));
  }
}
