package io.keelson.provider.kubernetes.fields;

import static io.keelson.provider.kubernetes.fields.Yaml.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.apiserver.Json;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.value.Value;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is ignored is sent as long as it is ours, and is left out once another manager has it.
final class LeftToOthersTest {
  private static final String OURS = "{\"f:spec\": {\"f:image\": {}}}";

  private static Value sent(String manifest, String ours, String others, String... ignored) {
    var live =
        """
        {"metadata": {"managedFields": [
          {"manager": "keelson:a/b", "operation": "Apply", "fieldsV1": %s},
          {"manager": "other", "operation": "Update", "subresource": "scale", "fieldsV1": %s}]}}
        """
            .formatted(ours, others);
    try {
      return LeftToOthers.without(
          value(manifest),
          Stream.of(ignored).map(PathPattern::parse).toList(),
          new LiveObject(Json.parse(live)),
          "keelson:a/b");
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void fieldOfAnother_isLeftOutWhereItIsIgnored() {
    var manifest = "{spec: {image: x, replicas: 5}}";
    var replicas = "{\"f:spec\": {\"f:replicas\": {}}}";

    assertThat(sent(manifest, OURS, replicas, "manifest.spec.replicas"))
        .isEqualTo(value("{spec: {image: x}}"));
    assertThat(sent(manifest, OURS, replicas)).isEqualTo(value(manifest));
  }

  @Test
  void fieldThatIsOursToo_isSent() {
    var manifest = "{spec: {image: x, replicas: 5}}";
    var both = "{\"f:spec\": {\"f:replicas\": {}, \"f:image\": {}}}";

    assertThat(sent(manifest, both, both, "manifest.spec.replicas")).isEqualTo(value(manifest));
  }

  @Test
  void fieldThatNobodyHas_isSent() {
    var manifest = "{spec: {image: x, replicas: 5}}";

    assertThat(sent(manifest, OURS, "{}", "manifest.spec.replicas")).isEqualTo(value(manifest));
  }

  @Test
  void labelsOfOthers_areLeftOutOneByOne() {
    var labels = "{\"f:metadata\": {\"f:labels\": {\"f:b\": {}}}}";

    assertThat(sent("{metadata: {labels: {a: x, b: y}}}", "{}", labels, "manifest.metadata.labels"))
        .isEqualTo(value("{metadata: {labels: {a: x}}}"));
    assertThat(sent("{metadata: {labels: {b: y}}}", "{}", labels, "manifest.metadata.labels"))
        .isEqualTo(value("{metadata: {}}"));
  }

  @Test
  void partOfAListItem_isFoundByTheKeyOfTheItem() {
    var items = "[{name: side, image: s}, {name: main, image: x, tty: true}]";
    var ours =
        "{\"f:spec\": {\"k:{\\\"name\\\":\\\"main\\\"}\": {\".\": {}, \"f:name\": {}, \"f:tty\":"
            + " {}}}}";
    var others = "{\"f:spec\": {\"k:{\\\"name\\\":\\\"main\\\"}\": {\"f:image\": {}}}}";

    assertThat(sent("{spec: " + items + "}", ours, others, "manifest.spec[*].image"))
        .isEqualTo(value("{spec: [{name: side, image: s}, {name: main, tty: true}]}"));
  }

  /// A list or map that is one value is nobody's in part.
  @Test
  void partOfAWholeValue_isSent() {
    var manifest = "{spec: {selector: {app: web, tier: x}}}";
    var whole = "{\"f:spec\": {\"f:selector\": {}}}";

    assertThat(sent(manifest, "{}", whole, "manifest.spec.selector.tier"))
        .isEqualTo(value(manifest));
    assertThat(sent(manifest, "{}", whole, "manifest.spec.selector"))
        .isEqualTo(value("{spec: {}}"));
  }

  @Test
  void labelThatAnotherTookAway_isNotSent() {
    assertThat(sent("{spec: {image: x, note: null}}", OURS, "{}", "manifest.spec.note"))
        .isEqualTo(value("{spec: {image: x}}"));
  }
}
