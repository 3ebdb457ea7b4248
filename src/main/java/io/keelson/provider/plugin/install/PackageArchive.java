package io.keelson.provider.plugin.install;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// A package as a zip archive. It may be made by anybody: nothing it says is believed.
record PackageArchive(Path file) {

  /// Unpacks files and folders; links come out as plain files that hold the text of the link.
  ///
  /// @param to an empty folder; nothing is written beside it
  /// @throws IOException whose message says what is wrong with the archive
  void unpackTo(Path to, UnpackBudget budget) throws IOException {
    try (var zip = new ZipFile(file.toFile())) {
      List<? extends ZipEntry> entries = Collections.list(zip.entries());
      for (var each : entries) {
        budget.file(each.getName());
        var place = place(to, each.getName());
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
    } catch (FileAlreadyExistsException e) {
      throw new IOException("it holds one name more than once", e);
    } catch (ZipException | IllegalArgumentException e) {
      throw new IOException("it is no zip archive, or a damaged one", e);
    }
  }

  private static Path place(Path to, String name) throws IOException {
    boolean outside =
        name.startsWith("/")
            || name.indexOf('\\') >= 0
            || name.indexOf(':') >= 0
            || name.chars().anyMatch(each -> each < ' ')
            || Arrays.asList(name.split("/")).contains("..")
            || Arrays.asList(name.split("/")).contains(".");
    if (outside || name.isEmpty())
      throw new IOException("it holds a name that could lead out of its folder");
    return to.resolve(name);
  }
}
