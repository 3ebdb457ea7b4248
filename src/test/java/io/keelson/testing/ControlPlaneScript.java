package io.keelson.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// `dev/control-plane` with a cache, a home and a compiler of its own in a folder. The compiler
/// makes programs that do nothing, and no kubectl on the PATH is good enough.
///
/// Of the environment of who runs the tests it sees nothing but the PATH. It does not look for an
/// archive unless it is told which, and https leads nowhere, so that no mistake reaches the
/// network.
///
/// @param environment as `env` takes it: of two values the later one holds
record ControlPlaneScript(Path folder, List<String> environment) {
  static final List<String> BINARIES =
      List.of("etcd", "kube-apiserver", "kube-controller-manager", "kubectl");

  /// What a build may call.
  private static final List<String> USED =
      List.of(
          ("bash cat chmod curl cut dirname env flock gzip head ln mkdir "
                  + "mv rm sed sha512sum shasum tail tar tr uname")
              .split(" ", -1));

  private static final String SCRIPT = Path.of("dev", "control-plane").toAbsolutePath().toString();
  private static final String PATH = System.getenv("PATH");

  static ControlPlaneScript in(Path folder) throws IOException {
    var own = folder.resolve("own");
    // It is given `-o` and a file.
    shell(
        own.resolve("go"),
        "while [ \"$1\" != -o ]; do shift; done; echo '#!/bin/sh' >\"$2\"; chmod +x \"$2\"");
    shell(own.resolve("kubectl"), "exit 1");
    // What it compiles is there at once: it looks again without a pause.
    shell(own.resolve("sleep"), "exit 0");
    var environment =
        List.of(
            "PATH=" + own + ":" + PATH,
            "HOME=" + folder,
            "XDG_CACHE_HOME=" + folder.resolve("cache"),
            "KEELSON_ENVTEST=none",
            "https_proxy=http://127.0.0.1:1");
    return new ControlPlaneScript(folder, environment);
  }

  /// The same with another value of a variable.
  ControlPlaneScript with(String variable, Object value) {
    return new ControlPlaneScript(
        folder, Stream.concat(environment.stream(), Stream.of(variable + "=" + value)).toList());
  }

  /// The same on a machine without some programs.
  ControlPlaneScript without(String... programs) throws IOException {
    var kept = folder.resolve("kept");
    for (String name : USED) {
      var place = onPath(name);
      if (place.isPresent() && !List.of(programs).contains(name))
        shell(kept.resolve(name), "exec '%s' \"$@\"".formatted(place.get()));
    }
    return with("PATH", folder.resolve("own") + ":" + kept);
  }

  private static Optional<Path> onPath(String program) {
    return Stream.of(PATH.split(":", -1))
        .map(place -> Path.of(place, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Command.Result build() {
    return run("build");
  }

  /// The folder of the binaries that are used.
  Path path() {
    return Path.of(run("path").out().strip());
  }

  private Command.Result run(String command) {
    return Command.of("env", "-i")
        .with(environment.toArray(String[]::new))
        .with(SCRIPT, command)
        .run()
        .orThrow();
  }

  /// What a build says that it has compiled.
  static List<String> compiled(Command.Result built) {
    return built
        .err()
        .lines()
        .filter(line -> line.contains(" built in "))
        .map(line -> line.strip().split(" ", 2)[0])
        .toList();
  }

  /// Says a version, as each of the real ones does in its way.
  static void program(Path file, String version) throws IOException {
    shell(file, "echo 'Kubernetes %s'".formatted(version));
  }

  private static void shell(Path file, String commands) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n%s\n".formatted(commands));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
