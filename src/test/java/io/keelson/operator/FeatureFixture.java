package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.provider.plugin.CloudWorld;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// The test providers, installed from a folder beside an operator of their own, and the folder in
/// which they keep their cloud. Each test of a feature has a Stack of its own, and an account of
/// its own in that cloud, both called as the feature.
///
/// Providers belong to the whole cluster, so that the classes that use it have a control plane of
/// their own. They hold [#ALONE], so that one serves all of them, one after the other.
final class FeatureFixture extends ProviderFixture {
  /// The lock of the classes that take turns on one control plane.
  static final String ALONE = "the providers of a control plane of their own";

  private static final String READS_SECRETS = Rights.to("get", "secrets");

  final Path world;
  final CloudWorld cloud;

  /// @param others the test providers beside keelsontest that are used
  FeatureFixture(TestNamespace namespace, Path world, String... others) {
    super(namespace);
    this.world = world;
    this.cloud = new CloudWorld(world);
    kubectl.apply(READS_SECRETS);
    var environment = "environment: [{name: TF_KEELSON_WORLD, value: \"%s\"}]".formatted(world);
    var repeatable = "createRecovery: [{type: keelsontest_named, mode: Repeatable}]";
    install("keelson.dev/test/keelsontest", "2.0.0", environment + "\n  " + repeatable);
    for (var other : others) install("keelson.dev/test/" + other, "2.0.0", environment);
  }

  /// @param more of the spec of the Stack, as YAML in one line
  void begin(String feature, String provider, String more) {
    configure(
        feature,
        namespace.name() + "-" + provider,
        provider.equals("keelsonraw") ? "" : "config: {account: %s}".formatted(feature));
    stack(feature, "providerConfigs: [%s], %s".formatted(feature, more));
  }

  void begin(String feature) {
    begin(feature, "keelsontest", "");
  }

  /// The objects that there are, or were.
  List<JsonNode> objects(String life, String feature, String type) throws IOException {
    var folder = world.resolve(life).resolve(feature).resolve(type);
    if (!Files.isDirectory(folder)) return List.of();
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> each.toString().endsWith(".json")).map(this::json).toList();
    }
  }

  List<JsonNode> live(String feature) throws IOException {
    return objects("objects", feature, "keelsontest_thing");
  }

  List<JsonNode> deleted(String feature) throws IOException {
    return objects("deleted", feature, "keelsontest_thing");
  }

  void awaitState(String feature, String address, String attribute, String value) {
    namespace.eventually(() ->
        assertThat(record(feature, address).map(each -> each.at("/state/" + attribute)))
            .hasValueSatisfying(each -> assertThat(each.asText()).isEqualTo(value)));
  }

  /// Reads everything once more, and finds nothing to do.
  void assertNothingToDo(String feature) {
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Run
        metadata: {name: %s-look}
        spec: {stack: %s, mode: Plan}
        """
            .formatted(feature, feature));
    namespace.awaitCondition("run/" + feature + "-look", "Ready");
    assertThat(kubectl.get("run " + feature + "-look", ".status.changes"))
        .isIn("", "+0 ~0 -/+0 -0");
  }

  /// Declares a Secret with one word.
  void secret(String name, String word) {
    kubectl.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: %s}
        stringData: {word: %s}
        """
            .formatted(name, word));
  }

  /// None of our objects holds it, nor does an event.
  void assertNowhere(String secret) {
    var kinds = "stacks,resources,resourceinstances,plans,providerconfigs,runs,events";
    assertThat(namespace.kubectl("get", kinds, "-o", "yaml").orThrow().out())
        .doesNotContain(secret);
  }

  /// What the test provider tells of a write-only value.
  static String digest(String text) {
    try {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))
          .substring(0, 16);
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
