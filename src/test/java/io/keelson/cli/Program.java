package io.keelson.cli;

import io.keelson.Main;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;

/// Runs a command as the program does, without ending the process.
///
/// @param out what it answers
/// @param errors what it tells beside that
public record Program(int exitCode, String out, String errors) {
  /// The same with a control plane in place of the user's cluster.
  public static Program runOn(ControlPlane controlPlane, Object... arguments) {
    var where = Stream.of("--kubeconfig", controlPlane.kubeconfig());
    var ended = run(Stream.concat(Stream.of(arguments), where).toArray());
    // A state is exported with all that it holds, to who may read it.
    if (!arguments[0].equals("state"))
      controlPlane.secrets().look("", "keelson " + arguments[0], ended.out() + ended.errors());
    return ended;
  }

  /// The same for a namespace of that control plane.
  public static Program runIn(TestNamespace namespace, Object... arguments) {
    var where = Stream.of("-n", namespace.name());
    return runOn(namespace.controlPlane(), Stream.concat(Stream.of(arguments), where).toArray());
  }

  public static Program run(Object... arguments) {
    var out = new StringWriter();
    var errors = new StringWriter();
    var texts = new String[arguments.length];
    for (int i = 0; i < texts.length; i++) texts[i] = arguments[i].toString();
    int exitCode =
        Main.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(errors))
            .execute(texts);
    return new Program(exitCode, out.toString(), errors.toString());
  }
}
