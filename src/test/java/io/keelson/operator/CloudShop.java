package io.keelson.operator;

import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A namespace with an operator, a provider of the Terraform world that is installed from a folder,
/// a ProviderConfig `cloud` of it, and the manifests of a Stack `shop` with one thing.
final class CloudShop implements AutoCloseable {
  /// The lock of the classes that take turns on one control plane.
  static final String ALONE = "the provider of the shop on a control plane of its own";

  static final String PROVIDER =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Provider
      metadata: {name: NAME}
      spec:
        source: keelson.dev/test/keelsontest
        version: 2.0.0
        sources: [{directory: {path: "MIRROR"}}]
      """;

  static final String CONFIG =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: cloud}
      stringData: {token: canary-of-the-cloud}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: ProviderConfig
      metadata: {name: cloud}
      spec:
        providerRef: {name: NAME}
        config: {world: "WORLD", account: ACCOUNT, token: "${secret.token}"}
        secrets: [{name: token, secretKeyRef: {name: cloud, key: token}}]
        identity: [account]
      """;

  static final String READS_SECRETS = Rights.to("get", "secrets");

  static final String SHOP =
      READS_SECRETS
          + """
          ---
          apiVersion: keelson.dev/v1alpha1
          kind: Stack
          metadata: {name: shop}
          spec:
            settle: 1s
            removalGrace: 1s
            providerConfigs: [cloud]
            outputs: [{name: host, value: "${keelsontest_thing.web.host}"}]
          ---
          """;

  final Kubectl kubectl;
  private final TestNamespace namespace;
  private final Path world;
  private final OperatorUnderTest operator;

  CloudShop(TestNamespace own, Path world) {
    this.world = world;
    namespace = own;
    kubectl = new Kubectl(own);
    operator = OperatorUnderTest.in(own);
    kubectl.apply(named(PROVIDER));
    configure("shop");
  }

  /// What its operator tells Prometheus.
  ScrapedMetrics metrics() {
    return operator.metrics();
  }

  String named(String manifest) {
    return manifest
        .replace("NAME", namespace.name())
        .replace("MIRROR", TestProviders.mirror().toString())
        .replace("WORLD", world.toString());
  }

  void configure(String account) {
    kubectl.apply(named(CONFIG).replace("ACCOUNT", account));
  }

  static String thing(String text) {
    return """
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: web}
    spec:
      stack: shop
      type: keelsontest_thing
      config: {name: web, text: %s}
    """
        .formatted(text);
  }

  List<Path> objects(String folder) throws IOException {
    if (!Files.isDirectory(world.resolve(folder))) return List.of();
    try (Stream<Path> all = Files.list(world.resolve(folder))) {
      return all.filter(each -> each.toString().endsWith(".json")).toList();
    }
  }

  String read(String folder) throws IOException {
    return Files.readString(objects(folder).getFirst());
  }

  @Override
  public void close() {
    namespace.beginDeleteAll("stack");
    operator.close();
    namespace.beginDeleteAll("providerconfig");
    ProviderFixture.giveUp(namespace, namespace.name());
  }
}
