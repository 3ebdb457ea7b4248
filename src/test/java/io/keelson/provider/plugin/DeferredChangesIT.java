package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.testing.OnControlPlane;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What our test provider leaves to a later plan, because something is not there or not known yet.
@Order(OnControlPlane.EARLY)
final class DeferredChangesIT {
  @TempDir Path folder;
  private PluginBench bench;
  private CloudWorld cloud;

  @BeforeEach
  void open() {
    bench = new PluginBench(folder);
    cloud = bench.cloud();
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void planWhosePrerequisiteIsMissing_isLeftToALaterOne(String type) {
    var stack =
        bench
            .stack(type)
            .declare(type + "_thing.a", "{name: a}")
            .declare(type + "_thing.b", "{name: b, needs: a}")
            .declare(type + "_thing.c", "{name: c, needs: \"${%s_thing.a.id}\"}".formatted(type));

    assertThat(stack.changes()).containsExactly("create " + type + "_thing.a");
    assertThat(deferred(stack))
        .containsExactly(
            type + "_thing.b absent-prerequisite", type + "_thing.c resource-config-unknown");
    stack.remove(type + "_thing.c");
    stack.tryApply(new StopSignal());
    assertThat(stack.changes()).containsExactly("create " + type + "_thing.b");
    stack.converge();

    assertThat(deferred(stack)).isEmpty();
    assertThat(cloud.effects()).containsExactly("create a", "create b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsonlegacy"})
  void readThatIsDeferred_leavesTheObjectAsItIs(String type) {
    var thing = type + "_thing.a";
    var stack = bench.stack(type).declare(thing, "{name: a}").converge();
    cloud.order(
        "answer",
        """
        {"on": "ReadResource", "when": "after", "do": "answer", "times": -1,
         "answer": {"deferred": {"reason": "PROVIDER_CONFIG_UNKNOWN"}}}
        """);

    stack.declare(thing, "{name: a, text: other}");

    assertThat(stack.changes()).isEmpty();
    assertThat(deferred(stack)).containsExactly(thing + " provider-config-unknown");
  }

  @Test
  void objectOfAProviderThatIsNotConfiguredYet_isLeftAsItIs() {
    var made = bench.stack("keelsontest").declare("keelsontest_thing.a", "{name: a}").converge();
    var waiting = Map.<String, Value>of("account", Value.unknown(Types.STRING));
    var stack =
        made.on(PluginBench.ready(bench.open("keelsontest", "2.0.0", waiting)))
            .declare("keelsontest_thing.a", "{name: a, text: other}");

    assertThat(stack.changes()).isEmpty();
    assertThat(deferred(stack)).containsExactly("keelsontest_thing.a provider-config-unknown");
    assertThat(stack.state()).isEqualTo(made.state());
  }

  @Test
  void importOfWhatIsNotThereYet_isLeftToALaterPlan() {
    var stack =
        bench
            .stack("keelsontest")
            .declare("keelsontest_thing.a", "{name: a}")
            .imported("keelsontest_thing.a", "nowhere");

    assertThat(stack.changes()).isEmpty();
    assertThat(deferred(stack)).containsExactly("keelsontest_thing.a absent-prerequisite");
  }

  private static List<String> deferred(PluggedStack stack) {
    return stack.plan().deferred().entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue().word())
        .toList();
  }
}
