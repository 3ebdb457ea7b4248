package io.keelson.provider.plugin.install;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// A package as an archive, zip or gzipped tar, as its content tells. It may be made by anybody:
/// nothing it says is believed.
record PackageArchive(Path file) {
  private static final byte[] GZIP = {0x1F, (byte) 0x8B};

  /// Unpacks files and folders. Links in a zip archive come out as plain files that hold the text
  /// of the link; a tar archive with one is refused.
  ///
  /// @param to an empty folder; nothing is written beside it
  /// @throws IOException whose message says what is wrong with the archive
  void unpackTo(Path to, UnpackBudget budget) throws IOException {
    var folder = new PackageFolder(to);
    try {
      if (isGzip()) untar(folder, budget);
      else unzip(folder, budget);
    } catch (FileAlreadyExistsException e) {
      throw new IOException("it holds one name more than once", e);
    }
  }

  private boolean isGzip() throws IOException {
    try (var in = Files.newInputStream(file)) {
      return Arrays.equals(in.readNBytes(GZIP.length), GZIP);
    }
  }

  private void unzip(PackageFolder to, UnpackBudget budget) throws IOException {
    try (var zip = new ZipFile(file.toFile())) {
      List<? extends ZipEntry> entries = Collections.list(zip.entries());
      for (var each : entries) {
        budget.file(each.getName());
        var place = to.place(each.getName());
        if (each.isDirectory()) {
          Files.createDirectories(place);
          continue;
        }
        Files.createDirectories(place.getParent());
        try (var in = new CheckedInputStream(zip.getInputStream(each), new CRC32())) {
          budget.write(in, place);
          if (in.getChecksum().getValue() != each.getCrc())
            throw new IOException("the content of '" + each.getName() + "' in it is damaged");
        }
      }
    } catch (ZipException | IllegalArgumentException e) {
      throw new IOException("it is no zip archive, or a damaged one", e);
    }
  }

  private void untar(PackageFolder to, UnpackBudget budget) throws IOException {
    try (var in = gunzipped()) {
      var tar = new TarReader(in, budget);
      for (var each = tar.next(); each.isPresent(); each = tar.next()) {
        budget.file(each.get().name());
        var name = withoutDot(each.get().name());
        if (name.isPresent()) untar(tar, each.get(), to.place(name.get()), budget);
      }
    } catch (EOFException | ZipException | IllegalArgumentException e) {
      throw new IOException("it is no gzipped tar archive, or a damaged one", e);
    }
  }

  private InputStream gunzipped() throws IOException {
    return new GZIPInputStream(new BufferedInputStream(Files.newInputStream(file)), 1 << 16);
  }

  /// What is made of a whole folder begins with it: `./`, `./README.md`.
  ///
  /// @return empty for the folder itself
  private static Optional<String> withoutDot(String name) {
    if (name.equals(".") || name.equals("./")) return Optional.empty();
    return Optional.of(name.startsWith("./") ? name.substring(2) : name);
  }

  private static void untar(TarReader tar, TarReader.Entry entry, Path place, UnpackBudget budget)
      throws IOException {
    switch (entry.kind()) {
      case FOLDER -> Files.createDirectories(place);
      case FILE -> {
        Files.createDirectories(place.getParent());
        budget.write(tar.content(), place);
      }
      case LINK, OTHER ->
          throw new IOException(
              "'%s' in it is %s, and packages hold files and folders only"
                  .formatted(
                      entry.name(),
                      entry.kind() == TarReader.Kind.LINK ? "a link" : "no regular file"));
    }
  }
}
