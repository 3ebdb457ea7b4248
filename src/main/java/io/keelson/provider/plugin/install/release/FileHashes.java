package io.keelson.provider.plugin.install.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The SHA-256 of files. A file of hundreds of megabytes is read once, not before each use: not
/// again as long as it is the same one, has the same size, and was not changed since.
///
/// When a file was last changed ("ctime") cannot be set by those who write it, only by who sets the
/// clock or writes the disk itself. Where a file system does not tell it, each file is read again.
public final class FileHashes {
  /// As many as one package may have: of one that has more than are remembered, which are looked up
  /// one after the other, none would be found. All together take about 20 MiB.
  private static final int MOST = 50_000;

  /// Two changes may get the same time if they follow each other at once: until then a file is read
  /// again.
  private static final Duration SETTLED = Duration.ofSeconds(2);

  private final Clock clock;
  private final Map<File, Known> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<File, Known> eldest) {
          return size() > MOST;
        }
      };

  /// @param clock that of the file system, to within seconds
  public FileHashes(Clock clock) {
    this.clock = clock;
  }

  /// Which file it is, whatever its name.
  private record File(Object device, Object inode) {}

  /// What no write leaves as it was.
  private record State(Object size, Object modified, FileTime changed) {}

  private record Known(State state, String hash) {}

  private record Seen(File file, State state) {}

  /// The hash of its content, in hexadecimal.
  ///
  /// @throws IOException if it cannot be read
  String of(Path path) throws IOException {
    var before = seen(path);
    var hash = before.flatMap(this::known);
    if (hash.isPresent()) return hash.get();
    var made = PackageHash.sha256Of(path);
    if (before.isPresent() && isSettled(before.get()) && before.equals(seen(path)))
      keep(before.get(), made);
    return made;
  }

  private static Optional<Seen> seen(Path path) throws IOException {
    if (!path.getFileSystem().supportedFileAttributeViews().contains("unix"))
      return Optional.empty();
    var all =
        Files.readAttributes(
            path, "unix:dev,ino,size,lastModifiedTime,ctime", LinkOption.NOFOLLOW_LINKS);
    return Optional.of(
        new Seen(
            new File(told(all, "dev"), told(all, "ino")),
            new State(
                told(all, "size"), told(all, "lastModifiedTime"), (FileTime) told(all, "ctime"))));
  }

  private static Object told(Map<String, Object> attributes, String name) {
    return Objects.requireNonNull(attributes.get(name));
  }

  private boolean isSettled(Seen seen) {
    return seen.state().changed().toInstant().isBefore(clock.instant().minus(SETTLED));
  }

  private synchronized Optional<String> known(Seen seen) {
    return Optional.ofNullable(known.get(seen.file()))
        .filter(each -> each.state().equals(seen.state()))
        .map(Known::hash);
  }

  private synchronized void keep(Seen seen, String hash) {
    known.put(seen.file(), new Known(seen.state(), hash));
  }
}
