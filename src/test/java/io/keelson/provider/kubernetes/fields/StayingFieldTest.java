package io.keelson.provider.kubernetes.fields;

import static io.keelson.provider.kubernetes.fields.Yaml.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.apiserver.Json;
import io.keelson.engine.address.AttributePath;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What is taken out of a manifest, and stays because somebody else has set it, too.
final class StayingFieldTest {
  private static final String MANAGER = "keelson:a/b";
  private static final String PORT = "k:{\\\"port\\\":80}";

  private static LiveObject live(String others) {
    try {
      return new LiveObject(
          Json.parse(
              """
              {"metadata": {"managedFields": [
                {"manager": "keelson:a/b", "operation": "Apply", "fieldsV1": {"f:data": {"f:a": {}}}},
                {"manager": "kubectl-client-side-apply", "operation": "Update", "fieldsV1": %s}]}}
              """
                  .formatted(others)));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static List<StayingField> staying(String before, String after, String others) {
    return StayingField.of(value(before), value(after), live(others), MANAGER);
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
