package io.keelson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Holds what people read to what is there: links lead somewhere, manifests are valid.
final class DocumentationTest {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Pattern CODE = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
  private static final Pattern LINK = Pattern.compile("\\[[^]\\n]*]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final Pattern ORDER =
      Pattern.compile(
          "\\[Scenario]\\(([^)]+)\\)\n\n```mermaid\n(?s:.*?)\n```\n\n```text\n(.*)\n```");
  private static final int LONGEST_README = 134;
  private static final int LONGEST_LINE = 120;

  /// Tables, code and links cannot be wrapped.
  @Test
  void linesOfProse_areShort() throws IOException {
    var unbroken = Pattern.compile("\\[[^]]*]\\([^)]*\\)|`[^`]*`");
    for (Path page : pages().toList()) {
      var prose = CODE.matcher(Files.readString(page)).replaceAll("");
      assertThat(prose.lines())
          .as("%s", page)
          .filteredOn(line -> !line.startsWith("|") && !line.startsWith("    "))
          .allSatisfy(line ->
              assertThat(unbroken.matcher(line).replaceAll("x").length())
                  .as(line)
                  .isLessThanOrEqualTo(LONGEST_LINE));
    }
  }

  /// A manifest, and where it stands.
  record Manifest(Path file, ObjectNode content) {
    String kind() {
      return content.path("kind").asText();
    }

    @Override
    public String toString() {
      return "%s: %s %s".formatted(file, kind(), content.at("/metadata/name").asText());
    }
  }

  @Test
  void readme_isShort() throws IOException {
    assertThat(Files.readAllLines(Path.of("README.md"))).hasSizeLessThanOrEqualTo(LONGEST_README);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyRelativeLink_leadsToAFileAndAHeading(Path page) throws IOException {
    var broken = new ArrayList<String>();
    for (var link : groups(LINK, prose(page), 1))
      if (!link.contains("://") && !leadsSomewhere(page, link)) broken.add(link);
    assertThat(broken).isEmpty();
  }

  @Test
  void everyFieldOfAResource_isExplained() throws IOException {
    var page = Files.readString(Path.of("docs/resources.md"));
    var spec =
        YAML.readTree(Path.of("crds/resources.yaml").toFile())
            .at("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties");
    assertThat(spec.fieldNames())
        .toIterable()
        .allMatch(name -> page.contains("| `" + name + "` |"));
    assertThat(spec.at("/lifecycle/properties").fieldNames())
        .toIterable()
        .allMatch(name -> page.contains("| `lifecycle." + name + "` |"));
  }

  static Stream<Path> crds() throws IOException {
    try (var files = Files.list(Path.of("crds"))) {
      return files.sorted().toList().stream();
    }
  }

  /// For `kubectl explain`.
  @ParameterizedTest
  @MethodSource("crds")
  void everyField_isDescribed(Path crd) throws IOException {
    var schema =
        YAML.readTree(crd.toFile()).at("/spec/versions/0/schema/openAPIV3Schema/properties");
    var silent = new ArrayList<String>();
    for (var part : List.of("spec", "status")) silent(part, schema.path(part), silent);
    assertThat(silent).isEmpty();
  }

  private static void silent(String path, JsonNode schema, List<String> found) {
    for (var nested : List.of("items", "additionalProperties"))
      if (schema.path(nested).isObject()) silent(path + "[]", schema.path(nested), found);
    schema
        .path("properties")
        .properties()
        .forEach(field -> {
          var at = path + "." + field.getKey();
          if (field.getValue().path("description").asText().isEmpty()) found.add(at);
          silent(at, field.getValue(), found);
        });
  }

  /// An order that the page shows, and the scenario that it links for it.
  record ShownOrder(Path scenario, List<String> steps) {}

  static Stream<ShownOrder> orders() throws IOException {
    return matches(ORDER, Files.readString(Path.of("docs/ordering.md"))).stream()
        .map(each ->
            new ShownOrder(
                Path.of("docs", each.group(1)).normalize(), List.of(each.group(2).split(" → "))));
  }

  @ParameterizedTest
  @MethodSource("orders")
  void everyOrder_isThatOfItsScenario(ShownOrder example) throws IOException {
    var order = YAML.readTree(example.scenario().toFile()).path("order");
    assertThat(order).extracting(JsonNode::asText).isEqualTo(example.steps());
  }

  private static boolean leadsSomewhere(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    var name = hash < 0 ? link : link.substring(0, hash);
    var target = name.isEmpty() ? page : page.resolveSibling(name).normalize();
    if (!Files.exists(target)) return false;
    return hash < 0 || anchors(target).contains(link.substring(hash + 1));
  }

  /// Anchors as GitHub makes them.
  private static List<String> anchors(Path page) throws IOException {
    return groups(HEADING, prose(page), 1).stream()
        .map(heading -> heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{Alnum} _-]", ""))
        .map(heading -> heading.replace(' ', '-'))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void everyManifest_isOneThatTheApiServerTakes(Manifest manifest) throws IOException {
    var problems = schemaOf(manifest.kind()).validate(manifest.content().toString(), JSON);
    assertThat(problems.stream().map(Object::toString)).isEmpty();
  }

  /// Flux would replace `${…}` before the API server sees it.
  @ParameterizedTest
  @MethodSource("manifests")
  void everyExampleWithExpressions_switchesOffTheSubstitutionOfFlux(Manifest manifest) {
    var annotation =
        manifest
            .content()
            .path("metadata")
            .path("annotations")
            .path("kustomize.toolkit.fluxcd.io/substitute")
            .asText();
    boolean expected = !manifest.file().startsWith("examples") || annotation.equals("disabled");
    assertThat(expected || !manifest.content().toString().contains("${"))
        .as("%s has the annotation", manifest)
        .isTrue();
  }

  static Stream<Path> pages() throws IOException {
    var pages =
        new ArrayList<>(
            Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")
                .map(Path::of)
                .toList());
    try (var files = Files.walk(Path.of("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages.stream();
  }

  /// The manifests of our own kinds, in the examples and in the blocks of all pages.
  static Stream<Manifest> manifests() throws IOException {
    var found = new ArrayList<Manifest>();
    try (var files = Files.walk(Path.of("examples"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".yaml")).sorted().toList())
        read(file, Files.readString(file), found);
    }
    for (Path page : pages().toList())
      for (MatchResult block : matches(CODE, Files.readString(page)))
        if (block.group(1).equals("yaml")) read(page, block.group(2), found);
    return found.stream();
  }

  private static void read(Path file, String yaml, List<Manifest> into) throws IOException {
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(yaml)) {
      while (documents.hasNext())
        if (documents.next() instanceof ObjectNode object
            && object.path("apiVersion").asText().startsWith("keelson.dev/"))
          into.add(new Manifest(file, object));
    }
  }

  private static final InputFormat JSON = InputFormat.JSON;
  private static final TreeMap<String, Schema> SCHEMAS = new TreeMap<>();

  private static Schema schemaOf(String kind) throws IOException {
    var known = SCHEMAS.get(kind);
    if (known != null) return known;
    var plural = (kind.toLowerCase(Locale.ROOT) + "s").replaceFirst("ys$", "ies");
    var crd = YAML.readTree(Path.of("crds", plural + ".yaml").toFile());
    var schema = (ObjectNode) crd.at("/spec/versions/0/schema/openAPIV3Schema");
    refuseUnknownFields(schema);
    var properties = (ObjectNode) schema.get("properties");
    for (String name : List.of("apiVersion", "kind", "metadata")) properties.putObject(name);
    var made =
        SchemaRegistry.withDefaultDialect(Dialects.getOpenApi30())
            .getSchema(schema.toString(), JSON);
    SCHEMAS.put(kind, made);
    return made;
  }

  /// As kubectl does: what a structural schema does not name is a mistake.
  private static void refuseUnknownFields(JsonNode schema) {
    if (schema instanceof ObjectNode object
        && object.has("properties")
        && !object.path("x-kubernetes-preserve-unknown-fields").asBoolean())
      object.put("additionalProperties", false);
    schema.forEach(DocumentationTest::refuseUnknownFields);
  }

  private static String prose(Path page) throws IOException {
    return CODE.matcher(Files.readString(page)).replaceAll("");
  }

  private static List<String> groups(Pattern pattern, String text, int group) {
    return matches(pattern, text).stream().map(match -> match.group(group)).toList();
  }

  private static List<MatchResult> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }
}
