package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Attributes and blocks of every shape that the framework has, sent to a provider and back.
class ShapesIT {
  private static final String PLAIN =
      """
      name: a
      string: "e\u0301 <&> \\U0001F600"
      bool: false
      int32: -5
      int64: 9223372036854775807
      float32: 0.5
      float64: 0.1
      number: 123456789012345678901234567890.12345
      list: [b, a, b]
      set: [b, a]
      map: {z: "1", a: "2"}
      set_number: [10, 9, -1]
      list_list: [[1], [], [2, 3]]
      map_set: {x: [true, false]}
      object: {text: t, number: 1}
      list_object: [{text: t, number: 1.5}, {text: null, number: null}]
      set_object: [{text: b, number: 2}, {text: a, number: 1}]
      map_object: {k: {text: t, number: 1}}
      sensitive: {password: hush}
      write_only: gone
      block_single: {key: k, text: t}
      block_list: [{key: a, inner: [{key: i}]}, {key: b, text: t}]
      block_set: [{key: b}, {key: a, text: t}]
      """;

  private static final String NESTED =
      """
      name: a
      nested_single: {key: k, text: t, inner: [{key: i}]}
      nested_list: [{key: a}, {key: b, text: t}]
      nested_map: {x: {key: a}, y: {key: b, text: t}}
      nested_set: [{key: b}, {key: a, text: t}]
      """;

  @TempDir Path folder;
  private PluginBench bench;

  @BeforeEach
  void open() {
    bench = new PluginBench(folder);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void nothingConfigured_settles(String type) {
    bench.stack(type).declare(type + "_shapes.a", "{name: a}").converge();
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void everyPlainShape_comesBackAsItWasConfigured(String type) {
    var stack = bench.stack(type).declare(type + "_shapes.a", PLAIN).converge();

    assertThat(stack.text(type + "_shapes.a", "number"))
        .isEqualTo("123456789012345678901234567890.12345");
    stack.declare(type + "_shapes.a", "{name: a, list: [a], block_list: [{key: b}]}").converge();
    stack.remove(type + "_shapes.a").converge();
  }

  @Test
  void everyNestedShape_comesBackAsItWasConfigured() {
    var stack = bench.stack("keelsontest");

    stack.declare("keelsontest_shapes.a", NESTED).converge();
    stack.declare("keelsontest_shapes.a", "{name: a, nested_list: [{key: b, text: t}]}").converge();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "5", "true", "[1, a]", "{x: 1, y: [a]}", "[]", "{}"})
  void dynamicValue_comesBackWithItsType(String value) {
    var stack = bench.stack("keelsontest");

    stack.declare("keelsontest_shapes.a", "{name: a, dynamic: " + value + "}").converge();
  }
}
