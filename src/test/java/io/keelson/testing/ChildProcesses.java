package io.keelson.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The processes that this JVM has started and that run, told apart by the folder that each is
/// given in its environment: other tests start the same programs at the same time.
public final class ChildProcesses {
  private ChildProcesses() {}

  /// Those that were given a folder below this one.
  public static List<ProcessHandle> in(Path folder) {
    return ProcessHandle.current()
        .children()
        .filter(child -> environment(child).contains("=" + folder))
        .toList();
  }

  private static String environment(ProcessHandle process) {
    try {
      var file = Path.of("/proc", String.valueOf(process.pid()), "environ");
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // it has ended
    }
  }
}
