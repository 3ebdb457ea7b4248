package io.keelson.engine.scenario;

import static io.keelson.engine.scenario.RegionalStack.AT;
import static io.keelson.engine.scenario.RegionalStack.CLUSTER;
import static io.keelson.engine.scenario.RegionalStack.OTHER;
import static io.keelson.engine.scenario.RegionalStack.THING;
import static io.keelson.engine.scenario.RegionalStack.kept;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Provider configurations that get their token, or their region, from what is open for one run
/// only.
final class EphemeralProviderConfigurationTest {
  private final RegionalStack stack = new RegionalStack();

  private void give(String variable, Value value) {
    stack.variables.put(variable, value.mark(Marks.ephemeral("variable." + variable)));
  }

  @Test
  @Tag("R-WO-3")
  void ephemeralToken_opensTheProviderAndIsNotKept() {
    give("token", Value.text("t1"));
    stack.configure("main", "east", "x-${variable.token}");

    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.systems.logins()).containsOnly("x-t1@east");
    assertThat(kept(stack.state.configurations(), "main"))
        .isEqualTo(
            "{\"config\":{\"region\":\"east\",\"token\":null},\"ephemeral\":[\"token\"],\"secret\":[]}");
    give("token", Value.text("t2"));
    assertThat(stack.plan().plan().effective()).isEmpty();
    assertThat(stack.systems.logins()).containsOnly("x-t2@east");
  }

  @Test
  @Tag("R-WO-4")
  void ephemeralToken_isTheOneThatIsGivenWhenEverythingIsDestroyed() {
    give("token", Value.text("t1"));
    stack.declareThingInsideACluster("small");
    stack.configure("main", "${cluster.main.id}", "x-${variable.token}");
    stack.apply();
    give("token", Value.text("t2"));
    stack.systems.logins();

    assertThat(stack.apply(stack.config(), PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(stack.systems.logins()).containsOnly("x-t2@main#1");
    assertThat(stack.region("main#1")).isEmpty();
  }

  @Test
  @Tag("R-WO-4")
  void ephemeralTokenThatIsNotGivenAgain_isAskedForBeforeAnythingIsDestroyed() {
    give("token", Value.text("t1"));
    stack.configure("main", "east", "x-${variable.token}");
    stack.apply();

    stack.variables.put("token", Value.unknown(Types.STRING));
    var withoutValue = stack.apply(stack.config(), PlanOptions.Mode.DESTROY);
    var undeclared = stack.apply(StackConfig.EMPTY, PlanOptions.Mode.DESTROY);

    assertThat(stack.region("east")).isEqualTo("thing web#1");
    assertThat(planned(PlanOptions.Mode.DESTROY, stack.config()))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.CREDENTIALS);
          assertThat(each.path()).hasToString("token");
          assertThat(each.detail()).contains("'main'", "give the variable one");
        });
    assertThat(planned(PlanOptions.Mode.DESTROY, StackConfig.EMPTY))
        .singleElement()
        .satisfies(each -> assertThat(each.detail()).contains("not declared any more"));
    assertThat(withoutValue.steps()).isEmpty();
    assertThat(undeclared.steps()).isEmpty();
  }

  private List<Diagnostic> planned(PlanOptions.Mode mode, StackConfig config) {
    return stack.plan(config, mode).diagnostics();
  }

  /// A key that is open while a plan is made or carried out, and lets into the provider of things.
  private void declareThingBehindAKey() {
    stack.declare(
        ResourceAddress.parse("ephemeral.cluster.key"),
        Optional.empty(),
        Map.of("size", Value.number(1)));
    stack.configure("main", "east", "${ephemeral.cluster.key.id}");
  }

  @Test
  @Tag("R-WO-3")
  @Tag("R-WO-4")
  void ephemeralResource_opensTheProviderForPlanAndApplyAndIsNotKept() {
    declareThingBehindAKey();

    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.systems.logins()).containsOnly("id of @east");
    assertThat(stack.clusters.events())
        .containsExactly("open cluster ", "close cluster ", "open cluster ", "close cluster ");
    assertThat(kept(stack.state.configurations(), "main")).contains("\"token\":null");
    assertThat(stack.state.instances()).containsOnlyKeys(AT);
    assertThat(stack.plan().plan().effective()).isEmpty();
  }

  @Test
  @Tag("R-WO-4")
  void ephemeralResource_isOpenedToDestroyWhatIsNotDeclaredAnyMore() {
    declareThingBehindAKey();
    stack.apply();
    stack.resources.removeIf(each -> each.address().equals(THING));
    stack.systems.logins();

    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.systems.logins()).containsOnly("id of @east");
  }

  @Test
  @Tag("R-WO-4")
  @Tag("R-MODE-3")
  void ephemeralResource_isOpenedToDestroyEverything() {
    declareThingBehindAKey();
    stack.apply();

    assertThat(stack.apply(stack.config().onlyProviders(), PlanOptions.Mode.DESTROY).complete())
        .isTrue();

    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.state.instances()).isEmpty();
    assertThat(stack.clusters.events().stream().filter(each -> each.startsWith("open")))
        .hasSameSizeAs(
            stack.clusters.events().stream().filter(each -> each.startsWith("close")).toList());
  }

  /// A key to a cluster, and a thing behind it.
  private void declareThingBehindAKeyOfACluster(String kind) {
    stack.declare(CLUSTER, Optional.empty(), Map.of("kind", Value.text(kind)));
    stack.declare(
        ResourceAddress.parse("ephemeral.cluster.key"),
        Optional.empty(),
        Map.of("kind", Value.text("${cluster.main.id}")));
    stack.configure("main", "east", "${ephemeral.cluster.key.kind}");
  }

  private void assertAllIsClosed() {
    assertThat(stack.clusters.events().stream().filter(each -> each.startsWith("open")))
        .hasSameSizeAs(
            stack.clusters.events().stream().filter(each -> each.startsWith("close")).toList());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Tag("R-WO-4")
  @Tag("R-MODE-3")
  void ephemeralResourceOfWhatIsRecorded_isOpenedToDestroyEverything(boolean declared) {
    declareThingBehindAKeyOfACluster("small");
    stack.apply();
    stack.systems.logins();
    var config = declared ? stack.config() : stack.config().onlyProviders();

    assertThat(stack.apply(config, PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(stack.systems.logins()).containsOnly("main#1@east");
    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.state.instances()).isEmpty();
    assertAllIsClosed();
  }

  @Test
  @Tag("R-WO-4")
  @Tag("R-UNK-12")
  void ephemeralResourceOfWhatIsReplaced_isOpenedBeforeAndAfter() {
    declareThingBehindAKeyOfACluster("small");
    stack.declare(OTHER, "main", 1);
    stack.apply();
    stack.systems.logins();
    declareThingBehindAKeyOfACluster("large");
    stack.declare(THING, "main", 2);
    stack.resources.removeIf(each -> each.address().equals(OTHER));

    var planned = stack.plan();

    assertThat(planned.diagnostics()).isEmpty();
    assertThat(stack.systems.logins()).contains("main#1@east");
    assertThat(stack.apply(planned).complete()).isTrue();
    assertThat(stack.systems.logins()).containsExactlyInAnyOrder("main#1@east", "main#2@east");
    assertThat(stack.region("east")).isEqualTo("thing web#1");
    assertThat(stack.plan().plan().effective()).isEmpty();
    assertAllIsClosed();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          true  | cluster.main[1].id    | main[1]#1@east
          false | cluster.main['b'].id  | main["b"]#1@east
          """)
  @Tag("R-WO-4")
  void ephemeralResourceOfOneOfSeveral_isOpenedWithThat(boolean counted, String id, String login) {
    var two = Optional.<Value>of(Value.number(2));
    var both = Optional.<Value>of(Value.object(Map.of("a", Value.text("x"), "b", Value.text("y"))));
    stack.resources.add(
        ShortDeclarations.resource(
            CLUSTER,
            Value.object(Map.of("kind", Value.text("small"))),
            counted ? two : Optional.empty(),
            counted ? Optional.empty() : both,
            Optional.empty(),
            List.of(),
            LifecycleDeclaration.PLAIN,
            Optional.empty()));
    stack.declare(
        ResourceAddress.parse("ephemeral.cluster.key"),
        Optional.empty(),
        Map.of("kind", Value.text("${" + id + "}")));
    stack.configure("main", "east", "${ephemeral.cluster.key.kind}");
    stack.apply();
    stack.systems.logins();

    assertThat(stack.apply(stack.config(), PlanOptions.Mode.DESTROY).complete()).isTrue();

    assertThat(stack.systems.logins()).containsOnly(login);
    assertThat(stack.region("east")).isEmpty();
  }

  @Test
  @Tag("R-WO-4")
  void ephemeralResourceWhoseClusterIsNotRecorded_isNamed() {
    declareThingBehindAKeyOfACluster("small");
    stack.apply();
    var instances = new TreeMap<>(stack.state.instances());
    instances.remove(CLUSTER.instance(new InstanceKey.None()));
    stack.state = new StackState(instances, stack.state.outputs(), stack.state.configurations());

    assertThat(planned(PlanOptions.Mode.DESTROY, stack.config()))
        .singleElement()
        .satisfies(each ->
            assertThat(each.detail())
                .contains("ephemeral.cluster.key", "not recorded", "give it by a variable"));
  }

  @Test
  @Tag("R-WO-4")
  void ephemeralResourceThatIsGone_isAskedForBeforeAnythingIsDestroyed() {
    declareThingBehindAKey();
    stack.apply();
    stack.resources.clear();

    var outcome = stack.apply(stack.config(), PlanOptions.Mode.DESTROY);

    assertThat(outcome.steps()).isEmpty();
    assertThat(stack.region("east")).isEqualTo("thing web#1");
    assertThat(planned(PlanOptions.Mode.DESTROY, stack.config()))
        .extracting(Diagnostic::code)
        .containsExactly(Code.CREDENTIALS);
  }

  @Test
  @Tag("R-WO-3")
  void ephemeralRegion_isUsedAndNotRecorded() {
    give("region", Value.text("east"));
    stack.configure("main", "${variable.region}", "t1");

    stack.apply();

    assertThat(stack.region("east")).isEqualTo("thing web#1");
    assertThat(stack.state.toString()).doesNotContain("east");
    assertThat(kept(stack.state.configurations(), "main")).doesNotContain("east");
  }
}
