package io.keelson.operator.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-LIM-5")
class FairPlacesTest {
  private final List<String> served = Collections.synchronizedList(new ArrayList<>());
  private final Semaphore goOn = new Semaphore(0);
  private final List<Thread> working = new ArrayList<>();

  @Test
  void namespaceWithManyWaiting_isServedInTurnWithOthers() throws Exception {
    var places = new FairPlaces(1);
    begin(places, "hostile", 0);
    await().until(() -> served.size() == 1);
    for (int i = 0; i < 50; i++) begin(places, "hostile", i + 1);
    begin(places, "good", 51);
    begin(places, "other", 52);

    goOn.release(53);
    for (Thread each : working) each.join();

    assertThat(served).hasSize(53);
    assertThat(served.subList(0, 4)).containsExactly("hostile", "hostile", "good", "other");
  }

  @Test
  void oneNamespace_neverHoldsAllPlaces() {
    var places = new FairPlaces(4);
    for (int i = 0; i < 10; i++) begin(places, "hostile", Math.max(0, i - 2));
    await().until(() -> served.size() == 2 && places.queued() == 8);

    begin(places, "good", 8);

    await().until(() -> served.contains("good"));
    goOn.release(11);
  }

  @Test
  void namespacesThatKeepTheirPlaces_leaveSomeToOthers() {
    var places = new FairPlaces(16);
    for (int all : List.of(8, 12, 14, 15)) {
      for (int i = 0; i < 20; i++) begin(places, "hostile" + all, 0);
      await().until(() -> served.size() == all);
    }

    begin(places, "good", 0);

    await().until(() -> served.contains("good"));
    goOn.release(81);
  }

  @Test
  void placeGivenBackTwice_isOnePlace() {
    var places = new FairPlaces(1);
    var first = places.enter("a", () -> false);
    first.close();
    first.close();
    var second = places.enter("a", () -> false);

    var gone = new AtomicBoolean(true);
    assertThatThrownBy(() -> places.enter("b", gone::get))
        .isInstanceOf(CancellationException.class);
    assertThat(places.queued()).isZero();
    second.close();
    places.enter("b", () -> false).close();
  }

  @Test
  void whoCannotGiveUp_waitsThroughAnInterrupt() throws Exception {
    var places = new FairPlaces(1);
    var first = places.enter("a");
    var waits =
        Thread.ofVirtual()
            .start(() -> {
              try (var _ = places.enter("a")) {
                served.add("a " + Thread.currentThread().isInterrupted());
              }
            });
    await().until(() -> places.queued() == 1);
    waits.interrupt();
    first.close();
    waits.join();

    assertThat(served).containsExactly("a true");
  }

  /// Returns when it has its place, or stands in the line.
  private void begin(FairPlaces places, String namespace, int before) {
    working.add(
        Thread.ofVirtual()
            .start(() -> {
              try (var _ = places.enter(namespace, () -> false)) {
                served.add(namespace);
                goOn.acquireUninterruptibly();
              }
            }));
    if (before > 0) await().until(() -> places.queued() >= before);
  }
}
