package io.keelson.provider.plugin.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where provider processes live: one directory each, which nobody else can read.
///
/// A provider does not notice that its host is gone. So each directory tells which process uses it,
/// and for whom; the next host ends those whose host is gone. Processes are known by their number
/// and when they started, because numbers come again.
public final class RunDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(RunDirectory.class);
  private static final String RECORD = "process";

  /// A path to a socket has at most 107 bytes; the name a provider gives it, 18.
  private static final int LONGEST = 107 - 18;

  private final Path base;

  /// @param base a short path; made if it is not there
  public RunDirectory(Path base) {
    this.base = base;
  }

  /// A new directory for one process.
  ///
  /// @throws StartFailed if it cannot be made, or its path is too long for a socket
  Path make() throws StartFailed {
    try {
      Files.createDirectories(base);
      var made =
          Files.createTempDirectory(
              base,
              "p",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      if (made.toString().length() <= LONGEST) return made;
      delete(made);
      throw new StartFailed(
          "The path "
              + made
              + " is too long for a socket: it may have "
              + LONGEST
              + " bytes. Choose a shorter run directory.");
    } catch (IOException e) {
      throw new StartFailed(
          "No directory for its socket can be made in " + base + ": " + e + ". Make it writable.");
    }
  }

  /// Writes down which process uses the directory.
  void record(Path directory, ProcessHandle process) throws StartFailed {
    try {
      Files.write(
          directory.resolve(RECORD),
          List.of(described(ProcessHandle.current()), described(process)));
    } catch (IOException e) {
      throw new StartFailed("Its process cannot be written down in " + directory + ": " + e);
    }
  }

  private static String described(ProcessHandle process) {
    return process.pid() + " " + started(process);
  }

  private static long started(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /// Ends the processes whose host is gone, and takes their directories away.
  public void reap() {
    try (Stream<Path> directories = Files.list(base)) {
      directories.filter(Files::isDirectory).forEach(RunDirectory::reap);
    } catch (NoSuchFileException e) {
      // No process ever ran here.
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("cannot look for provider processes without a host in {}: {}", base, e.toString());
    }
  }

  private static void reap(Path directory) {
    try {
      var lines = Files.readAllLines(directory.resolve(RECORD));
      if (lines.size() != 2 || running(lines.get(0)).isPresent()) return;
      running(lines.get(1))
          .ifPresent(orphan -> {
            LOG.info("ending provider process {}, whose host is gone", orphan.pid());
            orphan.destroyForcibly();
          });
      delete(directory);
    } catch (NoSuchFileException e) {
      // Not one of ours, or just being made.
    } catch (IOException | NumberFormatException e) {
      LOG.warn("cannot tell whose directory {} is: {}", directory, e.toString());
    }
  }

  private static Optional<ProcessHandle> running(String described) {
    int space = described.indexOf(' ');
    long started = Long.parseLong(described.substring(space + 1));
    return ProcessHandle.of(Long.parseLong(described.substring(0, Math.max(0, space))))
        .filter(process -> process.isAlive() && started(process) == started);
  }

  /// Takes a directory of [#make] away, with what the process left there.
  static void delete(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(each);
    } catch (NoSuchFileException e) {
      // It is gone already.
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("cannot delete {}: {}", directory, e.toString());
    }
  }
}
