package io.keelson.provider.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.FindRequest;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.LostCreate;
import io.keelson.provider.plugin.PluggedStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Objects of a real Pulumi provider, planned and applied by the engine.
class PulumiObjectsIT {
  private PulumiBench bench;

  @BeforeEach
  void start() throws Exception {
    bench = new PulumiBench(Files.createTempDirectory(Path.of("/tmp"), "pu"));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private PluggedStack keel() {
    return new PluggedStack(bench.provider("keel", Map.of()));
  }

  @Test
  void object_isMade_changed_replaced_andDestroyed() {
    var stack = keel().declare("keel_Thing.a", "{zone: z1, size: 1}");
    assertThat(stack.changes()).containsExactly("create keel_Thing.a");
    stack.converge();
    assertThat(bench.world().ids()).containsExactly("a-1");
    assertThat(stack.text("keel_Thing.a", "endpoint")).isEqualTo("a.1.example");
    assertThat(stack.text("keel_Thing.a", "label")).isEqualTo("none");

    stack.declare("keel_Thing.a", "{zone: z1, size: 2}");
    assertThat(stack.changes()).containsExactly("update keel_Thing.a");
    stack.converge();
    assertThat(bench.world().ids()).containsExactly("a-1");

    stack.declare("keel_Thing.a", "{zone: z2, size: 2}");
    assertThat(stack.changes()).containsExactly("create-then-destroy keel_Thing.a");
    stack.converge();
    assertThat(bench.world().ids()).containsExactly("a-2");

    stack.remove("keel_Thing.a").converge();
    assertThat(bench.world().ids()).isEmpty();
  }

  @Test
  void objectThatOthersHaveChanged_isCorrected_andOneThatIsGone_isMadeAgain() {
    var stack = keel().declare("keel_Thing.a", "{zone: z1, label: mine}").converge();
    bench.world().drift("a-1", "label", "theirs");
    assertThat(stack.changes()).containsExactly("update keel_Thing.a");
    stack.converge();
    assertThat(stack.text("keel_Thing.a", "label")).isEqualTo("mine");

    bench.world().vanish("a-1");
    assertThat(stack.changes()).containsExactly("recreate keel_Thing.a");
    stack.converge();
    assertThat(bench.world().ids()).containsExactly("a-2");
  }

  @Test
  void inputThatTheProviderRefuses_isToldWithItsPath() {
    var outcome = keel().declare("keel_Thing.a", "{zone: z1, size: -1}").tryPlan();
    assertThat(outcome.diagnostics())
        .filteredOn(Diagnostic::isError)
        .singleElement()
        .satisfies(error -> {
          assertThat(error.summary()).isEqualTo("The provider does not accept the configuration");
          assertThat(error.path()).hasToString("size");
        });
  }

  @Test
  void createThatComesHalfway_leavesAnUnfinishedObject_whichTheNextApplyUpdates() {
    var stack = keel().declare("keel_Thing.a", "{zone: z1}");
    bench.world().fault("{\"op\": \"create\", \"name\": \"a\", \"partial\": true}");
    var outcome = stack.tryApply(stack.plan(), new StopSignal());
    assertThat(outcome.diagnostics()).filteredOn(Diagnostic::isError).hasSize(1);
    assertThat(stack.instance("keel_Thing.a").current().orElseThrow().unfinished()).isTrue();

    bench.world().mend();
    assertThat(stack.changes()).containsExactly("update keel_Thing.a");
    stack.converge();
    assertThat(bench.world().ids()).containsExactly("a-1");
  }

  @Test
  void createThatIsRefused_makesNothing() {
    var stack = keel().declare("keel_Thing.a", "{zone: z1}");
    bench.world().fault("{\"op\": \"create\", \"name\": \"a\", \"message\": \"no room\"}");
    var outcome = stack.tryApply(stack.plan(), new StopSignal());
    assertThat(outcome.diagnostics())
        .filteredOn(Diagnostic::isError)
        .singleElement()
        .satisfies(error -> assertThat(error.detail()).contains("no room"));
    assertThat(stack.instance("keel_Thing.a").current()).isEmpty();
    bench.world().mend();
    stack.converge();
    assertThat(bench.world().ids()).containsExactly("a-1");
  }

  @Test
  void objectThatSomebodyElseMade_isTakenOver() {
    keel().declare("keel_Thing.a", "{zone: z1, label: l}").converge();
    var other =
        keel().declare("keel_Thing.b", "{zone: z1, label: l}").imported("keel_Thing.b", "a-1");
    other.converge();
    assertThat(other.text("keel_Thing.b", "endpoint")).isEqualTo("a.1.example");
    assertThat(bench.world().ids()).containsExactly("a-1");
  }

  /// The test knows what the id will be; of real types it is an attribute that names the object.
  @Test
  @Tag("R-PRG-7")
  void createWhoseOutcomeWasLost_isLookedUpByTheIdThatIsDeclared() {
    var recovery = new TreeMap<String, LostCreate>();
    recovery.put("keel_Thing", new LostCreate.Import("label"));
    var provider = bench.provider("keel", recovery);
    var stack = new PluggedStack(provider).declare("keel_Thing.a", "{zone: z1, label: a-1}");
    var planned = Value.object(Map.of("label", Value.text("a-1")));
    assertThat(provider.recovery("keel_Thing")).isEqualTo(CreateRecovery.FINDABLE);
    assertThat(provider.locator("keel_Thing", planned)).contains("a-1");

    stack.converge();
    var request =
        new FindRequest("keel_Thing", InstanceAddress.parse("keel_Thing.a"), "op-1", "a-1");
    assertThat(provider.find(request)).isInstanceOf(FindAnswer.Found.class);
    assertThat(provider.locator("keel_Thing", planned)).as("another object has it").isEmpty();
  }
}
