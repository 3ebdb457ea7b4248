package io.keelson.provider.plugin.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// How much may still come out of a package, whatever it says of itself.
final class UnpackBudget {
  /// The largest provider known unpacks to less than a sixth of it.
  static final long BYTES = 4L << 30;

  /// Programs for Node bring their modules: `@pulumi/pulumi` comes to 9,400 files and folders,
  /// `@pulumi/aws` with it to 20,500, and packages use several such.
  static final int FILES = 50_000;

  private long bytes;
  private int files;

  UnpackBudget() {
    this(BYTES, FILES);
  }

  UnpackBudget(long bytes, int files) {
    this.bytes = bytes;
    this.files = files;
  }

  /// Counts a file or folder.
  void file(String name) throws IOException {
    if (--files < 0)
      throw new IOException("it has more files than allowed; '" + name + "' is too many");
  }

  /// Counts what was read of it.
  void bytes(long read) throws IOException {
    bytes -= read;
    if (bytes < 0) throw new IOException("it unpacks to more bytes than allowed");
  }

  /// Writes a new file.
  void write(InputStream from, Path file) throws IOException {
    try (var out =
        Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      var buffer = new byte[1 << 16];
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        bytes(read);
        out.write(buffer, 0, read);
      }
    }
  }
}
