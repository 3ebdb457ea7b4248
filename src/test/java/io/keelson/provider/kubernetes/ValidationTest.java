package io.keelson.provider.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ValidationTest {
  private static final String WHOLE = "apiVersion: v1, kind: ConfigMap, metadata: {name: a}";

  private static String problems(String yaml) {
    return Validation.of(ManagedInstance.config(yaml)).stream()
        .map(problem -> problem.path() + ": " + problem.summary())
        .reduce("", (one, two) -> one + two);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]                                                       | manifest: The manifest must be"
            + " an object",
        "{kind: A, metadata: {name: a}}                           | manifest.apiVersion: The"
            + " manifest is incomplete",
        "{apiVersion: 1, kind: A, metadata: {name: a}}            | manifest.apiVersion: The"
            + " manifest is incomplete",
        "{apiVersion: v1, kind: A}                                | manifest.metadata: The object"
            + " has no name",
        "{apiVersion: v1, kind: A, metadata: {}}                  | manifest.metadata.name: The"
            + " manifest is incomplete",
        "{apiVersion: v1, kind: A, metadata: {generateName: a}}   | manifest.metadata.generateName:"
            + " A generated name cannot be managed",
        "{apiVersion: v1, kind: A, metadata: {name: a, uid: x}}   | manifest.metadata.uid: The API"
            + " server sets this field",
        "{apiVersion: v1, kind: AList, metadata: {name: a}, items: []} | manifest.items: One object"
            + " for each instance",
        "{apiVersion: v1, kind: A, metadata: {name: a, annotations: {keelson.dev/owner: x}}} |"
            + " manifest.metadata.annotations.\"keelson.dev/owner\": Keelson sets this annotation",
      })
  void unusableManifest_isToldByItsPath(String manifest, String problem) {
    assertThat(problems("manifest: " + manifest)).isEqualTo(problem);
  }

  /// Each of them becomes part of an address of the API server.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "apiVersion|v1\\n",
        "apiVersion|v 1",
        "apiVersion|v1\\0",
        "apiVersion|apps/v1/x",
        "apiVersion|/v1",
        "apiVersion|apps/",
        "apiVersion|../v1",
        "apiVersion|v1?watch=1",
        "apiVersion|v1#x",
        "apiVersion|%76%31",
        "apiVersion|é/v1",
        "kind|Config Map",
        "kind|ConfigMap\\n",
        "kind|ConfigMap\\0",
        "kind|Config.Map",
        "kind|pods/exec",
        "name|a\\nb",
        "name|a\\0",
        "name|.",
        "name|..",
        "name|../secrets/b",
        "name|a%2Fb",
        "namespace|..",
        "namespace|a b",
        "namespace|a/b",
        "namespace|Team",
      })
  void wordThatNoObjectCanHave_isToldByItsPath(String part, String word) {
    var words = new TreeMap<>(Map.of("apiVersion", "v1", "kind", "ConfigMap", "name", "a"));
    words.put(part, "\"" + word + "\"");
    var names = new TreeMap<>(words);
    names.keySet().retainAll(List.of("name", "namespace"));
    var metadata = List.of("name", "namespace").contains(part) ? "metadata." : "";
    var manifest =
        "{apiVersion: %s, kind: %s, metadata: %s}"
            .formatted(words.get("apiVersion"), words.get("kind"), yaml(names));
    words.putIfAbsent("namespace", "team");

    assertThat(problems("manifest: " + manifest))
        .isEqualTo("manifest." + metadata + part + ": No object can have this " + part);
    assertThat(ObjectData.validate(ManagedInstance.value(yaml(words))))
        .singleElement()
        .satisfies(problem -> assertThat(problem.path()).isEqualTo(AttributePath.of(part)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{apiVersion: apiextensions.k8s.io/v1beta1, kind: My-Kind, metadata: {name: a}}",
        "{apiVersion: v1, kind: A, metadata: {name: 'system:node a', namespace: team-1}}",
        "{apiVersion: v1, kind: A, metadata: {name: ..., namespace: ''}}",
        "{apiVersion: v1, kind: A, metadata: {name: Größe}}",
      })
  void wordThatAnObjectMayHave_isFine(String manifest) {
    assertThat(problems("manifest: " + manifest)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"creationTimestamp", "uid", "managedFields", "generateName"})
  void fieldOfTheServerThatIsNull_isNotThere(String field) {
    assertThat(
            problems(
                "manifest: {apiVersion: v1, kind: A, metadata: {name: a, " + field + ": null}}"))
        .isEmpty();
  }

  private static String yaml(Map<String, String> words) {
    return words.toString().replace("=", ": ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{for: Redy}                                  | wait.for",
        "{for: {condition: {status: 'True'}}}         | wait.for.condition",
        "{for: {condition: {type: A, state: B}}}      | wait.for.condition",
        "{for: {jsonPath: {path: .a}}}                | wait.for.jsonPath",
        "{for: {jsonPath: {path: '.a[*]', value: b}}} | wait.for.jsonPath.path",
        "{for: {condition: {type: A}, jsonPath: {}}}  | wait.for",
        "{timeout: 5 minutes}                         | wait.timeout",
        "{timeout: ''}                                | wait.timeout",
      })
  void unusableWait_isToldByItsPath(String wait, String path) {
    assertThat(problems("{manifest: {" + WHOLE + "}, wait: " + wait + "}"))
        .isEqualTo(path + ": The wait cannot be understood");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{for: Ready, timeout: 1h2m3s}",
        "{for: Exists}",
        "{for: {condition: {type: Available}}}",
        "{for: {jsonPath: {path: '{.status.list[0].x}', value: 3}}, timeout: 90s}",
      })
  void usableWait_isFine(String wait) {
    assertThat(problems("{manifest: {" + WHOLE + "}, wait: " + wait + "}")).isEmpty();
  }

  @Test
  void unknownManifest_isFine() {
    var config =
        ObjectSchema.object(
            Value.unknown(Types.DYNAMIC),
            Value.nothing(ObjectSchema.WAIT_TYPE),
            Value.nothing(Types.DYNAMIC),
            Value.nothing(Types.STRING),
            Value.nothing(Types.STRING));

    assertThat(Validation.of(Unmarked.plain(config))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "manifest.apiVersion",
    "manifest.kind",
    "manifest.metadata.name",
    "manifest.metadata",
    "manifest",
  })
  @Tag("R-SENS-11")
  void objectThatASecretNames_isRefusedWhereItIsNamed(String path) {
    var config = ManagedInstance.config("manifest: {" + WHOLE + "}").value();
    var place = AttributePath.parse(path);
    var part = config.at(place).orElseThrow();

    var problems =
        Validation.of(config.with(place, part.mark(Marks.secret("variable.p"))).unmark());

    assertThat(problems).isNotEmpty();
    assertThat(problems.toString()).contains("named by a Secret", "variable.p");
    assertThat(problems)
        .allSatisfy(problem -> assertThat(problem.path().startsWith(place)).isTrue());
    assertThat(Validation.of(config.with(place, part.mark(Marks.sensitive("variable.p"))).unmark()))
        .isEmpty();
  }

  @Test
  @Tag("R-SENS-11")
  void whatIsNoSecret_isNotForAManifestToSay() {
    assertThat(
            problems(
                "manifest: {apiVersion: v1, kind: Secret, metadata: {name: a, annotations:"
                    + " {keelson.dev/not-secret: password}}}"))
        .contains("People set this annotation");
  }
}
