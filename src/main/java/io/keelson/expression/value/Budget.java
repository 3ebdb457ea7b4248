package io.keelson.expression.value;

import io.keelson.engine.value.Depth;
import io.keelson.engine.value.Extent;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;

/// What one evaluation may cost: one for each step, one for each element looked at, and the size of
/// what is made. Stops what a user would otherwise wait for, or run out of memory by.
///
/// A value may hold the same part many times over, so it can be far larger than the work that made
/// it; every collection is paid for by the parts that whoever walks it will meet.
public final class Budget {
  public static final int STEPS = 100_000;
  public static final int LONGEST_TEXT = 1_000_000;
  public static final int LARGEST_RESULT = 10_000_000;
  private static final int UNITS_PER_STEP = 64;

  /// Cannot be caught by any function of the language.
  public static final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String summary;
    private final int place;
    private final String advice;

    Exhausted(String reason, int place, String advice) {
      this("expression is too expensive", reason, place, advice);
    }

    Exhausted(String summary, String reason, int place, String advice) {
      super(reason, null, false, false);
      this.summary = summary;
      this.place = place;
      this.advice = advice;
    }

    public Problem problem() {
      return Problem.expression(place, summary, String.valueOf(getMessage()), advice);
    }

    /// The same at another place: that of a call instead of one inside what it calls.
    public Exhausted at(int other) {
      return new Exhausted(summary, String.valueOf(getMessage()), other, advice);
    }
  }

  private long left = STEPS;
  private int place;

  /// @param at where in the declared string the next costs come from
  public void at(int at) {
    place = at;
  }

  public void step() {
    if (--left < 0) throw tooManySteps();
  }

  /// @param size elements that are about to be looked at or made
  public void elements(long size) {
    left -= size;
    if (left < 0) throw tooManySteps();
  }

  /// @param length in characters of a text that is about to be made or searched
  public void text(long length) {
    if (length > LONGEST_TEXT)
      throw new Exhausted(
          "a text would have %d characters, and may have at most %d"
              .formatted(length, LONGEST_TEXT),
          place,
          "Make several shorter texts, or keep what is this long outside of the stack.");
    elements(length / UNITS_PER_STEP);
  }

  /// @param size of what is about to be looked at, of which 64 parts cost a step
  public void units(long size) {
    elements(size / UNITS_PER_STEP);
  }

  /// @param value that was just made, or is about to be looked at as a whole
  public void parts(Value value) {
    if (value.depth() > Depth.MOST)
      throw new Exhausted(
          "value is too deep",
          "the value would be nested more than %d levels deep".formatted(Depth.MOST),
          place,
          "Make something flatter.");
    if (value instanceof Sequence || value instanceof Mapping)
      elements(Extent.parts(value, (left + 1) * UNITS_PER_STEP) / UNITS_PER_STEP);
  }

  /// @param value of a whole expression
  public void result(Value value) {
    if (Extent.characters(value, LARGEST_RESULT + 1L) > LARGEST_RESULT)
      throw new Exhausted(
          "the value would have more than %d characters".formatted(LARGEST_RESULT),
          0,
          "Pick the attributes that are needed, with map(x, x.name) for example.");
  }

  private Exhausted tooManySteps() {
    return new Exhausted(
        "the evaluation needs more than %d steps".formatted(STEPS),
        place,
        "Split the work over several locals, each of which has as many steps of its own, or make"
            + " the value elsewhere.");
  }
}
