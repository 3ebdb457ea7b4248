package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keelson.testing.ControlPlane;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Providers that nobody here wrote, through the whole life of their objects; what they make is
/// what Terraform makes of the same configuration with the same program.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@Order(OnControlPlane.EARLY)
final class RealProvidersIT {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String TIME = "registry.terraform.io/hashicorp/time";
  private static final String KUBECTL = "registry.terraform.io/gavinbunney/kubectl";

  /// Attributes that hold the present time, or a name that the API server made up.
  private static final Map<String, Set<String>> DIFFERENT_EACH_TIME =
      Map.of("time_sleep", Set.of("id"), "kubectl_manifest", Set.of("uid", "live_uid"));

  /// All of these tell one moment, in parts.
  private static final String NOW = "time_static.now";

  @TempDir private Path folder;

  private ProviderFixture fixture;

  @BeforeEach
  void start(TestNamespace namespace) {
    fixture = new ProviderFixture(namespace);
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  /// The Provider that needs no arguments is used without a ProviderConfig where it says so, and
  /// what it made is not lost when it says so no more.
  @Test
  @Tag("R-PUL-60")
  void providerWithoutAProviderConfig_isUsedWhileItAllowsThat() {
    var provider = fixture.install(TIME, "0.14.2", "");
    fixture.stack("bare", "");
    fixture.declare("bare", NOW, "{}");
    fixture.kubectl.awaitReason("stack bare", "InvalidConfiguration");

    fixture.install(TIME, "0.14.2", "implicitConfig: true");
    fixture.settle("bare");
    var made = fixture.record("bare", NOW).orElseThrow();
    assertThat(made.path("providerConfig").asText()).isEqualTo("default_time");

    fixture.install(TIME, "0.14.2", "implicitConfig: false");
    fixture.declare("bare", NOW, "{triggers: {a: b}}");
    fixture.kubectl.awaitReason("stack bare", "InvalidConfiguration");
    assertThat(fixture.record("bare", NOW).orElseThrow().path("id")).isEqualTo(made.path("id"));
    assertThat(provider).isNotEmpty();
    fixture.destroy("bare");
  }

  /// What is declared at one time of a life: the arguments by address, as YAML in one line.
  private record Step(Map<String, String> resources) {
    ObjectNode forTerraform(ObjectNode configuration) {
      var all = configuration.deepCopy();
      resources.forEach((address, config) -> {
        var words = address.split("\\.", -1);
        all.withObject("/resource/" + words[0]).set(words[1], yaml(config));
      });
      return all;
    }
  }

  private static JsonNode yaml(String text) {
    try {
      return YAML.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode configuration(String type, String source, JsonNode arguments) {
    var configuration = JsonNodeFactory.instance.objectNode();
    configuration
        .withObject("/terraform/required_providers/" + type)
        .put("source", source.substring(source.indexOf('/') + 1));
    configuration.withObject("/provider").set(type, arguments);
    return configuration;
  }

  /// What Terraform makes of each step; nothing where it is not installed.
  private List<Map<String, Terraform.Applied>> terraform(ObjectNode configuration, Step... steps) {
    var terraform = Terraform.in(folder.resolve("terraform"));
    if (terraform.isEmpty()) {
      System.err.println(
          "SKIPPED RealProvidersIT: no terraform on the PATH, so values are not compared with it");
      return List.of();
    }
    var applied = new ArrayList<Map<String, Terraform.Applied>>();
    for (Step step : steps) applied.add(terraform.get().apply(step.forTerraform(configuration)));
    terraform.get().destroy();
    return applied;
  }

  private void declare(Step step) {
    var manifests = new StringBuilder();
    step.resources()
        .forEach((address, config) ->
            manifests.append(ProviderFixture.resource("life", address, config, "")));
    fixture.kubectl.apply(manifests.toString());
  }

  /// Everything is recorded as Terraform has it after the same step.
  private void assertAsIn(List<Map<String, Terraform.Applied>> terraform, int step) {
    if (terraform.isEmpty()) return;
    terraform
        .get(step)
        .forEach((address, theirs) -> {
          if (address.equals(NOW)) return;
          var record = fixture.record("life", address).orElseThrow();
          assertThat(set(record.path("state"), address))
              .as("%s in step %s", address, step)
              .isEqualTo(set(visible(theirs), address));
          assertThat(names(record.path("sensitivePaths")))
              .as("sensitive in %s", address)
              .isEqualTo(hidden(theirs));
        });
  }

  private static JsonNode visible(Terraform.Applied applied) {
    var values = (ObjectNode) applied.values().deepCopy();
    values.remove(hidden(applied));
    return values;
  }

  private static Set<String> hidden(Terraform.Applied applied) {
    var hidden = new TreeSet<String>();
    applied
        .sensitive()
        .properties()
        .forEach(each -> {
          if (each.getValue().asBoolean()) hidden.add(each.getKey());
        });
    return hidden;
  }

  private static Set<String> names(JsonNode paths) {
    var names = new TreeSet<String>();
    if (paths instanceof ArrayNode all) all.forEach(each -> names.add(each.asText()));
    return names;
  }

  /// The attributes that have a value, without those that are another each time.
  private static Map<String, JsonNode> set(JsonNode attributes, String address) {
    var set = new TreeMap<String, JsonNode>();
    attributes
        .properties()
        .forEach(each -> {
          if (!each.getValue().isNull()) set.put(each.getKey(), each.getValue());
        });
    var type = address.substring(0, address.indexOf('.'));
    set.keySet().removeAll(DIFFERENT_EACH_TIME.getOrDefault(type, Set.of()));
    return set;
  }

  private static Step times(String days, String years, String pause, String release) {
    var triggers = "triggers: {release: '%s'}".formatted(release);
    return new Step(
        Map.of(
            NOW,
            "{%s}".formatted(triggers),
            "time_static.launch",
            "{rfc3339: '2024-02-03T04:05:06Z', %s}".formatted(triggers),
            "time_offset.week",
            "{base_rfc3339: '2024-01-01T00:00:00Z', offset_days: %s, %s}".formatted(days, triggers),
            "time_rotating.key",
            "{rfc3339: '2024-01-01T00:00:00Z', rotation_years: %s, %s}".formatted(years, triggers),
            "time_sleep.pause",
            ("{create_duration: %s, destroy_duration: 1s, triggers: {release: '%s', launch:"
                    + " '${time_static.launch.unix}'}}")
                .formatted(pause, release)));
  }

  @Test
  void times_liveTheirWholeLife() {
    var created = times("7", "100", "1s", "1");
    var updated = times("8", "90", "2s", "1");
    var replaced = times("8", "90", "2s", "2");
    var nothing = JsonNodeFactory.instance.objectNode();
    var theirs = terraform(configuration("time", TIME, nothing), created, updated, replaced);
    var provider = fixture.install(TIME, "0.14.2", "");
    fixture.configure("time", provider, "");
    fixture.stack("life", "providerConfigs: [time]");

    declare(created);
    fixture.settle("life");
    assertAsIn(theirs, 0);
    assertThat(fixture.state("life", "time_offset.week").path("rfc3339").asText())
        .isEqualTo("2024-01-08T00:00:00Z");
    var before = fixture.state("life", NOW);
    assertThat(moment(before)).isEqualTo(parts(before));

    declare(updated);
    fixture.namespace.eventually(() ->
        assertThat(fixture.state("life", "time_sleep.pause").path("create_duration").asText())
            .isEqualTo("2s"));
    fixture.settle("life");
    assertAsIn(theirs, 1);
    assertThat(fixture.state("life", NOW)).isEqualTo(before);

    declare(replaced);
    assertThat(fixture.waitingPlan("life"))
        .contains("# time_static.now must be replaced")
        .contains("# time_static.launch must be replaced")
        .contains("# time_offset.week must be replaced")
        .contains("# time_rotating.key must be replaced")
        .contains("# time_sleep.pause must be replaced");
    fixture.approve("life");
    fixture.settle("life");
    assertAsIn(theirs, 2);
    assertThat(moment(fixture.state("life", NOW))).isAfter(moment(before));

    fixture.destroy("life");
    assertThat(fixture.namespace.list("resourceinstances").path("items")).isEmpty();
  }

  private static OffsetDateTime moment(JsonNode time) {
    return OffsetDateTime.parse(time.path("rfc3339").asText());
  }

  /// The same moment from its parts.
  private static OffsetDateTime parts(JsonNode time) {
    var at = moment(time);
    return OffsetDateTime.of(
        time.path("year").asInt(),
        time.path("month").asInt(),
        time.path("day").asInt(),
        time.path("hour").asInt(),
        time.path("minute").asInt(),
        time.path("second").asInt(),
        0,
        at.getOffset());
  }

  private static Step configMap(String namespace, String name, String data) {
    var manifest =
        """
        {apiVersion: v1, kind: ConfigMap, metadata: {name: %s, namespace: %s}, data: %s}\
        """
            .formatted(name, namespace, data);
    return new Step(Map.of("kubectl_manifest.map", "{yaml_body: \"%s\"}".formatted(manifest)));
  }

  @Test
  void manifest_livesItsWholeLife(ControlPlane controlPlane) {
    var cluster = controlPlane.config();
    var certificate =
        new String(Base64.getDecoder().decode(cluster.getCaCertData()), StandardCharsets.US_ASCII);
    var arguments = JsonNodeFactory.instance.objectNode();
    arguments
        .put("host", cluster.getMasterUrl())
        .put("token", cluster.getAutoOAuthToken())
        .put("cluster_ca_certificate", certificate)
        .put("load_config_file", false);
    var home = fixture.namespace.name();
    var created = configMap(home, "first", "{colour: red}");
    var updated = configMap(home, "first", "{colour: blue, size: large}");
    var replaced = configMap(home, "second", "{colour: blue, size: large}");
    var theirs =
        terraform(configuration("kubectl", KUBECTL, arguments), created, updated, replaced);

    readSecrets();
    fixture
        .namespace
        .kubectl(
            "create",
            "secret",
            "generic",
            "cluster",
            "--from-literal=token=" + cluster.getAutoOAuthToken(),
            "--from-literal=ca=" + certificate)
        .orThrow();
    var provider = fixture.install(KUBECTL, "1.19.0", "");
    fixture.configure(
        "cluster",
        provider,
        ("config: {host: \"%s\", token: \"${secret.token}\", load_config_file: false,"
                + " cluster_ca_certificate: \"${secret.ca}\"},"
                + " secrets: [{name: token, secretKeyRef: {name: cluster, key: token}},"
                + " {name: ca, secretKeyRef: {name: cluster, key: ca}}]")
            .formatted(cluster.getMasterUrl()));
    fixture.stack("life", "providerConfigs: [cluster]");

    declare(created);
    fixture.settle("life");
    assertAsIn(theirs, 0);
    assertThat(data("first")).isEqualTo("{\"colour\":\"red\"}");
    assertThat(fixture.record("life", "kubectl_manifest.map").orElseThrow().toString())
        .contains("\"providerIdentity\":\"host=")
        .doesNotContain(cluster.getAutoOAuthToken());

    declare(updated);
    fixture.namespace.eventually(
        () -> assertThat(data("first")).isEqualTo("{\"colour\":\"blue\",\"size\":\"large\"}"));
    fixture.settle("life");
    assertAsIn(theirs, 1);

    declare(replaced);
    assertThat(fixture.waitingPlan("life")).contains("kubectl_manifest.map must be replaced");
    fixture.approve("life");
    fixture.settle("life");
    assertAsIn(theirs, 2);
    assertThat(data("first")).isEmpty();
    assertThat(data("second")).isEqualTo("{\"colour\":\"blue\",\"size\":\"large\"}");

    fixture.destroy("life");
    assertThat(data("second")).isEmpty();
  }

  private String data(String map) {
    return fixture.kubectl.get("configmap " + map, ".data");
  }

  private void readSecrets() {
    fixture.kubectl.apply(Rights.to("get", "secrets"));
  }
}
