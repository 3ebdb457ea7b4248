package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.cli.Program;
import io.keelson.testing.TestNamespace;
import java.util.Locale;

/// A definition that has a kind of its own: an object of that kind becomes a Component, follows its
/// changes and goes with it. Of more revisions than are kept, the oldest go.
record WorkWithAKind(TestNamespace own) {
  /// Of a definition, whoever uses them.
  private static final int KEPT_REVISIONS = 10;

  void run() {
    var kubectl = new Kubectl(own);
    kubectl.apply(ComponentKindIT.DEFINITION);
    own.await(
        "componentdefinition web-app",
        "a revision",
        found -> found.at("/status/revision").asText().startsWith("web-app-1.4.0"));
    var kind = "WebApp" + own.name().replaceAll("[^a-z0-9]", "");
    var printed = Program.runIn(own, "component", "crd", "web-app", "--kind", kind);
    assertThat(printed.exitCode()).as(printed.errors()).isZero();
    kubectl.apply(printed.out());
    var plural = kind.toLowerCase(Locale.ROOT) + "s.components.keelson.dev";
    own.awaitServed(plural);
    kubectl.apply(ComponentKindIT.STACK);
    offer(kind, "one");
    kubectl.awaitReason(plural + " web", "UpToDate");
    kubectl.awaitReady("shop");
    offer(kind, "two");
    own.await(
        "component web",
        "what its object says now",
        found -> found.at("/spec/inputs/name").asText().equals("two"));
    // Two more than are kept in any case; the newest of a minor version is one of those.
    for (int version = 1; version <= KEPT_REVISIONS + 2; version++) {
      var next = "1.4." + version;
      kubectl.apply(ComponentKindIT.DEFINITION.replace("1.4.0", next));
      own.await(
          "componentdefinition web-app",
          "version " + next,
          found -> found.at("/status/revision").asText().startsWith("web-app-" + next));
    }
    own.kubectl("delete", plural, "web", "--wait=false").orThrow();
    own.awaitGone("component web");
    own.awaitAll(
        "componentrevisions.keelson.dev",
        "that the oldest is gone",
        all -> all.size() <= KEPT_REVISIONS + 2);
  }

  private void offer(String kind, String name) {
    own.applyAs(
            "admin",
            """
            apiVersion: components.keelson.dev/v1alpha1
            kind: %s
            metadata: {name: web, namespace: %s}
            spec: {stack: shop, inputs: {name: %s}}
            """
                .formatted(kind, own.name(), name))
        .orThrow();
  }
}
