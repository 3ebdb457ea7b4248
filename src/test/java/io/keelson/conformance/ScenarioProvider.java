package io.keelson.conformance;

import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.testing.ProviderDecorator;
import java.util.concurrent.atomic.AtomicInteger;

/// Fails creates and destroys as a step of a scenario says, and remembers which object got which
/// id.
final class ScenarioProvider extends ProviderDecorator {
  private final Turn turn;

  ScenarioProvider(Provider real, Turn turn) {
    super(real);
    this.turn = turn;
  }

  /// The step that is being played.
  static final class Turn {
    private final ObjectSymbols symbols = new ObjectSymbols();
    private volatile InjectedFailures failures = InjectedFailures.none();
    private final AtomicInteger step = new AtomicInteger();

    /// Symbols are written by provider calls, and read when these have ended.
    ObjectSymbols symbols() {
      return symbols;
    }

    int step() {
      return step.get();
    }

    void next() {
      step.incrementAndGet();
      failures = InjectedFailures.none();
    }

    void fail(InjectedFailures injected) {
      failures = injected;
    }

    private synchronized void created(String id, String address) {
      symbols.created(id, address, step());
    }
  }

  @Override
  public ApplyAnswer apply(ApplyRequest request) {
    var answer = turn.failures.apply(request, super::apply);
    if (request.isCreate()
        && answer instanceof ApplyAnswer.Returned(var object, _, _, _, _)
        && object.orElse(null) instanceof Mapping mapping
        && mapping.get("id") instanceof Value.Text id)
      turn.created(id.text(), ScenarioAddress.of(request.at()));
    return answer;
  }
}
