package io.keelson.expression;

/// What one evaluation may cost: one for each step, one for each element looked at, and the size of
/// what is made. Stops what a user would otherwise wait for, or run out of memory by.
final class Budget {
  static final int STEPS = 100_000;
  static final int LONGEST_TEXT = 1_000_000;
  private static final int CHARACTERS_PER_STEP = 64;

  /// Cannot be caught by any function of the language.
  static final class Exhausted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Exhausted(String reason) {
      super(reason, null, false, false);
    }

    Problem at(int place) {
      return Problem.expression(
          place,
          "expression is too expensive",
          String.valueOf(getMessage()),
          "Make the value elsewhere, or split the work over several locals.");
    }
  }

  private long left = STEPS;

  void step() {
    if (--left < 0) throw exhausted();
  }

  /// @param size elements that are about to be looked at or made
  void elements(long size) {
    left -= size;
    if (left < 0) throw exhausted();
  }

  /// @param length of a text that is about to be made
  void text(long length) {
    if (length > LONGEST_TEXT)
      throw new Exhausted("a text would have more than " + LONGEST_TEXT + " characters");
    elements(length / CHARACTERS_PER_STEP);
  }

  private static Exhausted exhausted() {
    return new Exhausted("the evaluation needs more than " + STEPS + " steps");
  }
}
