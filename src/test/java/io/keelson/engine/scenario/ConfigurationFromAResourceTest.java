package io.keelson.engine.scenario;

import static io.keelson.engine.scenario.RegionalStack.AT;
import static io.keelson.engine.scenario.RegionalStack.CLUSTER;
import static io.keelson.engine.scenario.RegionalStack.OTHER;
import static io.keelson.engine.scenario.RegionalStack.THING;
import static io.keelson.testing.Graphs.reaches;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.Step;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakeWorld;
import java.util.Map;
import java.util.Optional;
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

  /// A token that somebody else keeps, and changes.
  private void tokenIs(String token) {
    var type = InstanceAddress.parse("cluster.token");
    stack.ground.put(
        new FakeWorld.Thing(
            type,
            "vault",
            Value.object(
                Map.of(
                    "id", Value.text("vault"),
                    "size", Value.number(1),
                    "kind", Value.text(token))),
            "by hand"));
  }

  private void declareThingBehindAStoredToken() {
    tokenIs("t1");
    stack.declare(
        ResourceAddress.parse("data.cluster.token"),
        Optional.empty(),
        Map.of("id", Value.text("vault")));
    stack.configure("main", "east", "${data.cluster.token.kind}");
  }

  @Test
  void tokenThatADataSourceGives_isReadForEachPlan() {
    declareThingBehindAStoredToken();
    var memo = new PlanMemo();
    stack.plan(memo);
    tokenIs("t2");
    stack.systems.logins();

    stack.plan(memo);

    assertThat(stack.systems.logins()).containsOnly("t2@east");
  }

  /// It would be followed without end if it was another one each time.
  @Test
  void tokenThatIsInAnObjectAsWell_isReadOnce() {
    declareThingBehindAStoredToken();
    stack.declare(
        CLUSTER, Optional.empty(), Map.of("kind", Value.text("${data.cluster.token.kind}")));
    var memo = new PlanMemo();
    stack.plan(memo);
    tokenIs("t2");
    stack.systems.logins();

    stack.plan(memo);

    assertThat(stack.systems.logins()).containsOnly("t1@east");
  }

  @Test
  @Tag("R-MODE-3")
  void tokenThatADataSourceGives_isReadAnewToDestroyEverything() {
    declareThingBehindAStoredToken();
    stack.apply();
    tokenIs("t2");
    stack.systems.logins();

    assertThat(stack.apply(stack.config().onlyProviders(), PlanOptions.Mode.DESTROY).complete())
        .isTrue();

    assertThat(stack.systems.logins()).containsOnly("t2@east");
    assertThat(stack.region("east")).isEmpty();
  }

  /// The one that was used last is used again.
  @Test
  @Tag("R-MODE-3")
  void tokenThatCannotBeReadAnyMore_isTheOneThatWasUsed() {
    declareThingBehindAStoredToken();
    stack.apply();
    stack.ground.remove("cluster", "vault");
    stack.systems.logins();

    assertThat(stack.apply(stack.config().onlyProviders(), PlanOptions.Mode.DESTROY).complete())
        .isTrue();

    assertThat(stack.systems.logins()).containsOnly("t1@east");
    assertThat(stack.region("east")).isEmpty();
  }

  /// The objects are where they were made.
  @Test
  @Tag("R-MODE-3")
  void regionThatADataSourceGives_isNotFollowedToDestroyEverything() {
    tokenIs("east");
    stack.declare(
        ResourceAddress.parse("data.cluster.token"),
        Optional.empty(),
        Map.of("id", Value.text("vault")));
    stack.configure("main", "${data.cluster.token.kind}", "t1");
    stack.apply();
    tokenIs("west");

    assertThat(stack.apply(stack.config().onlyProviders(), PlanOptions.Mode.DESTROY).complete())
        .isTrue();

    assertThat(stack.region("east")).isEmpty();
  }
}
