import java.util.function.Supplier;

/// Seconds of one kind of work.
///
/// @param cold the first time in its JVM
/// @param best of the times after, because the machine is shared
record Seconds(double cold, double best) {
  /// What came of work, and how long it took.
  record Timed<T>(T result, Seconds seconds) {}

  Seconds plus(Seconds other) {
    return new Seconds(cold + other.cold, best + other.best);
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
