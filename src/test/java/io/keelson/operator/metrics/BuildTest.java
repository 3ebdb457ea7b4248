package io.keelson.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BuildTest {
  private static final String CLASS = Build.class.getName().replace('.', '/') + ".class";

  @Test
  void classFiles_areADevelopmentOfNoCommit() {
    assertThat(Build.ofThisProgram()).isEqualTo(new Build("development", "unknown"));
  }

  @Test
  void jar_isWhatItsManifestSays(@TempDir Path folder) throws Exception {
    var manifest = new Manifest();
    var attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, "1.2.3");
    attributes.putValue("Implementation-Revision", "abc-dirty");

    assertThat(ofJar(folder.resolve("keelson.jar"), manifest))
        .isEqualTo("Build[version=1.2.3, revision=abc-dirty]");
  }

  @Test
  void jarInAFolderWithABlank_isReadAsWell(@TempDir Path folder) throws Exception {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");

    assertThat(ofJar(Files.createDirectory(folder.resolve("a b%20c")).resolve("k.jar"), manifest))
        .isEqualTo("Build[version=development, revision=unknown]");
  }

  /// What the class says that is loaded from such a jar.
  private static String ofJar(Path jar, Manifest manifest) throws Exception {
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        var in = Objects.requireNonNull(Build.class.getClassLoader()).getResourceAsStream(CLASS)) {
      out.putNextEntry(new JarEntry(CLASS));
      Objects.requireNonNull(in).transferTo(out);
    }
    var path = new URL[] {jar.toUri().toURL()};
    try (var loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
      var asked = loader.loadClass(Build.class.getName()).getDeclaredMethod("ofThisProgram");
      asked.setAccessible(true);
      return asked.invoke(null).toString();
    }
  }
}
