import java.util.function.Supplier;

/// Seconds of one kind of work.
///
/// @param cold the first time in its JVM
/// @param best of the times after, because the machine is shared
record Seconds(double cold, double best) {
  /// What came of work, and how long it took.
  record Timed<T>(T result, Seconds seconds) {}

  Seconds best(Seconds other) {
    return new Seconds(Math.min(cold, other.cold), Math.min(best, other.best));
  }

  Seconds plus(Seconds other) {
    return new Seconds(cold + other.cold, best + other.best);
  }

  /// Two kinds of work that are compared: one after the other, again and again, so that the machine
  /// is as fast for both.
  record Compared(Seconds one, Seconds other) {
    Compared best(Compared again) {
      return new Compared(one.best(again.one), other.best(again.other));
    }

    double ratio() {
      return one.best() / other.best();
    }
  }

  static Compared compare(int fewest, double seconds, Runnable one, Runnable other) {
    double coldOne = once(one);
    double coldOther = once(other);
    double bestOne = Double.MAX_VALUE;
    double bestOther = Double.MAX_VALUE;
    long began = System.nanoTime();
    for (int i = 0; i < fewest || Program.secondsSince(began) < 2 * seconds; i++) {
      bestOne = Math.min(bestOne, once(one));
      bestOther = Math.min(bestOther, once(other));
    }
    return new Compared(new Seconds(coldOne, bestOne), new Seconds(coldOther, bestOther));
  }

  private static double once(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return Program.secondsSince(start);
  }

  /// Does something once, and then so many times at least, and for so many seconds at least.
  static <T> Timed<T> of(int fewest, double seconds, Supplier<T> work) {
    long start = System.nanoTime();
    T result = work.get();
    double cold = Program.secondsSince(start);
    double best = Double.MAX_VALUE;
    long began = System.nanoTime();
    for (int i = 0; i < fewest || Program.secondsSince(began) < seconds; i++) {
      start = System.nanoTime();
      result = work.get();
      best = Math.min(best, Program.secondsSince(start));
    }
    return new Timed<>(result, new Seconds(cold, best));
  }
}
