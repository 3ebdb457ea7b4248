import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Runs a command in a control group of its own, and prints how long it took, how much processor
/// time it and all that it started took, by what program, and what Maven said of phases and classes.
///
/// Processes are counted by the kernel's process accounting, which is that of the whole machine:
/// what others start at the same time is in that table, but not in the sum.
@SuppressWarnings("restricted")
public final class BuildCost {
  private static final int LOOK_EVERY_SECONDS = 5;
  private static final int MOST_SHOWN = 20;
  private static final Pattern PHASE = Pattern.compile("--- (\\S+) \\((\\S+)\\) @");
  private static final Pattern CLASS =
      Pattern.compile("Tests run: \\d+, .*Time elapsed: ([\\d.,]+) s.* -- in (\\S+)");

  private final Path folder;
  private final List<String> phases = new ArrayList<>();
  private final Map<String, Double> classes = new HashMap<>();

  private BuildCost(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 2) {
      System.err.println("Usage: bench/build FOLDER COMMAND...   (FOLDER: for what it prints)");
      System.exit(2);
    }
    var command = List.of(arguments).subList(1, arguments.length);
    System.exit(new BuildCost(Files.createDirectories(Path.of(arguments[0]))).run(command));
  }

  private int run(List<String> command) throws Exception {
    var group = ControlGroup.create("build-" + ProcessHandle.current().pid());
    var accounts = folder.toAbsolutePath().resolve("processes");
    Files.write(accounts, new byte[0]);
    account(accounts.toString());
    long start = System.nanoTime();
    var words = new ArrayList<>(List.of("sh", "-c", "echo $$ >\"$0\" && exec \"$@\""));
    words.add(group.members().toString());
    words.addAll(command);
    var process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var reader = Thread.startVirtualThread(() -> read(process, start));
    var loads = new ArrayList<Double>();
    while (!process.waitFor(LOOK_EVERY_SECONDS, TimeUnit.SECONDS)) loads.add(load());
    double seconds = seconds(start);
    reader.join();
    account(null);
    System.out.printf(
        "exit status %d, %.0f s, processor %s, load %.1f on average and %.1f at most%n",
        process.exitValue(),
        seconds,
        group.processorTime(),
        loads.stream().mapToDouble(x -> x).average().orElse(0),
        loads.stream().mapToDouble(x -> x).max().orElse(0));
    programs(accounts);
    System.out.println("Phases, and when each began:");
    phases.forEach(each -> System.out.println("  " + each));
    System.out.println("Longest classes:");
    classes.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(MOST_SHOWN)
        .forEach(each -> System.out.printf("  %7.1f s  %s%n", each.getValue(), each.getKey()));
    return process.exitValue();
  }

  private void read(Process process, long start) {
    try (var lines = process.inputReader();
        var log = Files.newBufferedWriter(folder.resolve("output"))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        log.write("%7.1f %s%n".formatted(seconds(start), line));
        log.flush();
        var phase = PHASE.matcher(line);
        if (phase.find())
          phases.add("%7.1f s  %s (%s)".formatted(seconds(start), phase.group(1), phase.group(2)));
        var test = CLASS.matcher(line);
        if (test.find())
          classes.put(test.group(2), Double.parseDouble(test.group(1).replace(",", "")));
      }
    } catch (IOException e) {
      System.err.println("The output cannot be kept: " + e);
    }
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static double load() throws IOException {
    return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
  }

  /// Begins process accounting into a file, or ends it.
  private static void account(String file) throws Exception {
    try (var arena = Arena.ofConfined()) {
      var linker = Linker.nativeLinker();
      var acct =
          linker.downcallHandle(
              linker.defaultLookup().find("acct").orElseThrow(),
              FunctionDescriptor.of(JAVA_INT, ADDRESS));
      var name = file == null ? MemorySegment.NULL : arena.allocateFrom(file);
      if ((int) acct.invoke(name) != 0)
        throw new IOException("The kernel keeps no account of processes; this takes root.");
    } catch (Throwable e) {
      throw new Exception(e);
    }
  }

  private record Program(int count, double seconds) {
    Program and(Program other) {
      return new Program(count + other.count, seconds + other.seconds);
    }
  }

  private static void programs(Path accounts) throws IOException {
    var programs = new TreeMap<String, Program>();
    for (var each : Account.read(accounts))
      programs.merge(each.kind(), new Program(1, each.seconds()), Program::and);
    System.out.println("Programs, of the whole machine: processor seconds, how many");
    programs.entrySet().stream()
        .sorted(
            Comparator.comparingDouble(
                (Map.Entry<String, Program> each) -> -each.getValue().seconds()))
        .limit(MOST_SHOWN)
        .forEach(each ->
            System.out.printf(
                "  %8.1f %6d  %s%n",
                each.getValue().seconds(), each.getValue().count(), each.getKey()));
  }

  /// One process that has ended, as `struct acct_v3` of the kernel tells it.
  ///
  /// @param depth how many processes of Java it was started below, the first of which is this one's
  private record Account(String name, double seconds, int depth) {
    private static final int SIZE = 64;
    private static final double TICKS_PER_SECOND = 100;

    static List<Account> read(Path file) throws IOException {
      var bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder());
      var lives = new ArrayList<Life>();
      for (int at = 0; at + SIZE <= bytes.limit(); at += SIZE) lives.add(Life.of(bytes, at));
      var all = new HashMap<Integer, List<Life>>();
      for (var life : lives) all.computeIfAbsent(life.id(), _ -> new ArrayList<>()).add(life);
      return lives.stream()
          .map(life -> new Account(life.name(), life.seconds(), life.javasAbove(all)))
          .toList();
    }

    /// A process, with its number, which another one may have had before and after it.
    ///
    /// @param begun in seconds
    /// @param ended in seconds
    /// @param seconds of processor time
    private record Life(
        String name, int id, int parent, long begun, double ended, double seconds) {
      static Life of(ByteBuffer bytes, int at) {
        long begun = Integer.toUnsignedLong(bytes.getInt(at + 24));
        double ended = begun + bytes.getFloat(at + 28) / TICKS_PER_SECOND;
        double ticks = number(bytes.getShort(at + 32)) + number(bytes.getShort(at + 34));
        return new Life(
            Account.name(bytes, at),
            bytes.getInt(at + 16),
            bytes.getInt(at + 20),
            begun,
            ended,
            ticks / TICKS_PER_SECOND);
      }

      int javasAbove(Map<Integer, List<Life>> all) {
        var above =
            all.getOrDefault(parent, List.of()).stream()
                .filter(each -> each != this && each.begun <= begun && begun <= each.ended + 1)
                .findFirst();
        return above
            .map(each -> each.javasAbove(all) + (each.name.equals("java") ? 1 : 0))
            .orElse(0);
      }
    }

    private static String name(ByteBuffer bytes, int at) {
      var name = new byte[16];
      bytes.get(at + 48, name);
      return new String(name, StandardCharsets.UTF_8).replaceAll("\0.*", "");
    }

    /// The kernel's short floating-point numbers: 13 bits, times 8 to the power of the upper 3.
    private static long number(short packed) {
      return (long) (packed & 0x1fff) << (3 * ((packed & 0xffff) >> 13));
    }

    String kind() {
      if (!name.equals("java")) return name;
      return switch (depth) {
        case 0, 1 -> "java: Maven";
        case 2 -> "java: the JVMs of tests, the compiler, the formatter";
        default -> "java: started by tests";
      };
    }
  }

  /// Of version 1 or 2.
  private record ControlGroup(Path path, boolean second) {
    static ControlGroup create(String name) throws IOException {
      var root = Path.of("/sys/fs/cgroup");
      boolean second = Files.exists(root.resolve("cgroup.controllers"));
      var path = (second ? root : root.resolve("cpuacct")).resolve(name);
      return new ControlGroup(Files.createDirectory(path), second);
    }

    Path members() {
      return path.resolve("cgroup.procs");
    }

    String processorTime() throws IOException {
      var told = new HashMap<String, Double>();
      for (var line : Files.readAllLines(path.resolve(second ? "cpu.stat" : "cpuacct.stat"))) {
        var words = line.split(" ");
        told.put(words[0].replace("_usec", ""), Double.parseDouble(words[1]) / (second ? 1e6 : 100));
      }
      double user = told.get("user");
      double system = told.get("system");
      return "%.0f s (%.0f user, %.0f system)".formatted(user + system, user, system);
    }
  }
}
