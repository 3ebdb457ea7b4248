package io.keelson.provider.plugin;

import static io.keelson.provider.plugin.PluggedStack.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Value;
import io.keelson.testing.OnControlPlane;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects that our test provider has made elsewhere: imported, or moved to another type.
@Order(OnControlPlane.EARLY)
final class PluggedTakeoverIT {
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

  @Test
  void existingObject_isImportedWithItsPrivateData() {
    var stack = bench.stack("keelsontest");
    stack.declare("keelsontest_thing.a", "{name: a}").converge();
    var id = stack.text("keelsontest_thing.a", "id");

    var other = bench.stack("keelsontest");
    other
        .declare("keelsontest_thing.b", "{name: a}")
        .imported("keelsontest_thing.b", id)
        .converge();
    other.declare("keelsontest_thing.b", "{name: a, text: mine}").converge();

    assertThat(other.text("keelsontest_thing.b", "id")).isEqualTo(id);
    assertThat(cloud.effects()).containsExactly("create a", "update a");
  }

  /// Many types are imported by something else than their id.
  @Test
  @Tag("R-PUL-46")
  void recordedObjectWhoseImportStays_isNotSaidToBeAnother() {
    var stack = bench.stack("keelsontest");
    stack.declare("keelsontest_thing.a", "{name: a}").converge();

    var planned = stack.imported("keelsontest_thing.a", "name=a").tryPlan();

    assertThat(planned.diagnostics()).isEmpty();
    assertThat(planned.plan().effective()).isEmpty();
  }

  @Test
  void existingObject_isImportedByItsIdentity() {
    var stack = bench.stack("keelsontest");
    stack.declare("keelsontest_named.a", "{name: a, text: one}").converge();

    var other = bench.stack("keelsontest");
    other
        .declare("keelsontest_named.b", "{name: a, text: one}")
        .importedByIdentity("keelsontest_named.b", Value.object(Map.of("name", Value.text("a"))))
        .converge();

    assertThat(other.text("keelsontest_named.b", "id")).isEqualTo("a");
    assertThat(stored(other, "keelsontest_named.b").identity()).isPresent();
    assertThat(cloud.effects()).containsExactly("create a");
  }

  @Test
  void identityThatIsNone_isRefusedAndNothingIsMade() {
    refuses(
        "keelsontest_named.b", Map.of("nam", Value.text("a")), "nam is none", "name is missing");
    refuses("keelsontest_named.b", Map.of("account", Value.text("x")), "name is missing");
    refuses("keelsontest_thing.b", Map.of("name", Value.text("a")), "have no identity");

    assertThat(cloud.effects()).isEmpty();
  }

  private void refuses(String address, Map<String, Value> identity, String... why) {
    var outcome =
        bench
            .stack("keelsontest")
            .declare(address, "{name: a}")
            .importedByIdentity(address, Value.object(identity))
            .tryPlan();
    assertThat(outcome.plan().effective()).isEmpty();
    var details = outcome.diagnostics().stream().map(Diagnostic::detail).toList().toString();
    assertThat(details).contains(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"keelsontest", "keelsontest5"})
  void thing_becomesAnItemAndIsTheSameObject(String type) {
    var stack = bench.stack(type);
    var thing = type + "_thing.a";
    var item = type + "_item.b";
    stack.declare(thing, "{name: a, text: one, secret: hush}").converge();
    var id = stack.text(thing, "id");

    stack.remove(thing).declare(item, "{name: a, text: one}").moved(thing, item);
    var plan = stack.tryPlan().plan();
    assertThat(plan.moves()).hasToString("{" + item + "=" + thing + "}");
    assertThat(plan.bookkeeping()).isEmpty();
    stack.converge();
    assertThat(stack.text(item, "id")).isEqualTo(id);
    assertThat(stack.text(item, "cloud_type")).isEqualTo(type + "_thing");
    assertThat(stored(stack, item).type()).isEqualTo(type + "_item");
    assertThat(cloud.effects()).containsExactly("create a");

    stack.declare(item, "{name: a, text: two}").converge();
    stack.remove(item).converge();
    assertThat(cloud.effects()).containsExactly("create a", "update a", "delete a");
  }

  @Test
  void thing_doesNotBecomeWhatTakesNothingOver() {
    var stack = bench.stack("keelsontest");
    stack.declare("keelsontest_thing.a", "{name: a, text: one}").converge();
    stack
        .remove("keelsontest_thing.a")
        .declare("keelsontest_named.b", "{name: a}")
        .moved("keelsontest_thing.a", "keelsontest_named.b");

    var outcome = stack.tryPlan();

    assertThat(outcome.plan().effective()).isEmpty();
    assertThat(outcome.diagnostics())
        .singleElement()
        .extracting(Diagnostic::detail)
        .asString()
        .contains("made as keelsontest_thing by provider 'keelson.dev/test/keelsontest'");
  }

  @Test
  void thingOfTheOlderSdk_movesToNoOtherType() {
    var stack = bench.stack("keelsonlegacy");
    stack.declare("keelsonlegacy_thing.a", "{name: a}").converge();
    stack
        .remove("keelsonlegacy_thing.a")
        .declare("keelsonlegacy_aged.b", "{name: a, quantity: 1}")
        .moved("keelsonlegacy_thing.a", "keelsonlegacy_aged.b");

    assertThat(stack.tryPlan().plan().effective()).isEmpty();
    assertThat(stack.tryPlan().diagnostics()).isNotEmpty().allMatch(Diagnostic::isError);
    assertThat(cloud.effects()).containsExactly("create a");
  }
}
