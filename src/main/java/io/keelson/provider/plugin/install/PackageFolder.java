package io.keelson.provider.plugin.install;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The files of one package.
record PackageFolder(Path path) {
  /// Nobody writes, everybody executes: the modes that archives have are not relied on, and
  /// checksums do not cover them.
  private static final Set<PosixFilePermission> SEALED =
      PosixFilePermissions.fromString("r-xr-xr-x");

  private static final Set<PosixFilePermission> OPEN = PosixFilePermissions.fromString("rwxr-xr-x");

  /// The program of a provider: the first file whose name begins as it has to.
  Optional<Path> program(String type) throws IOException {
    var terraform = program("terraform-provider-", type);
    return terraform.isPresent() ? terraform : program("pulumi-resource-", type);
  }

  private Optional<Path> program(String kind, String type) throws IOException {
    var name = kind + type;
    try (var files = Files.list(path)) {
      return files
          .filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
          .filter(each -> isNamed(each.getFileName().toString(), name))
          .min(Comparator.comparing(each -> each.getFileName().toString()));
    }
  }

  private static boolean isNamed(String file, String name) {
    return file.equals(name) || file.startsWith(name + "_") || file.startsWith(name + ".");
  }

  /// Where a file of an archive goes.
  ///
  /// @throws IOException if its name could lead out of this folder
  Path place(String name) throws IOException {
    var parts = List.of(name.split("/"));
    boolean outside =
        name.startsWith("/")
            || name.indexOf('\\') >= 0
            || name.indexOf(':') >= 0
            || name.chars().anyMatch(each -> each < ' ')
            || parts.contains("..")
            || parts.contains(".");
    if (outside || name.isEmpty())
      throw new IOException("it holds a name that could lead out of its folder");
    return path.resolve(name);
  }

  /// Copies its files and folders.
  ///
  /// @param to an empty folder
  /// @throws IOException if something in it is neither, or is larger than packages may be
  void copyTo(Path to) throws IOException {
    var root = path.toRealPath();
    var budget = new UnpackBudget();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(root.relativize(folder).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            var name = root.relativize(file).toString();
            if (!attributes.isRegularFile())
              throw new IOException("'" + name + "' in it is no regular file");
            budget.file(name);
            try (var in = Files.newInputStream(file)) {
              budget.write(in, to.resolve(name));
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /// Makes everything in it read-only and executable. The folder itself stays open, so that it can
  /// still be renamed.
  void sealContent() throws IOException {
    try (var all = Files.walk(path)) {
      for (Path each : (Iterable<Path>) all::iterator)
        if (!each.equals(path)) Files.setPosixFilePermissions(each, SEALED);
    }
  }

  void seal() throws IOException {
    Files.setPosixFilePermissions(path, SEALED);
  }

  /// Makes it possible again to rename it.
  void open() throws IOException {
    Files.setPosixFilePermissions(path, OPEN);
  }

  /// Removes it with everything in it, if it is there.
  void delete() throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) return;
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.setPosixFilePermissions(folder, OPEN);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem)
              throws IOException {
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
