package io.keelson.provider.kubernetes.fields;

import static io.keelson.provider.kubernetes.fields.Yaml.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.apiserver.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is taken out of a manifest, and keeps its value though nobody sets it.
final class KeptFieldsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{spec: {clusterIP: None}} | {spec: {}} | {'spec': {'clusterIP': 'None'}} |"
            + " [manifest.spec.clusterIP]",
        "{spec: {clusterIP: None}} | {}         | {'spec': {'clusterIP': 'None'}} |"
            + " [manifest.spec.clusterIP]",
        "{spec: {a: 1, b: true}} | {spec: {a: null}} | {'spec': {'a': 1, 'b': true}} |"
            + " [manifest.spec.a, manifest.spec.b]",
        "{spec: {a: {b: x, c: y}}} | {spec: {a: {c: y}}} | {'spec': {'a': {'b': 'x', 'c': 'y'}}} |"
            + " [manifest.spec.a.b]",
        // Removed, set to another default, still declared.
        "{spec: {a: 1}} | {spec: {}}     | {'spec': {}}       | []",
        "{spec: {a: 3}} | {spec: {}}     | {'spec': {'a': 1}} | []",
        "{spec: {a: 1}} | {spec: {a: 2}} | {'spec': {'a': 1}} | []",
        // Somebody else has set it, alone or with all that is around it.
        "{spec: {a: 1, b: 2}} | {} | {'spec': {'a': 1, 'b': 2}, 'metadata': {'managedFields':"
            + " [{'fieldsV1': {'f:spec': {'f:a': {}}}}]}} | [manifest.spec.b]",
        "{spec: {a: {b: x}}} | {} | {'spec': {'a': {'b': 'x'}}, 'metadata': {'managedFields':"
            + " [{'fieldsV1': {'f:spec': {'f:a': {}}}}]}} | []",
        // What says which object it is, what others report, items of lists.
        "{metadata: {name: a}} | {} | {'metadata': {'name': 'a'}} | []",
        "{status: {phase: a}}  | {} | {'status': {'phase': 'a'}}  | []",
        "{spec: {list: [{a: 1}]}} | {spec: {list: []}} | {'spec': {'list': [{'a': 1}]}} | []",
      })
  void fields(String before, String after, String live, String kept)
      throws JsonProcessingException {
    var object = new LiveObject(Json.parse(live.replace('\'', '"')));

    assertThat(KeptFields.of(value(before), value(after), object)).hasToString(kept);
  }
}
