package io.keelson.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.Main;
import io.keelson.testing.Command;
import java.io.File;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The image holds what a rehearsed start of the operator has recorded.
final class RehearsalIT {
  private static final String CLASSES = System.getProperty("java.class.path");

  @Test
  void operator_getsThroughItsRehearsal(@TempDir Path classes) {
    var compiler = ToolProvider.getSystemJavaCompiler();
    int compiled =
        compiler.run(
            null, null, null, "-proc:none", "-d", classes.toString(), "dev/Rehearsal.java");
    assertThat(compiled).isZero();

    var program = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var rehearsal =
        Command.of(program, "-cp", classes + File.pathSeparator + CLASSES, "Rehearsal")
            .with(program, "-cp", CLASSES, Main.class.getName(), "operator")
            .with("--health-port=0", "--lease-namespace=rehearsal")
            .run();

    assertThat(rehearsal.exitCode()).as(rehearsal.out() + rehearsal.err()).isZero();
  }
}
