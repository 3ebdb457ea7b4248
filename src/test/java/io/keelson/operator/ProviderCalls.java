package io.keelson.operator;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.testing.ProviderDecorator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// What providers were asked to do. Calls can be held back, as if they took long.
final class ProviderCalls {
  private final List<ApplyRequest> all = new CopyOnWriteArrayList<>();
  private volatile CountDownLatch gate = new CountDownLatch(0);

  /// The same provider, with its calls noted here.
  Provider noting(Provider real) {
    return new ProviderDecorator(real) {
      @Override
      public ApplyAnswer apply(ApplyRequest request) {
        all.add(request);
        try {
          gate.await();
        } catch (InterruptedException e) {
          throw new AssertionError("calls are never interrupted", e);
        }
        return super.apply(request);
      }
    };
  }

  /// Keeps every call from now on from returning until [#release].
  void hold() {
    gate = new CountDownLatch(1);
  }

  void release() {
    gate.countDown();
  }

  int count() {
    return all.size();
  }

  /// How often instances of this type were created, by address.
  Map<String, Long> creates(String type) {
    return all.stream()
        .filter(call -> call.type().equals(type) && call.isCreate())
        .collect(groupingBy(call -> call.at().toString(), counting()));
  }
}
