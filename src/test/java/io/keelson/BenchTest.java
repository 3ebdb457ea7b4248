package io.keelson;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The programs beside the product, which the build does not compile, fit the product as it is.
final class BenchTest {
  @ParameterizedTest
  @ValueSource(strings = {"bench/layered.d bench/provider.d", "bench/build.d", "dev"})
  void programsBesideTheProduct_compile(String folders, @TempDir Path classes) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var said = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var sources = new ArrayList<Path>();
      for (String folder : folders.split(" ", -1)) sources.addAll(sources(Path.of(folder)));
      assertThat(sources).isNotEmpty();

      var options = List.of("-proc:none", "-d", classes.toString());
      boolean compiled =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();

      assertThat(compiled).as(said.toString()).isTrue();
    }
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (var all = Files.list(folder)) {
      return all.filter(each -> each.toString().endsWith(".java")).toList();
    }
  }
}
