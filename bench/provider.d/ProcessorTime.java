import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Processor time, which on a shared machine says more than time does, in seconds; 0 where `/proc`
/// does not say.
///
/// @param engine that of this process
/// @param providers that of all processes which it has started
record ProcessorTime(double engine, double providers) {
  private static final int USER_TIME = 11;
  private static final int TICKS_PER_SECOND = 100;

  /// So far.
  static ProcessorTime now() {
    var own = ticks(ProcessHandle.current());
    long providers = own.get(2) + own.get(3); // those that have ended
    for (ProcessHandle each : ProcessHandle.current().descendants().toList())
      providers += ticks(each).stream().mapToLong(ticks -> ticks).sum();
    return new ProcessorTime(seconds(own.get(0) + own.get(1)), seconds(providers));
  }

  private static double seconds(long ticks) {
    return (double) ticks / TICKS_PER_SECOND;
  }

  /// In user mode, in the kernel, and the same of children that have ended.
  private static List<Long> ticks(ProcessHandle process) {
    try {
      var stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return List.of(fields).subList(USER_TIME, USER_TIME + 4).stream().map(Long::valueOf).toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(0L, 0L, 0L, 0L); // it has ended, or this is not Linux
    }
  }

  /// What each of so many took since then.
  ProcessorTime since(ProcessorTime before, int times) {
    return new ProcessorTime(
        (engine - before.engine) / times, (providers - before.providers) / times);
  }

  ProcessorTime best(ProcessorTime other) {
    return new ProcessorTime(
        Math.min(engine, other.engine), Math.min(providers, other.providers));
  }
}
