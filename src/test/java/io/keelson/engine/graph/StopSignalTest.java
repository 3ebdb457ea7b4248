package io.keelson.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class StopSignalTest {
  private final AtomicBoolean reason = new AtomicBoolean();
  private final AtomicInteger done = new AtomicInteger();
  private final StopSignal stop = new StopSignal(reason::get);

  @Test
  void task_isDoneWhenTheReasonIsSeen() {
    try (var _ = stop.whenSet(done::incrementAndGet)) {
      assertThat(stop.isSet()).isFalse();
      assertThat(done).hasValue(0);

      reason.set(true);
      assertThat(stop.isSet()).isTrue();
      assertThat(done).hasValue(1);
    }
  }

  @Test
  void taskOfASetSignal_isDoneAtOnce() {
    stop.set();
    try (var _ = stop.whenSet(done::incrementAndGet)) {
      assertThat(done).hasValue(1);
    }
  }

  @Test
  void taskThatWasClosed_isNotDone() {
    stop.whenSet(done::incrementAndGet).close();
    stop.set();
    assertThat(done).hasValue(0);
  }

  @Test
  void onlyWorkThatHeedsIt_seesTheSignal() {
    assertThat(StopSignal.heeded()).isEmpty();
    assertThat(stop.heeding(StopSignal::heeded)).containsSame(stop);
    assertThat(StopSignal.heeded()).isEmpty();
  }

  @Test
  void heeders_areToldWhileTheyWork() {
    assertThat(stop.heeding("a", () -> stop.heeding("b", stop::heeders))).containsExactly("a", "b");
    assertThat(stop.heeders()).isEmpty();
  }
}
