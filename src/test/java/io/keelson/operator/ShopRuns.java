package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.TestNamespace;
import java.util.Map;
import java.util.TreeMap;

/// What people ask for once of one Stack, a shop with an office, two desks and a garden.
final class ShopRuns {
  static final String SHOP =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, removalGrace: 1s, maxRemovals: 100}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: office}
      spec: {stack: shop, type: terraform_data, config: {input: FLOOR}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: desk}
      spec: {stack: shop, type: terraform_data, count: 2, config: {input: "FLOOR ${terraform_data.office.id}"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: garden}
      spec: {stack: shop, type: terraform_data, config: {input: FLOOR}}
      """;

  final Kubectl kubectl;
  final Records records;

  ShopRuns(TestNamespace namespace) {
    kubectl = new Kubectl(namespace);
    records = new Records(namespace);
  }

  /// Declares the shop, and awaits that it is there.
  void declare() {
    kubectl.apply(SHOP.replace("FLOOR", "first"));
    kubectl.awaitReady("shop");
  }

  void manual() {
    kubectl.merge("stack shop", "{\"spec\":{\"approval\":{\"mode\":\"Manual\"}}}");
  }

  void ask(String name, String spec) {
    ask(name, "shop", spec);
  }

  void ask(String name, String stack, String spec) {
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Run
        metadata: {name: %s}
        spec: %s
        """
            .formatted(name, spec.replaceFirst("\\{", "{stack: " + stack + ", ")));
  }

  void awaitPhase(String run, String phase) {
    kubectl
        .namespace()
        .eventually(() ->
            assertThat(kubectl.get("run " + run, ".status.phase"))
                .as(() -> kubectl.get("run " + run, ".status"))
                .isEqualTo(phase));
  }

  Map<String, String> ids() {
    return new TreeMap<>(records.ids());
  }
}
