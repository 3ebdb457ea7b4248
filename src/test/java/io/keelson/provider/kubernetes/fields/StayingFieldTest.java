package io.keelson.provider.kubernetes.fields;

import static io.keelson.provider.kubernetes.fields.Yaml.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.apiserver.Json;
import io.keelson.engine.address.AttributePath;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is taken out of a manifest, and stays because somebody else has set it, too.
final class StayingFieldTest {
  private static final String MANAGER = "keelson:a/b";
  private static final LiveObject OWNED =
      former(
          """
          {"f:data": {"f:a": {}, "f:b": {}, "f:c": {}},
           "f:metadata": {"f:labels": {"f:b": {}, "f:c": {}}},
           "f:spec": {"f:selector": {}, "f:ports": {"k:{\\"port\\":80}": {}, "k:{\\"port\\":81}": {}}}}
          """);
  private static final String PORT = "k:{\\\"port\\\":80}";

  private static LiveObject live(String others) {
    return object("{\"f:data\": {\"f:a\": {}}}", others);
  }

  private static LiveObject former(String ours) {
    return object(ours, "{}");
  }

  private static LiveObject object(String ours, String others) {
    try {
      return new LiveObject(
          Json.parse(
              """
              {"metadata": {"managedFields": [
                {"manager": "keelson:a/b", "operation": "Apply", "fieldsV1": %s},
                {"manager": "kubectl-client-side-apply", "operation": "Update", "fieldsV1": %s}]}}
              """
                  .formatted(ours, others)));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static List<StayingField> staying(String before, String after, String others) {
    return StayingField.of(value(before), value(after), OWNED, live(others), MANAGER);
  }

  /// Taken over by others: they have set the field to something else, which makes it theirs alone.
  @Test
  void fieldThatWasNotOursAnyMore_isLeftToOthers() {
    var former = former("{\"f:data\": {\"f:a\": {}}}");

    assertThat(
            StayingField.of(
                value("{data: {a: x, b: y}}"),
                value("{data: {}}"),
                former,
                live("{\"f:data\": {\"f:a\": {}, \"f:b\": {}}}"),
                MANAGER))
        .hasToString("[manifest.data.a]");
  }

  @Test
  void fieldThatIsSetByASubresource_isLeftToOthers() {
    var fields = "{\"f:data\": {\"f:b\": {}}}, \"subresource\": \"scale\"";

    assertThat(staying("{data: {a: x, b: y}}", "{data: {a: x}}", fields)).isEmpty();
    assertThat(
            StayingField.still(
                List.of(List.of("f:data", "f:b")), value("{}"), live(fields), MANAGER))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a: {b: x, c: y}} | {a: {b: z, d: y}} | true",
        "{a: {b: x}} | {a: {b: null}} | true",
        "{a: [x, y]} | {a: [x]} | true",
        "{a: {b: x, c: null}} | {a: {b: z, d: y}} | false",
        "{a: [{b: x}]} | {a: [{b: x}], c: y} | false",
      })
  void whatIsTakenOut_canBeTold(String before, String after, boolean possible) {
    assertThat(StayingField.isPossible(value(before), value(after))).isEqualTo(possible);
  }

  @Test
  void keyThatAnotherHasSet_stays() {
    var staying =
        staying("{data: {a: x, b: y, c: z}}", "{data: {a: x}}", "{\"f:data\": {\"f:b\": {}}}");

    assertThat(staying).hasToString("[manifest.data.b]");
    assertThat(staying.getFirst().managers()).containsExactly("kubectl-client-side-apply");
  }

  @Test
  void keyThatIsStillDeclared_isNoneOfThem() {
    assertThat(staying("{data: {a: x}}", "{data: {a: y}}", "{\"f:data\": {\"f:a\": {}}}"))
        .isEmpty();
  }

  @Test
  void nullInTheManifest_isDeclaredNoMore() {
    assertThat(staying("{data: {a: x}}", "{data: {a: null}}", "{\"f:data\": {\"f:a\": {}}}"))
        .hasToString("[manifest.data.a]");
  }

  /// What others have set beside it is theirs, and is not to be taken away.
  @Test
  void fieldsOfAWholeThatIsDeclaredNoMore_areToldOneByOne() {
    assertThat(
            staying(
                "{data: {a: x}, metadata: {labels: {b: y, c: z}}}",
                "{data: {a: x}, metadata: {}}",
                "{\"f:metadata\": {\"f:labels\": {\".\": {}, \"f:b\": {}, \"f:other\": {}}}}"))
        .hasToString("[manifest.metadata.labels.b]");
    assertThat(
            staying(
                "{metadata: {labels: {b: y}}}",
                "{}",
                "{\"f:metadata\": {\"f:labels\": {\".\": {}, \"f:other\": {}}}}"))
        .isEmpty();
  }

  @Test
  void wholeWithoutFieldsOfItsOwn_isToldAsOne() {
    assertThat(
            staying(
                "{spec: {selector: {a: x}}}", "{spec: {}}", "{\"f:spec\": {\"f:selector\": {}}}"))
        .hasToString("[manifest.spec.selector]");
  }

  @Test
  void itemOfAList_isToldByItsKey() {
    assertThat(
            staying(
                "{spec: {ports: [{port: 80}, {port: 81}]}}",
                "{spec: {ports: [{port: 81}]}}",
                "{\"f:spec\": {\"f:ports\": {\"" + PORT + "\": {}}}}"))
        .hasToString("[manifest.spec.ports[{\"port\":80}]]");
  }

  @Test
  void whatStayed_staysUntilItIsDeclaredOrGone() {
    var earlier = List.of(List.of("f:data", "f:b"));
    var others = live("{\"f:data\": {\"f:b\": {}}}");

    assertThat(StayingField.still(earlier, value("{data: {a: x}}"), others, MANAGER))
        .hasToString("[manifest.data.b]");
    assertThat(StayingField.still(earlier, value("{data: {b: x}}"), others, MANAGER)).isEmpty();
    assertThat(StayingField.still(earlier, value("{data: {a: x}}"), live("{}"), MANAGER)).isEmpty();
  }

  @Test
  void keysOfSecrets_areNotTold() {
    var data = new TreeSet<>(List.of(AttributePath.of("data")));
    var item =
        new TreeSet<>(
            List.of(AttributePath.of("spec").attribute("ports").index(0).attribute("name")));

    assertThat(field("f:data", "f:b").above(data)).hasToString("manifest.data");
    assertThat(field("f:data").above(data)).hasToString("manifest.data");
    assertThat(field("f:spec", "f:ports", "k:{\"name\":\"x\"}").above(item))
        .hasToString("manifest.spec.ports");
    assertThat(field("f:spec", "f:type").above(item)).hasToString("manifest.spec.type");
  }

  private static StayingField field(String... steps) {
    return new StayingField(List.of(steps), new TreeSet<>(List.of("other")));
  }
}
