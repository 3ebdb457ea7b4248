package io.keelson.engine.scenario;

import static io.keelson.engine.scenario.RegionalStack.AT;
import static io.keelson.engine.scenario.RegionalStack.CLUSTER;
import static io.keelson.engine.scenario.RegionalStack.OTHER;
import static io.keelson.engine.scenario.RegionalStack.THING;
import static io.keelson.engine.scenario.RegionalStack.kept;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Value;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Things that are replaced when their provider configuration leads to another system.
final class ReplacingProviderConfigurationTest {
  private final RegionalStack stack = new RegionalStack();

  private static Change change(PlanOutcome planned) {
    return Optional.ofNullable(planned.plan().changes().get(ObjectRef.current(AT))).orElseThrow();
  }

  @Test
  @Tag("R-PUL-61")
  void replacedObjects_goThereAndComeHere() {
    stack.declare(OTHER, "main", 1);
    stack.apply();
    stack.moveTo("west");

    var planned = stack.plan();
    var change = change(planned);
    assertThat(planned.diagnostics()).hasSize(1);
    assertThat(planned.diagnostics().getFirst().isError()).isFalse();
    assertThat(planned.diagnostics().getFirst().detail()).contains("'east'", "'west'");
    assertThat(change.action()).isInstanceOf(Action.Replace.class);
    assertThat(change.reason()).isEqualTo(Reason.PROVIDER_CHANGED);
    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.systems.world("west").things()).hasSize(2);
    assertThat(stack.writer(AT).identity()).isEqualTo("west");
    assertThat(kept(stack.state.configurations(), "main")).contains("west");
    assertThat(stack.plan().plan().effective()).isEmpty();
  }

  /// The one that is to be made is no update of the one that is there.
  @Test
  @Tag("R-PUL-61")
  void replacedObject_isReadWhereItIs_andPlannedWhereItWillBe() {
    stack.apply();
    stack.moveTo("west");
    stack.declare(THING, "main", 2);
    stack.systems.logins();

    var planned = stack.plan();

    var change = change(planned);
    assertThat(change.action()).isInstanceOf(Action.Replace.class);
    assertThat(change.reason()).isEqualTo(Reason.PROVIDER_CHANGED);
    assertThat(stack.systems.logins()).contains("t1@east", "t1@west");
  }

  @Test
  @Tag("R-PUL-61")
  void objectThatIsGoneThere_isMadeAnewHere() {
    stack.apply();
    stack.systems.world("east").remove("thing", "web#1");
    stack.moveTo("west");

    assertThat(change(stack.plan()).action()).isInstanceOf(Action.Recreate.class);
    assertThat(stack.apply().complete()).isTrue();
    assertThat(stack.systems.world("west").things()).hasSize(1);
  }

  @Test
  @Tag("R-PUL-61")
  void undeclaredObject_isDestroyedWhereItIs() {
    stack.declare(OTHER, "main", 1);
    stack.apply();
    stack.resources.removeIf(each -> each.address().equals(OTHER));
    stack.moveTo("west");

    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.systems.world("west").things()).hasSize(1);
    assertThat(stack.state.instances()).containsOnlyKeys(AT);
  }

  @Test
  @Tag("R-PUL-61")
  void allIsDestroyed_whereItIs() {
    stack.apply();
    stack.moveTo("west");

    assertThat(stack.apply(stack.config(), PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.region("west")).isEmpty();
    assertThat(stack.state.instances()).isEmpty();
  }

  /// The run ends after the new one is made: the old one is still reached, also when its
  /// configuration is not the last one any more.
  @Test
  @Tag("R-PUL-61")
  void deposedObject_isDestroyedWhereItIs() {
    stack.lifecycle = ShortDeclarations.lifecycle(true, false, List.of(), List.of());
    stack.declare(THING, "main", 1);
    stack.apply();
    stack.systems.hold("web#1", true);
    stack.moveTo("west");
    assertThat(stack.apply().complete()).isFalse();
    assertThat(stack.region("east")).isEqualTo("thing web#1");
    assertThat(stack.systems.world("west").things()).hasSize(1);
    assertThat(kept(stack.state.configurations(), "main")).contains("west");

    stack.systems.hold("web#1", false);
    stack.moveTo("north");
    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.region("west")).isEmpty();
    assertThat(stack.systems.world("north").things()).hasSize(1);
  }

  /// What the configuration refers to has had its turn before the things.
  @Test
  @Tag("R-PUL-61")
  void systemThatAResourceNames_isMovedToAsAnyOther() {
    stack.declare(CLUSTER, Optional.empty(), Map.of("kind", Value.text("small")));
    stack.apply();
    stack.configure("main", "${cluster.main.id}", "t1", Optional.empty(), Optional.of("main#1"));

    assertThat(change(stack.plan()).reason()).isEqualTo(Reason.PROVIDER_CHANGED);
    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.systems.world("main#1").things()).hasSize(1);
    assertThat(stack.plan().plan().effective()).isEmpty();

    stack.moveTo("east");
    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.region("main#1")).isEmpty();
    assertThat(stack.systems.world("east").things()).hasSize(1);
  }

  /// The last configuration reaches the one system, and what was kept of the one before the other.
  @Test
  @Tag("R-PUL-61")
  void allIsDestroyed_whereItIs_whenAResourceNamesTheSystem() {
    stack.declare(CLUSTER, Optional.empty(), Map.of("kind", Value.text("small")));
    stack.lifecycle = ShortDeclarations.lifecycle(true, false, List.of(), List.of());
    stack.declare(THING, "main", 1);
    stack.apply();
    stack.systems.hold("web#1", true);
    stack.configure("main", "${cluster.main.id}", "t1", Optional.empty(), Optional.of("main#1"));
    assertThat(stack.apply().complete()).isFalse();
    assertThat(stack.region("east")).isEqualTo("thing web#1");
    assertThat(stack.systems.world("main#1").things()).hasSize(1);

    stack.systems.hold("web#1", false);
    assertThat(stack.apply(stack.config(), PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.region("main#1")).isEmpty();
    assertThat(stack.state.instances()).isEmpty();
  }

  /// Where the things will be is not known while the cluster is to be replaced. It is when that is
  /// done; then they are elsewhere, and planned anew.
  @Test
  @Tag("R-PUL-61")
  void systemThatIsOnlyKnownWhileApplying_replacesNothingThatWasNotPlanned() {
    stack.declareThingInsideACluster("small");
    stack.apply();
    stack.declareThingInsideACluster("large");
    stack.configure("main", "${cluster.main.id}", "t1", Optional.empty(), Optional.of("main#2"));
    stack.declare(THING, "main", 2);

    var planned = stack.plan();
    assertThat(change(planned).reason()).isNotEqualTo(Reason.PROVIDER_CHANGED);
    assertThat(stack.apply().complete()).isFalse();
    assertThat(stack.region("main#1")).isEqualTo("thing web#1");

    assertThat(change(stack.plan()).reason()).isEqualTo(Reason.PROVIDER_CHANGED);
    assertThat(stack.apply().complete()).isTrue();
    assertThat(stack.region("main#1")).isEmpty();
    assertThat(stack.systems.world("main#2").things()).hasSize(1);
  }

  @Test
  @Tag("R-PUL-61")
  void replacingIntoAnotherSystemThanTheOneThatIsNamed_holdsEverything() {
    stack.apply();
    stack.configure("main", "west", "t1", Optional.empty(), Optional.of("north"));

    var planned = stack.plan();
    stack.apply();

    assertThat(planned.diagnostics())
        .extracting(Diagnostic::code)
        .containsOnly(Code.PROVIDER_IDENTITY);
    assertThat(stack.region("east")).isEqualTo("thing web#1");
    assertThat(stack.region("west")).isEmpty();
  }

  @Test
  @Tag("R-PUL-61")
  void systemWhoseConfigurationIsNotRecorded_keepsItsObjects() {
    stack.apply();
    stack.state = new StackState(stack.state.instances(), stack.state.outputs(), new TreeMap<>());
    stack.moveTo("west");

    var planned = stack.plan();
    stack.apply();

    assertThat(planned.diagnostics()).extracting(Diagnostic::code).contains(Code.CREDENTIALS);
    assertThat(planned.diagnostics().getFirst().detail()).contains("'east'", "not recorded");
    assertThat(stack.region("east")).isEqualTo("thing web#1");
    assertThat(stack.region("west")).isEmpty();
  }

  @Test
  @Tag("R-PUL-61")
  void resourceThatMovesToAnotherConfiguration_isReplacedFromOneToTheOther() {
    stack.apply();
    stack.configure("spare", "west", "t1", Optional.empty(), Optional.of("west"));
    stack.declare(THING, "spare", 1);

    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.systems.world("west").things()).hasSize(1);
    assertThat(stack.writer(AT)).isEqualTo(new ProviderKey("fake", Optional.of("spare"), "west"));
  }
}
