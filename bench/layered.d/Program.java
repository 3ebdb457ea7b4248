import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Runs another program to its end, and looks at it meanwhile.
///
/// @param output what it wrote to standard output
/// @param peakMiB the most memory it had resident, with the processes that it started; 0 where `/proc` does not say
record Program(int status, String output, double seconds, double peakMiB) {
  private static final long LOOK_EVERY_MS = 10;
  private static final Path JAR = Path.of("target/quick/keelson.jar").toAbsolutePath();
  private static final Path RECORD = JAR.resolveSibling("keelson.aot");

  /// Runs `command` in `folder`; its output goes to the files NAME.out and NAME.err there.
  ///
  /// @throws IllegalStateException if it ends with a status that is not in `expected`
  static Program run(Path folder, String name, List<Integer> expected, List<String> command)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    var out = folder.resolve(name + ".out");
    var err = folder.resolve(name + ".err");
    long start = System.nanoTime();
    var process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    double peak = 0;
    while (!process.waitFor(LOOK_EVERY_MS, TimeUnit.MILLISECONDS))
      peak = Math.max(peak, peakWithChildrenMiB(process.toHandle()));
    double seconds = secondsSince(start);
    if (!expected.contains(process.exitValue()))
      throw new IllegalStateException(
          "%s ended with status %d: %s"
              .formatted(String.join(" ", command), process.exitValue(), tail(err)));
    return new Program(process.exitValue(), Files.readString(out), seconds, peak);
  }

  static boolean isOnPath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  static String tail(Path log) throws IOException {
    var lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
  }

  /// Java of this JVM with the class path of this JVM, and the flags that the image gives it.
  static List<String> java(List<String> arguments) {
    return java(System.getProperty("java.class.path"), arguments);
  }

  /// The same with another class path.
  static List<String> java(String classPath, List<String> arguments) {
    return command(List.of("-cp", classPath), arguments);
  }

  /// The jar as the image starts it, with what its rehearsal recorded.
  static List<String> jar(List<String> arguments) {
    return recorded(List.of("-jar", JAR.toString()), arguments);
  }

  /// A class of the benchmarks, with the same record: that is for the jar and what comes after it in the class path.
  static List<String> recorded(List<String> arguments) {
    var classPath = JAR + File.pathSeparator + Path.of("target/quick/bench-classes").toAbsolutePath();
    return recorded(List.of("-cp", classPath), arguments);
  }

  private static List<String> recorded(List<String> program, List<String> arguments) {
    var all = new ArrayList<>(List.of("-XX:AOTCache=" + RECORD, "-Xlog:aot*=error"));
    all.addAll(program);
    return command(all, arguments);
  }

  /// With the flags of the image, but for the size of the heap: what the chart's memory limit
  /// leaves.
  private static List<String> command(List<String> program, List<String> arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xms32m", "-Xmx665m", "-XX:+UseCompactObjectHeaders"));
    command.addAll(
        List.of("-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=30", "-XX:-ShrinkHeapInSteps"));
    command.addAll(program);
    command.addAll(arguments);
    return command;
  }

  static double peakMiB(long pid) throws IOException {
    return memoryMiB(pid, "VmHWM:");
  }

  /// The sum of the most that a process and those that it has started, and that still run, had
  /// resident.
  static double peakWithChildrenMiB(ProcessHandle process) throws IOException {
    double sum = peakMiB(process.pid());
    for (ProcessHandle child : process.descendants().toList()) sum += peakMiB(child.pid());
    return sum;
  }

  static double residentMiB(long pid) throws IOException {
    return memoryMiB(pid, "VmRSS:");
  }

  private static double memoryMiB(long pid, String field) throws IOException {
    try (var lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
      return lines
          .filter(line -> line.startsWith(field))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(0);
    } catch (NoSuchFileException | UncheckedIOException e) {
      return 0; // it has ended, or this is not Linux
    }
  }

  static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
