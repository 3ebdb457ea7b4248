package io.keelson.engine.scenario;

import static io.keelson.engine.scenario.RegionalStack.AT;
import static io.keelson.engine.scenario.RegionalStack.OTHER;
import static io.keelson.engine.scenario.RegionalStack.THING;
import static io.keelson.engine.scenario.RegionalStack.kept;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Stacks whose providers are configured: things live in the region that a configuration names.
final class ProviderConfigurationTest {
  private final RegionalStack stack = new RegionalStack();

  @Test
  @Tag("R-GRAPH-4")
  @Tag("R-ART-14")
  void thing_isMadeWhereItsConfigurationSays_andThatIsRecorded() {
    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.region("east")).isEqualTo("thing web#1");
    assertThat(stack.state.instance(AT).current().orElseThrow().provider())
        .isEqualTo(new ProviderKey("fake", Optional.of("main"), "east"));
    assertThat(kept(stack.state.configurations(), "main"))
        .isEqualTo(
            "{\"config\":{\"region\":\"east\",\"token\":\"t1\"},\"ephemeral\":[],\"secret\":[]}");
    assertThat(stack.plan().plan().effective()).isEmpty();
  }

  @Test
  @Tag("R-CMP-21")
  void usesOfOneDefinition_makeTheirObjectsThroughTheirOwnConfigurations() {
    stack.declare(THING, Optional.empty(), Map.of("size", Value.number(1)));
    var definition =
        new ComponentDeclaration(
            List.of(),
            new TreeMap<>(),
            List.copyOf(stack.resources),
            List.of(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(Map.of("place", new ComponentDeclaration.Slot("thing", false))));
    stack.resources.clear();
    stack.configure("spare", "west", "t2");
    stack.use("one", definition, "main");
    stack.use("two", definition, "spare");

    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.loading).isEmpty();
    assertThat(stack.systems.world("east").things()).hasSize(1);
    assertThat(stack.systems.world("west").things()).hasSize(1);
    assertThat(recorded("component.one.thing.web"))
        .isEqualTo(new ProviderKey("fake", Optional.of("main"), "east"));
    assertThat(recorded("component.two.thing.web"))
        .isEqualTo(new ProviderKey("fake", Optional.of("spare"), "west"));
    assertThat(stack.plan().plan().effective()).isEmpty();
  }

  private ProviderKey recorded(String address) {
    return stack.state.instance(InstanceAddress.parse(address)).current().orElseThrow().provider();
  }

  @Test
  @Tag("R-GRAPH-4")
  void orphan_isDestroyedWithTheConfigurationItWasMadeWith() {
    stack.apply();
    stack.resources.clear();
    stack.providers.clear();

    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.state.instances()).isEmpty();
  }

  @Test
  @Tag("R-GRAPH-4")
  void orphan_isDestroyedWithTheNewTokenOfAConfigurationThatIsStillDeclared() {
    stack.apply();
    stack.resources.clear();
    stack.configure("main", "east", "t2");
    stack.systems.logins();

    stack.apply();

    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.systems.logins()).containsOnly("t2@east");
  }

  @Test
  void refusedConfiguration_isToldOnce_andOnlyItsUsersWait() {
    stack.configure("main", "east", "expired");
    stack.declare(OTHER, "spare", 1);
    stack.configure("spare", "west", "t1");
    stack.declare(ResourceAddress.managed("thing", "third"), "main", 1);

    var planned = stack.plan();
    stack.apply();

    assertThat(planned.diagnostics()).hasSize(1);
    var problem = planned.diagnostics().getFirst();
    assertThat(problem.subject()).isEqualTo(Subject.part("provider", "main"));
    assertThat(problem.detail()).isEqualTo("The token has expired.");
    assertThat(stack.region("east")).isEmpty();
    assertThat(stack.region("west")).isEqualTo("thing other#1");
    assertThat(stack.state.configurations()).containsOnlyKeys("spare");
  }

  @Test
  void configurationOfAnotherRegion_holdsWhatWasMadeInTheOldOne() {
    stack.apply();
    stack.configure("main", "west", "t1");
    stack.declare(THING, "main", 2);
    stack.declare(OTHER, "main", 1);

    var planned = stack.plan();
    stack.apply();

    assertThat(planned.diagnostics())
        .extracting(Diagnostic::code)
        .containsOnly(Code.PROVIDER_IDENTITY);
    assertThat(planned.diagnostics().getFirst().detail()).contains("'east'", "'west'");
    assertThat(stack.region("east")).isEqualTo("thing web#1");
    assertThat(kept(stack.state.configurations(), "main")).contains("east");
  }

  /// Where such a provider works is up to its environment.
  @Test
  void configurationThatNamesNoRegionAnyMore_holdsWhatWasMadeInTheOldOne() {
    stack.apply();
    stack.configure("main", "", "t1");
    stack.declare(THING, "main", 2);

    var planned = stack.plan();

    assertThat(planned.diagnostics())
        .extracting(Diagnostic::code)
        .containsOnly(Code.PROVIDER_IDENTITY);
    assertThat(planned.diagnostics().getFirst().detail())
        .contains("made in 'east'", "'main' names no system now", "accept-identity: \"\"");
    assertThat(planned.plan().changes()).isEmpty();
  }

  @Test
  void acceptedIdentity_mayBeThatNoSystemIsNamed() {
    stack.apply();
    stack.systems.world("east").things().values().forEach(stack.systems.world("")::put);
    stack.configure("main", "", "t1", Optional.of(""));

    assertThat(stack.plan().diagnostics()).isEmpty();
  }

  @Test
  void acceptedIdentity_isTakenOverIntoTheRecords() {
    stack.apply();
    stack.systems.world("east").things().values().forEach(stack.systems.world("west")::put);
    stack.configure("main", "west", "t1", Optional.of("west"));
    stack.declare(THING, "main", 2);

    assertThat(stack.apply().complete()).isTrue();

    assertThat(stack.state.instance(AT).current().orElseThrow().provider().identity())
        .isEqualTo("west");
    stack.configure("main", "west", "t1");
    assertThat(stack.plan().diagnostics()).isEmpty();
  }

  @Test
  void acceptedIdentity_isTakenOverAlsoWhereNothingIsDone() {
    stack.apply();
    stack.systems.world("east").things().values().forEach(stack.systems.world("west")::put);
    stack.configure("main", "west", "t1", Optional.of("west"));

    var planned = stack.plan().plan();

    assertThat(planned.effective()).isEmpty();
    assertThat(
            Optional.ofNullable(planned.bookkeeping().get(AT))
                .orElseThrow()
                .current()
                .orElseThrow()
                .provider()
                .identity())
        .isEqualTo("west");
  }

  @Test
  void newToken_isKeptAlsoWhereNothingIsDone() {
    stack.apply();
    stack.configure("main", "east", "t2");

    assertThat(kept(stack.plan().plan().configurations(), "main")).contains("t2");
  }

  @Test
  void configurationThatNobodyDeclares_isNamedWithTheNearestOne() {
    stack.declare(THING, "mian", 1);

    assertThat(stack.plan().plan().effective()).isEmpty();
    assertThat(stack.loading).hasSize(1);
    assertThat(stack.loading.getFirst().code()).isEqualTo(Code.UNDECLARED);
    assertThat(stack.loading.getFirst().path().toString()).isEqualTo("providerConfigRef");
    assertThat(stack.loading.getFirst().detail()).contains("'mian'", "main");
  }

  @Test
  void wrongConfiguration_isToldThere_andItsUsersSayWhatTheyWaitFor() {
    stack.providers.put(
        "main",
        new StackDeclaration.Provider(
            Value.object(Map.of("regoin", Value.text("east"))),
            new TreeMap<>(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));

    stack.config();

    assertThat(stack.loading)
        .extracting(each -> each.subject() + " " + each.code())
        .containsExactlyInAnyOrder(
            "provider.main INVALID_CONFIG",
            "provider.main INVALID_CONFIG",
            "thing.web BROKEN_REFERENCE");
  }

  @Test
  void orphanOfAForgottenConfiguration_staysAndSaysWhatIsMissing() {
    stack.apply();
    stack.resources.clear();
    stack.providers.clear();
    stack.state = new StackState(stack.state.instances(), stack.state.outputs());

    var planned = stack.plan();

    assertThat(planned.plan().effective()).isEmpty();
    assertThat(planned.diagnostics())
        .extracting(Diagnostic::code)
        .containsExactly(Code.CREDENTIALS);
    assertThat(planned.diagnostics().getFirst().detail()).contains("'main'", "Declare it again");
  }
}
