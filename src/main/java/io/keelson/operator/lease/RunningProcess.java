package io.keelson.operator.lease;

import io.keelson.operator.api.record.JournalEntry.Holder;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// This process, described so that another one can find out whether it is gone.
public final class RunningProcess {
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private RunningProcess() {}

  /// @param environment may hold `POD_NAMESPACE`, `POD_NAME` and `POD_UID`
  public static Holder describe(Map<String, String> environment) {
    var holder = new Holder();
    holder.process = UUID.randomUUID().toString();
    var podUid = environment.get("POD_UID");
    if (podUid != null) {
      holder.podUid = podUid;
      holder.pod = environment.get("POD_NAMESPACE") + "/" + environment.get("POD_NAME");
    }
    holder.host = host(environment);
    holder.boot = boot();
    holder.pid = ProcessHandle.current().pid();
    holder.startedAt = startOf(holder.pid).orElse("");
    return holder;
  }

  private static String host(Map<String, String> environment) {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return environment.getOrDefault("HOSTNAME", "unknown");
    }
  }

  /// Changes with every start of the machine; empty where the system does not tell.
  private static String boot() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /// When the process with this id started, as a text that never changes while it lives; empty if
  /// no such process runs.
  ///
  /// Linux is asked for clock ticks since boot: the JDK's start instant is derived from a boot time
  /// that can differ by a second between two readings.
  static Optional<String> startOf(long pid) {
    try {
      var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      boolean dead = fields[0].equals("Z") || fields[0].equals("X");
      return dead ? Optional.empty() : Optional.of(fields[19]);
    } catch (IOException e) {
      if (Files.isDirectory(Path.of("/proc/self"))) return Optional.empty();
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .map(handle -> handle.info().startInstant().map(Object::toString).orElse(""));
    }
  }
}
