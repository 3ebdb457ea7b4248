package io.keelson.provider.kubernetes.fields;

import static io.keelson.provider.kubernetes.fields.Yaml.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.apiserver.ObjectKey;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A null in a manifest of one of Kubernetes' own kinds is as if it were not there.
final class NullFieldsTest {
  private static final String BODY =
      ", metadata: {labels: {a: null, b: x}}, spec: {c: null, d: 1}}";

  @ParameterizedTest
  @CsvSource({
    "v1, false",
    "apps/v1, false",
    "networking.k8s.io/v1, false",
    "example.com/v1, true",
    "cluster.x-k8s.io/v1, true",
    "k8s.io.example.com/v1, true",
  })
  void nullOfACustomResource_staysOutsideOfItsMetadata(String apiVersion, boolean stays) {
    var manifest = value("{apiVersion: " + apiVersion + BODY);

    assertThat(JsonValues.write(NullFields.without(manifest)).at("/metadata/labels").toString())
        .isEqualTo("{\"b\":\"x\"}");
    assertThat(JsonValues.write(NullFields.without(manifest)).at("/spec").has("c"))
        .isEqualTo(stays);
    assertThat(NullFields.of(manifest)).hasSize(stays ? 1 : 2);
  }

  @Test
  void nullInsideOfItems_isTakenOutAndItemsStay() {
    var manifest = value("{apiVersion: v1, list: [null, {a: null, b: {c: null}}, x]}");

    assertThat(NullFields.without(manifest))
        .isEqualTo(value("{apiVersion: v1, list: [null, {b: {}}, x]}"));
    assertThat(NullFields.of(manifest).keySet())
        .extracting(Object::toString)
        .containsExactly("list[1].a", "list[1].b.c");
  }

  @Test
  void nullOfAMap_isTakenOutOfIt() {
    var map =
        Value.map(Types.STRING, Map.of("a", Value.text("x"), "b", Value.nothing(Types.STRING)));
    var manifest = Value.object(Map.of("apiVersion", Value.text("v1"), "data", map));

    assertThat(JsonValues.write(NullFields.without(manifest)).at("/data").toString())
        .isEqualTo("{\"a\":\"x\"}");
  }

  @Test
  void manifestWithoutNulls_isTheSame() {
    var manifest = value("{apiVersion: v1, metadata: {name: a}, list: [{a: 1}]}");

    assertThat(NullFields.without(manifest)).isSameAs(manifest);
    assertThat(NullFields.of(manifest)).isEmpty();
  }

  @Test
  void textOfASecretThatIsNull_isNotSent() {
    var manifest =
        value("{apiVersion: v1, kind: Secret, metadata: {name: a}, stringData: {a: null, b: x}}");

    var sent =
        ObjectManifest.wire(manifest, new ObjectKey("v1", "Secret", "n", "a"), "owner", "op");

    assertThat(sent.get("data").properties()).extracting(Map.Entry::getKey).isEqualTo(List.of("b"));
  }
}
