package io.keelson.provider.kubernetes.fields;

import static io.keelson.provider.kubernetes.fields.Yaml.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.apiserver.Json;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OwnedFieldsTest {
  private static Value filled(String manifest, String live, String fields) {
    return filled(value(manifest), live, fields);
  }

  private static Value filled(Value manifest, String live, String fields) {
    try {
      return OwnedFields.of(manifest, Json.parse(live), Json.parse(fields));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void fieldsOfOthers_areLeftOut() {
    assertThat(
            filled(
                "{a: 1, b: {c: x}}",
                """
                {"a": 2, "b": {"c": "y", "d": "z"}, "e": 5}
                """,
                """
                {"f:a": {}, "f:b": {"f:c": {}}}
                """))
        .isEqualTo(value("{a: 2, b: {c: y}}"));
  }

  /// What can only be set as a whole is shown as it is, whoever set it last; in what can be set key
  /// by key, only what is declared.
  @Test
  void wholesOfOthers_areShownWithAllTheirKeys() throws JsonProcessingException {
    var live =
        new LiveObject(
            Json.parse(
                """
                {"metadata": {"labels": {"team": "blue"}, "managedFields": [
                  {"manager": "keelson:team/shop", "operation": "Apply",
                   "fieldsV1": {"f:spec": {"f:ports": {}}}},
                  {"manager": "kubectl", "operation": "Update",
                   "fieldsV1": {"f:metadata": {"f:labels": {"f:team": {}}},
                                "f:spec": {"f:selector": {}}}}]},
                 "spec": {"ports": [], "selector": {"app": "web", "version": "v2"}}}
                """));

    var filled =
        OwnedFields.of(
            value("{metadata: {labels: {}}, spec: {selector: {app: web}}}"),
            live.asWritten(),
            live.comparedFields("keelson:team/shop"));

    assertThat(((Mapping) filled).attribute("spec"))
        .isEqualTo(value("{selector: {app: web, version: v2}}"));
    assertThat(((Mapping) filled).attribute("metadata")).isEqualTo(value("{labels: {}}"));
  }

  /// The API server gives an empty list to whoever puts the first item into it.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // An item, a key, and what is deeper: an apply takes away none of them.
        "{env: []}    | {'f:env': {}} | {'f:env': {'.': {}, 'v:1': {}}} | {env: []}",
        "{env: []}    | {'f:a': {}}   | {'f:env': {'.': {}, 'v:1': {}}} | {env: []}",
        "{env: []}    |               | {'f:env': {'v:1': {}}}          | {env: []}",
        "{labels: {}} | {'f:a': {}}   | {'f:labels': {'f:team': {}}}    | {labels: {}}",
        "{labels: {}} |               | {'f:labels': {'f:team': {}}}    | {labels: {}}",
        "{pod: {}}    | {'f:a': {}}   | {'f:pod': {'f:env': {'v:1': {}}}} | {pod: {}}",
        // Ours that we declare beside it, and that somebody has taken over.
        "{env: [2]}   | {'f:a': {}}   | {'f:env': {'v:1': {}}}          | {env: [null]}",
        "{env: [1]}   | {'f:a': {}}   | {'f:env': {'v:1': {}}}          | {env: [1]}",
        // What can only be set as a whole is what it is.
        "{env: []}    | {'f:a': {}}   | {'f:env': {}}                   | {env: [1]}",
        "{env: []}    | {'f:env': {}} | {'f:a': {}}                     | {env: [1]}",
        "{labels: {}} | {'f:a': {}}   | {'f:labels': {}}                | {labels: {team: blue}}",
      })
  void whatOthersAddToSomethingEmpty_isLeftOut(
      String manifest, String ours, String theirs, String filled) throws JsonProcessingException {
    var live = "{\"env\": [1], \"labels\": {\"team\": \"blue\"}, \"pod\": {\"env\": [1]}}";
    var fields =
        ComparedFields.of(
            ours == null ? Json.MISSING : Json.parse(ours.replace('\'', '"')),
            List.of(Json.parse(theirs.replace('\'', '"'))));

    assertThat(OwnedFields.of(value(manifest), Json.parse(live), fields)).isEqualTo(value(filled));
  }

  @Test
  void nullInTheKeyOfAnItem_isItsDefault() {
    assertThat(
            filled(
                "{ports: [{port: 80, protocol: null}]}",
                """
                {"ports": [{"port": 80, "protocol": "TCP"}]}
                """,
                """
                {"f:ports": {"k:{\\"port\\":80,\\"protocol\\":\\"TCP\\"}": {"f:port": {}}}}
                """))
        .isEqualTo(value("{ports: [{port: 80, protocol: TCP}]}"));
  }

  @Test
  void missingField_isNull() {
    var filled = (Mapping) filled("{a: 1, b: {c: x}}", "{\"b\": {}}", "{\"f:b\": {\"f:c\": {}}}");

    assertThat(filled.attribute("a").isNull()).isTrue();
    assertThat(((Mapping) filled.attribute("b")).attribute("c").isNull()).isTrue();
  }

  @Test
  void itemsOfAList_belongTogetherByTheirKeys() {
    assertThat(
            filled(
                "[{name: a, image: x}, {name: b, image: y}]",
                """
                [{"name": "injected", "image": "i"}, {"name": "b", "image": "z"},
                 {"name": "a", "image": "x", "tty": true}]
                """,
                """
                {"k:{\\"name\\":\\"a\\"}": {".": {}, "f:name": {}, "f:image": {}},
                 "k:{\\"name\\":\\"b\\"}": {".": {}, "f:name": {}, "f:image": {}}}
                """))
        .isEqualTo(value("[{name: a, image: x}, {name: b, image: z}]"));
  }

  @Test
  void keyWithADefault_fitsTheItemThatLeavesItOut() {
    assertThat(
            filled(
                "[{port: 53}, {port: 53, protocol: UDP}]",
                """
                [{"port": 53, "protocol": "UDP"}, {"port": 53, "protocol": "TCP"}]
                """,
                """
                {"k:{\\"port\\":53,\\"protocol\\":\\"UDP\\"}": {"f:port": {}, "f:protocol": {}},
                 "k:{\\"port\\":53,\\"protocol\\":\\"TCP\\"}": {"f:port": {}}}
                """))
        .isEqualTo(value("[{port: 53}, {port: 53, protocol: UDP}]"));
  }

  @Test
  void itemThatSomebodyElseOwnsByNow_isFoundByItsKey() {
    assertThat(
            filled(
                "[{name: a, image: x}, {name: b, image: y}]",
                """
                [{"name": "a", "image": "x"}, {"name": "b", "image": "other"}]
                """,
                """
                {"k:{\\"name\\":\\"a\\"}": {"f:name": {}, "f:image": {}}}
                """))
        .isEqualTo(value("[{name: a, image: x}, {name: b, image: other}]"));
  }

  @Test
  void atomicList_countsAsAWhole() {
    assertThat(filled("[a, b]", "[\"b\", \"c\", \"d\"]", "{}")).isEqualTo(value("[b, c, d]"));
  }

  @Test
  void setOfValues_hasNoOrder() {
    var filled =
        filled("[a, b]", "[\"c\", \"b\", \"a\"]", "{\"v:\\\"a\\\"\": {}, \"v:\\\"b\\\"\": {}}");

    assertThat(filled).isEqualTo(value("[a, b]"));
  }

  @Test
  void emptyMapThatIsNotOurs_countsAsAWhole() {
    assertThat(filled("{a: {}}", "{\"a\": {\"b\": \"c\"}}", "{\"f:other\": {}}"))
        .isEqualTo(value("{a: {b: c}}"));
  }

  @Test
  void map_staysAMap() {
    var manifest = Value.map(Types.STRING, Map.of("a", Value.text("x")));

    assertThat(filled(manifest, "{\"a\": \"y\", \"b\": \"z\"}", "{\"f:a\": {}}"))
        .isEqualTo(Value.map(Types.STRING, Map.of("a", Value.text("y"))));
  }
}
