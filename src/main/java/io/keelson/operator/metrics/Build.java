package io.keelson.operator.metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.util.Optional;
import java.util.jar.Manifest;

/// Which build this is, as the manifest of the jar says.
///
/// @param version `development` when run from class files
/// @param revision the commit, with `-dirty` if it was not built from just that; `unknown` when run
///   from class files, and of a build without git
record Build(String version, String revision) {
  static Build ofThisProgram() {
    var version = Optional.ofNullable(Build.class.getPackage().getImplementationVersion());
    return new Build(version.orElse("development"), commit().orElse("unknown"));
  }

  /// Read from the jar that this class is in: others have manifests, too.
  private static Optional<String> commit() {
    var place = Build.class.getResource("Build.class");
    if (place == null || !place.getProtocol().equals("jar")) return Optional.empty();
    try {
      var connection = (JarURLConnection) place.openConnection();
      connection.setUseCaches(false);
      try (var jar = connection.getJarFile()) {
        return Optional.ofNullable(jar.getManifest())
            .map(Manifest::getMainAttributes)
            .map(all -> all.getValue("Implementation-Revision"))
            .filter(each -> !each.isBlank());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
