package io.keelson.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.keelson.operator.api.component.ComponentRevision;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ApiObjectsTest {
  /// A number keeps its digits, as with the operator's client.
  private final KubernetesSerialization serialization =
      new KubernetesSerialization(
          new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS), true);

  static Stream<Class<? extends CustomResource<?, ?>>> kinds() {
    return CrdGen.KINDS.stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void fieldsOfANewerVersion_areIgnored(Class<? extends CustomResource<?, ?>> kind) {
    var read =
        serialization.unmarshal(
            """
            {"apiVersion": "keelson.dev/v1alpha1", "kind": "%s", "metadata": {"name": "a"},
             "spec": {"fromTomorrow": {"a": [1]}}, "status": {"fromTomorrow": true}}
            """
                .formatted(kind.getSimpleName()),
            kind);
    assertThat(read.getSpec()).isNotNull();
    if (kind != ComponentRevision.class) assertThat(read.getStatus()).isNotNull();
  }

  @Test
  void wordOfANewerVersion_readsAsNull() {
    var stack =
        serialization.unmarshal(
            """
            {"apiVersion": "keelson.dev/v1alpha1", "kind": "Stack", "metadata": {"name": "a"},
             "spec": {"approval": {"mode": "Committee", "expiresAfter": "1h"}}}
            """,
            Stack.class);
    assertThat(stack.getSpec().approval.mode).isNull();
    assertThat(stack.getSpec().approval.expiresAfter).isEqualTo("1h");
  }

  @Test
  void planOfARunThatAnEarlierVersionWrote_isItsName() {
    var run =
        serialization.unmarshal(
            """
            {"apiVersion": "keelson.dev/v1alpha1", "kind": "Run", "metadata": {"name": "a"},
             "status": {"plan": "shop-1-abc"}}
            """,
            Run.class);
    assertThat(run.getStatus().plan).extracting("name").isEqualTo("shop-1-abc");
  }

  @Test
  void everyEnumField_readsUnknownWordsAsNull() {
    var strict =
        beans().stream()
            .flatMap(type -> Stream.of(type.getFields()))
            .filter(field -> field.getType().isEnum() && !field.isAnnotationPresent(ApiEnum.class))
            .toList();
    assertThat(strict).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void newObject_appliesNothing(Class<? extends CustomResource<?, ?>> kind) throws Exception {
    // A finalizer is added by applying a new instance: what it contained would wipe the user's.
    var json = serialization.convertValue(kind.getConstructor().newInstance(), JsonNode.class);
    assertThat(json.fieldNames()).toIterable().containsOnly("apiVersion", "kind", "metadata");
  }

  /// But for defaults in the elements of lists, which the API server does not set, and of a word
  /// that is not there under an older definition: read as null, it would be one that is not known.
  @Test
  void beans_startEmpty() throws Exception {
    var initialised = new ArrayList<String>();
    for (var type : beans()) {
      var bean = type.getConstructor().newInstance();
      for (var field : type.getFields()) {
        if (field.get(bean) != null) {
          initialised.add(type.getSimpleName() + "." + field.getName());
        }
      }
    }
    assertThat(initialised)
        .containsExactlyInAnyOrder(
            "Import.allow",
            "Lifecycle.onPartialCreate",
            "DefinedResource.mode",
            "ProviderSpec.protocol");
  }

  @Test
  void anyJson_survivesReadingAndWriting() {
    var written =
        """
        {"apiVersion":"keelson.dev/v1alpha1","kind":"Resource","metadata":{"name":"a"},\
        "spec":{"stack":"s","type":"t","forEach":["a","b"],\
        "config":{"text":"1","number":1.5,"none":null,"nested":[{"a":true}]}}}\
        """;
    var read = serialization.unmarshal(written, Resource.class);
    assertThat(serialization.convertValue(read, JsonNode.class))
        .isEqualTo(serialization.unmarshal(written, JsonNode.class));
  }

  /// The beans that the kinds consist of, at any depth.
  private static Set<Class<?>> beans() {
    var found = new LinkedHashSet<Class<?>>();
    var open = new ArrayDeque<Type>();
    CrdGen.KINDS.forEach(kind -> open.add(kind.getGenericSuperclass()));
    while (!open.isEmpty()) {
      switch (open.remove()) {
        case ParameterizedType type -> open.addAll(List.of(type.getActualTypeArguments()));
        case Class<?> type when type.isAnnotationPresent(ApiObject.class) && found.add(type) ->
            Stream.of(type.getFields()).map(Field::getGenericType).forEach(open::add);
        default -> {}
      }
    }
    return found;
  }
}
