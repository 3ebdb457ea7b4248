package io.keelson.operator.stack.context;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;
import io.keelson.operator.queue.FairPlaces;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The place in which one Stack is planned, and the signal that stops planning.
public final class PlanningTurn {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final StackKey stack;
  private final PlanningPlaces places;
  private StopSignal stop = new StopSignal();
  private FairPlaces.@Nullable Place place;
  private CountDownLatch over = new CountDownLatch(0);
  private boolean large;
  private boolean outgrown;

  public PlanningTurn(StackKey stack, PlanningPlaces places) {
    this.stack = stack;
    this.places = places;
  }

  /// Waits until the Stack may be planned.
  ///
  /// @param outdated whether the plan would be of no use any more
  /// @throws CancellationException if so before there is a place
  public void begin(BooleanSupplier outdated) {
    stop = new StopSignal(outdated);
    place = places.enter(stack, large, outdated);
    over = new CountDownLatch(1);
    var watched = stop;
    var until = over;
    Thread.ofVirtual().name("planning-turn").start(() -> watch(watched, until));
  }

  /// Sees that the plan is of no use any more while all that planning does is to wait for answers.
  private static void watch(StopSignal stop, CountDownLatch over) {
    try {
      while (!stop.isSet() && !over.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {}
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Gives the place back. Doing that again does nothing.
  public void end() {
    over.countDown();
    if (place != null) place.close();
    place = null;
  }

  /// The signal that ends planning as soon as the plan is of no use any more.
  public StopSignal stop() {
    return stop;
  }

  /// Checks the place against the number of instances that the plan is about.
  ///
  /// @throws CancellationException if they need a larger place, which the next turn waits for
  public void isAbout(int instances) {
    boolean fits = large || instances <= PlanningPlaces.SMALL;
    large = outgrown || instances > PlanningPlaces.SMALL;
    if (!fits) throw new CancellationException("needs a larger place");
  }

  /// The limits of a plan in this place.
  public Limits within(Limits limits) {
    return large ? limits : limits.making(limits.characters() / PlanningPlaces.SMALL_SHARE);
  }

  /// Checks whether a plan failed only because its place is too small.
  ///
  /// @throws CancellationException if so; the next turn waits for a larger place
  public void fits(List<Diagnostic> diagnostics) {
    if (large || diagnostics.stream().noneMatch(each -> each.code() == Code.VALUES_TOO_LARGE))
      return;
    large = true;
    if (outgrown) return;
    outgrown = true;
    throw new CancellationException("needs a larger place");
  }
}
