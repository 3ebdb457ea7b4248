package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/// All that an operator is for, once: each part in a namespace of its own, with the manifests of
/// the tests that look at that part closely. What people do is done by [Alice].
final class WholeWork {
  private final InstalledOperator operator;
  private final Places places;
  private final Path folder;

  /// @param kinds where a definition has a kind of its own
  /// @param ending is deleted with all that is in it
  record Places(
      TestNamespace quickstart,
      TestNamespace shop,
      TestNamespace cloud,
      TestNamespace kinds,
      TestNamespace imported,
      TestNamespace ending) {
    static Places on(ControlPlane controlPlane) {
      return new Places(
          controlPlane.newNamespace("quickstart"),
          controlPlane.newNamespace("shop"),
          controlPlane.newNamespace("cloud"),
          controlPlane.newNamespace("kinds"),
          controlPlane.newNamespace("imported"),
          controlPlane.newNamespace("ending"));
    }

    List<TestNamespace> all() {
      return List.of(quickstart, shop, cloud, kinds, imported, ending);
    }

    List<String> names() {
      return all().stream().map(TestNamespace::name).toList();
    }
  }

  WholeWork(InstalledOperator operator, Places places, Path folder) {
    this.operator = operator;
    this.places = places;
    this.folder = folder;
  }

  void run() throws IOException {
    places.all().forEach(Alice::joins);
    importState();
    var stack = new WorkOfAStack(places.shop, operator);
    stack.outliveAProcess();
    // Each has a namespace of its own.
    Stream.<Work>of(
            stack::liveAndDie,
            this::walkTheQuickstart,
            new WorkWithAProvider(places.cloud, folder)::run,
            new WorkWithAKind(places.kinds)::run,
            new WorkInANamespace(places.ending)::run)
        .map(work -> CompletableFuture.runAsync(work::begin, Thread::startVirtualThread))
        .toList()
        .forEach(CompletableFuture::join);
  }

  private interface Work {
    void run() throws IOException;

    default void begin() {
      try {
        run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void importState() throws IOException {
    var file = Files.writeString(folder.resolve("state.json"), RefusedImportIT.STATE);
    var done =
        Program.run(
            "state",
            "import",
            "shop",
            "--from",
            file,
            "-n",
            places.imported.name(),
            "--kubeconfig",
            operator.kubeconfig());
    assertThat(done.errors()).isEmpty();
  }

  private void walkTheQuickstart() throws IOException {
    var kubectl = new Kubectl(places.quickstart);
    for (String file : new String[] {"access.yaml", "shop.yaml"})
      kubectl.apply(
          Files.readString(Path.of("examples/quickstart", file))
              .replace("namespace: quickstart", "namespace: " + places.quickstart.name())
              .replace("name: quickstart", "name: " + places.quickstart.name()));
    kubectl.awaitReady("shop");
    kubectl.merge(
        "stack shop",
        "{\"spec\":{\"variables\":[{\"name\":\"greeting\",\"value\":\"Good morning\"}]}}");
    Alice.approves(places.quickstart);
    kubectl.awaitReady("shop");
  }
}
