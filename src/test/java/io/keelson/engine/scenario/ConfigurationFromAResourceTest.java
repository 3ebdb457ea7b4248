package io.keelson.engine.scenario;

import static io.keelson.engine.scenario.RegionalStack.AT;
import static io.keelson.engine.scenario.RegionalStack.CLUSTER;
import static io.keelson.engine.scenario.RegionalStack.OTHER;
import static io.keelson.engine.scenario.RegionalStack.THING;
import static io.keelson.testing.Graphs.reaches;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.Step;
import io.keelson.engine.state.Dependency;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Provider configurations that name what a resource makes: things live in a cluster of the stack.
final class ConfigurationFromAResourceTest {
  private final RegionalStack stack = new RegionalStack();

  @Test
  @Tag("R-MODE-3")
  void everything_isDestroyedWithoutAnyDeclaration() {
    stack.declareThingInsideACluster("small");
    stack.apply();
    assertThat(stack.region("main#1")).isEqualTo("thing web#1");

    assertThat(stack.apply(StackConfig.EMPTY, PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(stack.region("main#1")).isEmpty();
    assertThat(stack.ground.things()).isEmpty();
  }

  @Test
  @Tag("R-MODE-3")
  void everything_isDestroyedAlthoughAConfigurationRefersToWhatGoes() {
    stack.declareThingInsideACluster("small");
    stack.apply();

    assertThat(stack.apply(stack.config(), PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(stack.region("main#1")).isEmpty();
    assertThat(stack.ground.things()).isEmpty();
  }

  @Test
  @Tag("R-GRAPH-12")
  @Tag("R-UNK-12")
  void thing_waitsForWhatItsConfigurationRefersTo() {
    stack.declareThingInsideACluster("small");

    var planned = stack.plan();
    var outcome = stack.apply();

    var cluster = new Step.Converge(InstanceAddress.parse("cluster.main"));
    assertThat(reaches(planned.plan().steps(), cluster, new Step.Converge(AT))).isTrue();
    assertThat(planned.diagnostics()).isEmpty();
    assertThat(stack.systems.logins()).contains("t1@not known yet", "t1@main#1");
    assertThat(outcome.complete()).isTrue();
    assertThat(stack.region("main#1")).isEqualTo("thing web#1");
    assertThat(stack.state.instance(AT).current().orElseThrow().dependencies())
        .contains(new Dependency(CLUSTER, true));
    assertThat(stack.plan().plan().effective()).isEmpty();
  }

  @Test
  @Tag("R-GRAPH-12")
  void thingInsideAReplacedCluster_isReadWhereItWasWhileTheNewPlaceIsNotKnown() {
    stack.declareThingInsideACluster("small");
    stack.apply();
    stack.declareThingInsideACluster("large");
    stack.resources.removeIf(each -> each.address().equals(THING));
    stack.systems.logins();

    var outcome = stack.apply();

    assertThat(outcome.complete()).isTrue();
    assertThat(stack.region("main#1")).isEmpty();
    assertThat(stack.ground.things()).containsOnlyKeys("cluster main#2");
  }

  /// What exists is where it was; where the new one will be is not known.
  @Test
  @Tag("R-GRAPH-12")
  @Tag("R-UNK-12")
  void newThingInsideAReplacedCluster_waitsUntilItsPlaceIsKnown() {
    stack.systems.defer(InstanceAddress.parse("thing.other"));
    stack.declareThingInsideACluster("small");
    stack.apply();
    stack.declareThingInsideACluster("large");
    stack.resources.removeIf(each -> each.address().equals(THING));
    stack.declare(OTHER, "main", 1);

    var planned = stack.plan().plan();
    assertThat(planned.deferred().keySet())
        .containsExactly(Subject.of(InstanceAddress.parse("thing.other")));
    assertThat(stack.apply().complete()).isTrue();
    assertThat(stack.region("main#1") + stack.region("main#2")).isEmpty();

    assertThat(stack.apply().complete()).isTrue();
    assertThat(stack.region("main#2")).isEqualTo("thing other#1");
  }

  /// What is there in the meantime would be told of the cluster that goes.
  @Test
  @Tag("R-UNK-12")
  void dataInsideAReplacedCluster_isNotReadInTheOneBefore() {
    var seen = InstanceAddress.parse("data.thing.seen");
    stack.systems.defer(seen);
    stack.declareThingInsideACluster("small");
    stack.apply();
    stack.declare(seen.resource(), "main", 1);
    assertThat(stack.plan().plan().data()).containsKey(seen);
    stack.declareThingInsideACluster("large");

    var planned = stack.plan().plan();

    assertThat(planned.data()).isEmpty();
    assertThat(planned.deferred()).containsKey(Subject.of(seen));
    assertThat(stack.apply().complete()).isTrue();
    assertThat(stack.plan().plan().deferred()).isEmpty();
  }

  @Test
  void secretOfAConfiguration_isInNoPlan() {
    stack.declareThingInsideACluster("small");

    var planned = stack.plan().plan();

    assertThat(planned.changes().toString()).doesNotContain("t1");
    assertThat(planned.toString()).doesNotContain("t1");
  }

  @Test
  @Tag("R-GRAPH-30")
  void configurationThatNeedsItsOwnUser_isACircle() {
    stack.configure("main", "${thing.web.id}", "t1");

    assertThat(stack.plan().plan().effective()).isEmpty();
    assertThat(stack.loading).extracting(Diagnostic::code).containsOnly(Code.CYCLE);
    assertThat(stack.loading.getFirst().detail()).contains("thing.web", "provider.main");
  }
}
