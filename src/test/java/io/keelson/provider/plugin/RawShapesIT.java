package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Shapes that the protocol has and no SDK can declare.
class RawShapesIT {
  private static final String SHAPES = "keelsonraw_shapes.a";

  @TempDir Path folder;
  private PluginBench bench;
  private PluggedStack stack;

  @BeforeEach
  void open() {
    bench = new PluginBench(folder);
    stack = bench.stack("keelsonraw");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void nothingConfigured_settles() {
    stack.declare(SHAPES, "{name: a}").converge();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tuple: [a, 1, true]",
        "map_tuple: {x: [a, 1]}",
        "object_dynamic: {any: [1, a], text: t}",
        "list_dynamic: [a, b]",
        "map_dynamic: {x: 1, y: 2}",
        "single: {text: t, inner: [{text: i}]}",
        "group: {text: t, inner: [{text: i}]}",
        "list: [{text: t, inner: [{}]}, {text: u}]",
        "set: [{text: t}, {text: u, inner: [{text: i}]}]",
        "map: {x: {text: t}, y: {text: u, inner: [{}]}}",
        "dynamic_list: [{any: 1}, {any: [a]}]",
        "dynamic_map: {x: {any: 1}, y: {any: {z: true}}}"
      })
  void shape_comesBackAsItWasConfigured(String config) {
    stack.declare(SHAPES, "{name: a, " + config + "}").converge();
    stack.declare(SHAPES, "{name: b, " + config + "}").converge();
    stack.remove(SHAPES).converge();
  }

  @Test
  void changeDeepInAList_requiresReplacementAtItsPath() {
    stack.declare(SHAPES, "{name: a, list: [{fixed: x}, {fixed: y}]}").converge();

    stack.declare(SHAPES, "{name: a, list: [{fixed: x}, {fixed: z}]}");

    assertThat(stack.changes()).containsExactly("destroy-then-create " + SHAPES);
    stack.converge();
  }

  @Test
  void errorDeepInABlock_isToldAtItsPath() {
    stack.declare(
        SHAPES, "{name: a, map: {x: {text: bad}}, list: [{text: t, inner: [{text: bad}]}]}");

    assertThat(stack.tryPlan().diagnostics())
        .extracting(each -> each.path().toString())
        .contains("map[\"x\"].text", "list[0].inner[0].text");
  }
}
