package io.keelson.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Holds the committed CRDs to the Java classes; `-Dcrd.update=true` rewrites them.
final class CrdTest {
  private static final SortedMap<String, String> GENERATED = CrdGen.generate();

  @ParameterizedTest
  @ValueSource(strings = {"crds", "helm/keelson/files/crds"})
  void committedCrds_areTheGeneratedOnes(String folder) throws IOException {
    var directory = Path.of(folder);
    if (Boolean.getBoolean("crd.update")) {
      Files.createDirectories(directory);
      for (var file : GENERATED.entrySet()) {
        Files.writeString(directory.resolve(file.getKey()), file.getValue());
      }
    }
    assertThat(filesIn(directory))
        .as("%s; rewrite it with: mvn test -Dtest=CrdTest -Dcrd.update=true", folder)
        .isEqualTo(GENERATED);
  }

  @Test
  void everyList_hasALimit() {
    var unlimited = new ArrayList<String>();
    visit((path, schema) -> {
      if ("array".equals(schema.getType()) && schema.getMaxItems() == null) {
        unlimited.add(path);
      }
    });
    assertThat(unlimited).isEmpty();
  }

  /// A three-way merge, as in Argo CD, knows no defaults of the API server, and shows those in
  /// lists as a difference for ever.
  @Test
  void noElementOfAList_hasADefault() {
    var defaults = new ArrayList<String>();
    visit((path, schema) -> {
      if (path.contains(".spec.") && path.contains("[]") && schema.getDefault() != null) {
        defaults.add(path);
      }
    });
    assertThat(defaults).isEmpty();
  }

  @Test
  void everyFreeField_isReplacedAsAWhole() {
    var mixed = new ArrayList<String>();
    GENERATED
        .values()
        .forEach(yaml -> {
          var crd = Serialization.unmarshal(yaml, CustomResourceDefinition.class);
          var schema = crd.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema();
          mixed(crd.getSpec().getNames().getKind(), schema, mixed);
        });
    assertThat(mixed)
        .as("server-side apply would merge these, and drop the one that is emptied")
        .isEmpty();
  }

  /// Adds the fields whose keys are free, as far as nothing around them is replaced as a whole.
  private static void mixed(String path, JSONSchemaProps schema, List<String> found) {
    if (isReplacedAsAWhole(schema)) return;
    if (takesAnyKey(schema)) found.add(path);
    schema.getProperties().forEach((name, each) -> mixed(path + "." + name, each, found));
    if (schema.getItems() != null) mixed(path + "[]", schema.getItems().getSchema(), found);
  }

  private static boolean isReplacedAsAWhole(JSONSchemaProps schema) {
    return switch (Objects.requireNonNullElse(schema.getType(), "anything")) {
      case "object" -> "atomic".equals(schema.getXKubernetesMapType());
      case "array" -> !"map".equals(schema.getXKubernetesListType());
      default -> false;
    };
  }

  private static boolean takesAnyKey(JSONSchemaProps schema) {
    return Boolean.TRUE.equals(schema.getXKubernetesPreserveUnknownFields())
        || schema.getAdditionalProperties() != null;
  }

  @Test
  void everyRule_saysWhatIsWrong() {
    var silent = new ArrayList<String>();
    visit((path, schema) ->
        schema
            .getXKubernetesValidations()
            .forEach(rule -> {
              if (rule.getMessage() == null || rule.getMessage().isBlank()) {
                silent.add(path + ": " + rule.getRule());
              }
            }));
    assertThat(silent).isEmpty();
  }

  @Test
  void everyStringOfASpec_hasALimit() {
    var unlimited = new ArrayList<String>();
    visit((path, schema) -> {
      var bounded = schema.getMaxLength() != null || !schema.getEnum().isEmpty();
      // The journal entry is the operator's own and lives in the status as well.
      if ("string".equals(schema.getType())
          && path.contains(".spec.")
          && !path.contains(".spec.intent.")
          && !bounded) {
        unlimited.add(path);
      }
    });
    assertThat(unlimited).isEmpty();
  }

  /// A name with a line break or a NUL in it ends in a request header, a path, or a sentence. Of
  /// what the operator alone writes nothing of that can come.
  @Test
  void everyStringThatPeopleWrite_isHeldToAPattern() {
    var any = new ArrayList<String>();
    visit((path, schema) -> {
      boolean written = path.startsWith("Plan.") || path.startsWith("ResourceInstance.");
      boolean held = schema.getPattern() != null || !schema.getEnum().isEmpty();
      if ("string".equals(schema.getType()) && path.contains(".spec.") && !written && !held)
        any.add(path);
    });
    assertThat(any).isEmpty();
  }

  @Test
  void everyPattern_refusesControlCharacters() {
    var open = new ArrayList<String>();
    visit((path, schema) -> {
      if (schema.getPattern() == null) return;
      var pattern = Pattern.compile(schema.getPattern());
      for (var text : List.of("\0", "a\0", "a\0a", "/a\0", "https://a\0", "a.a[\0]", "sha256:\0"))
        if (pattern.matcher(text).find()) open.add(path + " takes a NUL");
      for (var name : List.of("name", "namespace", "serviceAccountName", "stack", "key"))
        if (path.endsWith("." + name) && pattern.matcher("a\nb").find())
          open.add(path + " takes a line break");
    });
    assertThat(open).isEmpty();
  }

  private static SortedMap<String, String> filesIn(Path directory) throws IOException {
    var files = new TreeMap<String, String>();
    try (var paths = Files.list(directory)) {
      for (var path : paths.toList()) {
        files.put(path.getFileName().toString(), Files.readString(path));
      }
    }
    return files;
  }

  private static void visit(BiConsumer<String, JSONSchemaProps> visitor) {
    for (var yaml : GENERATED.values()) {
      var crd = Serialization.unmarshal(yaml, CustomResourceDefinition.class);
      var schema = crd.getSpec().getVersions().getFirst().getSchema().getOpenAPIV3Schema();
      visit(crd.getSpec().getNames().getKind(), schema, visitor);
    }
  }

  private static void visit(
      String path, JSONSchemaProps schema, BiConsumer<String, JSONSchemaProps> visitor) {
    visitor.accept(path, schema);
    schema.getProperties().forEach((name, property) -> visit(path + "." + name, property, visitor));
    var nested = new ArrayList<JSONSchemaProps>();
    if (schema.getItems() != null) {
      nested.add(schema.getItems().getSchema());
    }
    if (schema.getAdditionalProperties() != null) {
      nested.add(schema.getAdditionalProperties().getSchema());
    }
    List.copyOf(nested).forEach(inner -> visit(path + "[]", inner, visitor));
  }
}
