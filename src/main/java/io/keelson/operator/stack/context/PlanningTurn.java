package io.keelson.operator.stack.context;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;
import io.keelson.operator.turn.FairPlaces;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The place that one Stack plans in, and why it would give up.
public final class PlanningTurn {
  private final StackKey stack;
  private final PlanningPlaces places;
  private StopSignal stop = new StopSignal();
  private FairPlaces.@Nullable Place place;
  private boolean large;
  private boolean outgrown;

  public PlanningTurn(StackKey stack, PlanningPlaces places) {
    this.stack = stack;
    this.places = places;
  }

  /// Waits until the Stack may be planned.
  ///
  /// @param outdated whether what is planned from now on is of no use any more
  /// @throws CancellationException if it is before it has begun
  public void begin(BooleanSupplier outdated) {
    stop = new StopSignal(outdated);
    place = places.enter(stack, large, outdated);
  }

  /// Gives the place to others; once is enough.
  public void end() {
    if (place != null) place.close();
    place = null;
  }

  /// Ends what is planned as soon as it is of no use any more.
  public StopSignal stop() {
    return stop;
  }

  /// Says how many instances the plan is about.
  ///
  /// @throws CancellationException if that needs a larger place, which the next turn waits for
  public void isAbout(int instances) {
    boolean fits = large || instances <= PlanningPlaces.SMALL;
    large = outgrown || instances > PlanningPlaces.SMALL;
    if (!fits) throw new CancellationException("needs a larger place");
  }

  /// The limits of a plan in this place.
  public Limits within(Limits limits) {
    return large ? limits : limits.making(limits.characters() / PlanningPlaces.SMALL_SHARE);
  }

  /// Looks whether a plan was refused anything that a larger place has.
  ///
  /// @throws CancellationException if so; the next turn waits for one
  public void fits(List<Diagnostic> diagnostics) {
    if (large || diagnostics.stream().noneMatch(each -> each.code() == Code.VALUES_TOO_LARGE))
      return;
    large = true;
    if (outgrown) return;
    outgrown = true;
    throw new CancellationException("needs a larger place");
  }
}
