import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The engine of this checkout and that of another one with the same graph, in turns, each time in
/// JVMs of their own: what a change has cost.
final class AgainstRun {
  private static final int TURNS = 3;

  /// Until the compiler of the JVM is done: before, its order of work decided which of two equal
  /// engines was faster, once 1.8 times as fast.
  private static final int SECONDS = 10;

  private static final ObjectMapper JSON =
      new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

  /// What both can be measured by.
  private static final Map<String, Function<EngineRun.Figures, Seconds>> WORK = work();

  private final Path folder;
  private final int size;
  private final Path other;

  AgainstRun(Path folder, int size, Path other) {
    this.folder = folder;
    this.size = size;
    this.other = other.toAbsolutePath();
    for (String built : List.of("target/quick/bench-classes", "target/quick/keelson.jar"))
      if (!Files.exists(this.other.resolve(built)))
        throw new IllegalArgumentException(
            "%s has no %s. Build it there: bench/layered 100 --engine-only"
                .formatted(this.other, built));
  }

  private static Map<String, Function<EngineRun.Figures, Seconds>> work() {
    var work = new LinkedHashMap<String, Function<EngineRun.Figures, Seconds>>();
    work.put("load", EngineRun.Figures::load);
    work.put("plan", EngineRun.Figures::plan);
    work.put("apply, store in memory", EngineRun.Figures::apply);
    work.put("plan, nothing to do, all read", EngineRun.Figures::noOp);
    work.put("plan, nothing to do, as last read", EngineRun.Figures::noOpObserved);
    work.put("plan, one instance changed", EngineRun.Figures::oneChanged);
    return work;
  }

  /// The best of all turns, by what was done.
  Map<String, Seconds.Compared> measure() throws IOException, InterruptedException {
    var best = new LinkedHashMap<String, Seconds.Compared>();
    for (int turn = 0; turn < TURNS; turn++) {
      var there = figures(other, "other-" + turn);
      var here = figures(Path.of("").toAbsolutePath(), "this-" + turn);
      WORK.forEach((what, seconds) ->
          best.merge(
              what,
              new Seconds.Compared(seconds.apply(here), seconds.apply(there)),
              Seconds.Compared::best));
    }
    return best;
  }

  private EngineRun.Figures figures(Path checkout, String name)
      throws IOException, InterruptedException {
    var path = new StringBuilder();
    for (String part : List.of("quick/bench-classes", "quick/keelson.jar", "quick/lib/*"))
      path.append(checkout.resolve("target")).append('/').append(part).append(File.pathSeparator);
    var arguments =
        List.of("EngineRun", Integer.toString(size), "0", Integer.toString(SECONDS));
    var command = Program.java(path.toString(), arguments);
    return JSON.readValue(
        Program.run(folder, name, List.of(0), command).output(), EngineRun.Figures.class);
  }
}
