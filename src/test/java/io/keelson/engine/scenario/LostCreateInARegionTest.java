package io.keelson.engine.scenario;

import static io.keelson.engine.scenario.RegionalStack.AT;
import static io.keelson.engine.scenario.RegionalStack.OTHER;
import static io.keelson.engine.scenario.RegionalStack.THING;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Creates whose answer was lost: where the provider looks for what they made.
final class LostCreateInARegionTest {
  private final RegionalStack stack = new RegionalStack();

  private void loseTheCreate() {
    stack.systems.loseCreateOf(AT);
    assertThat(stack.apply().complete()).isFalse();
    assertThat(stack.state.instance(AT).open()).isPresent();
  }

  /// What its configuration refers to has not had its turn when it is looked for.
  @Test
  @Tag("R-ART-14")
  void lostCreateInsideACluster_isFoundThere() {
    stack.declareThingInsideACluster("small");
    loseTheCreate();

    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.region("main#1")).isEqualTo("thing web#1");
    assertThat(stack.state.instance(AT).current().orElseThrow().provider())
        .isEqualTo(new ProviderKey("fake", Optional.of("main"), "main#1"));
    assertThat(stack.plan().plan().effective()).isEmpty();
  }

  @Test
  @Tag("R-ART-14")
  void lostCreate_isNotTakenForUndoneBecauseAnotherRegionHasNone() {
    loseTheCreate();
    stack.configure("main", "west", "t1");

    var planned = stack.plan();
    stack.apply();

    assertThat(planned.diagnostics()).extracting(Diagnostic::code).contains(Code.PROVIDER_IDENTITY);
    assertThat(stack.region("west")).isEmpty();
    stack.configure("main", "east", "t1");
    assertThat(stack.apply().complete()).isTrue();
    assertThat(stack.region("east")).isEqualTo("thing web#1");
  }

  @Test
  @Tag("R-ART-14")
  void lostCreate_isLookedForWithTheConfigurationItBeganWith() {
    loseTheCreate();
    stack.configure("spare", "west", "t1");
    stack.declare(THING, "spare", 1);

    var planned = stack.plan();
    stack.apply();

    assertThat(planned.diagnostics()).extracting(Diagnostic::code).contains(Code.PROVIDER_IDENTITY);
    assertThat(stack.region("west")).isEmpty();
    stack.declare(THING, "main", 1);
    assertThat(stack.apply().complete()).isTrue();
    assertThat(stack.region("east")).isEqualTo("thing web#1");
  }

  @Test
  @Tag("R-ART-14")
  void lostCreateThatNobodyDeclares_isFoundAndDestroyed() {
    loseTheCreate();
    stack.resources.clear();
    stack.providers.clear();

    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.state.instances()).isEmpty();
  }

  @Test
  @Tag("R-PUL-61")
  void createThatWasLostInASystemThatAResourceNames_isLookedForThere() {
    stack.declareThingInsideACluster("small");
    loseTheCreate();
    stack.moveTo("west");

    assertThat(stack.apply().complete()).as("it is lost here, too").isFalse();
    assertThat(stack.region("main#1")).isEmpty();
    assertThat(stack.apply().complete()).isTrue();
    assertThat(stack.writer(AT).identity()).isEqualTo("west");
  }

  @Test
  @Tag("R-PUL-61")
  void createThatWasLostThere_isLookedForThere() {
    loseTheCreate();
    stack.moveTo("west");

    assertThat(stack.apply().complete()).as("it is lost here, too").isFalse();
    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.apply().complete()).isTrue();
    assertThat(stack.writer(AT).identity()).isEqualTo("west");
    assertThat(stack.systems.world("west").things()).hasSize(1);
  }

  /// The provider has opened what lets it in by then.
  @Test
  @Tag("R-WO-4")
  @Tag("R-ART-14")
  void providerThatThrowsWhenItIsAskedFor_holdsThisInstanceOnlyAndAllIsClosed() {
    stack.declare(
        ResourceAddress.parse("ephemeral.cluster.key"),
        Optional.empty(),
        Map.of("size", Value.number(1)));
    stack.configure("main", "east", "${ephemeral.cluster.key.id}");
    stack.systems.breakWhenAskedFor(AT);
    loseTheCreate();
    stack.declare(OTHER, "main", 1);
    int before = stack.clusters.events().size();

    var planned = stack.plan();

    assertThat(planned.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.subject()).isEqualTo(Subject.of(AT));
          assertThat(each.code()).isEqualTo(Code.PROVIDER_CONTRACT);
        });
    assertThat(planned.plan().effective())
        .extracting(each -> each.object().instance().resource())
        .containsExactly(OTHER);
    assertThat(stack.clusters.events().subList(before, before + 2))
        .containsExactly("open cluster ", "close cluster ");
    assertThat(stack.clusters.events()).hasSize(before + 2);
  }
}
