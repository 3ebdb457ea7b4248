package io.keelson.engine.config.load;

import static io.keelson.engine.config.load.StackOfSlots.AWS;
import static io.keelson.engine.config.load.StackOfSlots.bucketIn;
import static io.keelson.engine.config.load.StackOfSlots.definition;
import static io.keelson.engine.config.load.StackOfSlots.isFrozen;
import static io.keelson.engine.config.load.StackOfSlots.resource;
import static io.keelson.engine.config.load.StackOfSlots.told;
import static io.keelson.engine.config.load.StackOfSlots.use;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ComponentDeclaration.Slot;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Value;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Slots of definitions that nothing fills, or the wrong thing: what is told, and what is frozen.
@Tag("R-CMP-20")
@Tag("R-CMP-21")
final class UnfilledSlotTest {
  private final StackOfSlots stack = new StackOfSlots();

  @Test
  void slotThatTheDefinitionLacks_isToldWithTheNearest() {
    var resources = List.of(resource("aws_bucket.a", Optional.of("asw")));

    var loaded = stack.load(use("web", definition(AWS, resources), Map.of("aws", "east")));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web.aws_bucket.a: provider: Undeclared slot: The definition has no slot"
                + " 'asw'. Did you mean 'aws'?");
    isFrozen(loaded, "component.web.aws_bucket.a");
  }

  @Test
  @Tag("R-PRG-20")
  void programThatItsProviderLacks_isUnknown() {
    var loaded = stack.load(use("web", programOf(AWS), Map.of("aws", "east")));

    assertThat(told(loaded))
        .startsWith(
            "component.web: program.type: Unknown program: The package 'aws', which is that of"
                + " program.providerConfigRef, has no component 'aws:web:Site'.");
  }

  @Test
  @Tag("R-PRG-20")
  void programWhoseProviderIsNotThere_isNotSaidToBeUnknown() {
    stack.lose("east", "aws");
    stack.lose("west", "aws");

    var loaded = stack.load(use("web", programOf(AWS), Map.of("aws", "east")));

    assertThat(loaded.diagnostics())
        .filteredOn(each -> each.subject().toString().equals("component.web"))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.BROKEN_REFERENCE);
          assertThat(each.path()).hasToString("program.providerConfigRef");
          assertThat(each.detail())
              .startsWith("No provider configuration of the package 'aws' can be used");
        });
  }

  private static ComponentDeclaration programOf(Map<String, Slot> slots) {
    return ComponentDeclaration.of(
        new ComponentDeclaration.Program("aws", "aws:web:Site"), new TreeMap<>(slots));
  }

  @Test
  void typeOfNoSlot_isToldToDeclareOne() {
    var loaded = stack.load(use("web", bucketIn(Map.of()), Map.of()));

    assertThat(told(loaded))
        .startsWith("component.web.aws_bucket.a: type: No slot for the resource type: ")
        .contains("Declare a slot in providers of the definition");
    isFrozen(loaded, "component.web.aws_bucket.a");
  }

  @Test
  void typeThatTheProviderOfItsSlotLacks_isUnknown() {
    var resources = List.of(resource("aws_buckt.a", Optional.empty()));

    var loaded = stack.load(use("web", definition(AWS, resources), Map.of("aws", "east")));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web.aws_buckt.a: type: Unknown resource type: The provider of 'aws', which"
                + " it uses, does not have the resource type 'aws_buckt'. Correct the type, or use"
                + " one whose provider has it.");
    isFrozen(loaded, "component.web.aws_buckt.a");
  }

  @Test
  void slotThatNothingFills_freezesTheComponentAndIsToldOnIt() {
    var loaded = stack.load(use("web", bucketIn(AWS), Map.of()));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: providers.aws: Provider is missing: The slot 'aws' of the component"
                + " needs a provider configuration of 'aws', and nothing fills it. Nothing is"
                + " planned for what is in the component. Set providers.aws, or let the stack have"
                + " a configuration of 'aws' for what names none.");
    assertThat(loaded.diagnostics()).extracting(Diagnostic::code).contains(Code.PROVIDER_MISSING);
    assertThat(loaded.config().frozen().components()).contains(new ComponentPath(List.of("web")));
    isFrozen(loaded, "component.web.aws_bucket.a");
  }

  @Test
  void optionalSlotThatNothingFills_freezesOnlyWhatUsesIt() {
    var slots = Map.of("aws", new Slot("aws", true));
    var resources =
        List.of(resource("aws_bucket.a", Optional.empty()), resource("server.a", Optional.empty()));

    var loaded = stack.load(use("web", definition(slots, resources), Map.of()));

    assertThat(told(loaded))
        .startsWith("component.web: providers.aws: Provider is missing: ")
        .contains("aws_bucket.a in the component cannot be without");
    isFrozen(loaded, "component.web.aws_bucket.a");
    assertThat(loaded.config().resources())
        .containsOnlyKeys(ResourceAddress.parse("component.web.server.a"));
  }

  @Test
  void optionalSlotThatNothingUses_mayStayUnfilled() {
    var slots = Map.of("aws", new Slot("aws", true));
    var resources = List.of(resource("server.a", Optional.empty()));

    assertThat(told(stack.load(use("web", definition(slots, resources), Map.of())))).isEmpty();
  }

  @Test
  void slotThatNobodyDeclares_isToldOnTheUse() {
    var loaded = stack.load(use("web", bucketIn(AWS), Map.of("aws", "east", "asw", "west")));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: providers.asw: Unknown slot: The component has no slot 'asw' for a"
                + " provider configuration. Did you mean 'aws'?");
    isFrozen(loaded, "component.web.aws_bucket.a");
  }

  @Test
  void slotOfTheDefinitionAroundThatItLacks_isToldOnTheUse() {
    var inner = use("inner", bucketIn(AWS), Map.of("aws", "azure"));

    var loaded = stack.load(use("web", definition(AWS, List.of(), inner), Map.of("aws", "west")));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web.component.inner: providers.aws: Undeclared slot: The definition has no"
                + " slot 'azure' of its own to fill this one with. There is: aws.");
    isFrozen(loaded, "component.web.component.inner.aws_bucket.a");
  }

  @Test
  void configurationOfAnotherProvider_isRefused() {
    var loaded = stack.load(use("web", bucketIn(AWS), Map.of("aws", "names")));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: providers.aws: Slot of another provider: The slot is for provider"
                + " 'aws', but the provider configuration 'names' is of 'aws_dns'. Name one of"
                + " 'aws'.");
    isFrozen(loaded, "component.web.aws_bucket.a");
  }

  @Test
  void slotOfAnotherProviderAround_isRefused() {
    var around = Map.of("dns", new Slot("aws_dns", false));
    var inner = use("inner", bucketIn(AWS), Map.of("aws", "dns"));

    var loaded =
        stack.load(use("web", definition(around, List.of(), inner), Map.of("dns", "names")));

    assertThat(told(loaded))
        .startsWith("component.web.component.inner: providers.aws: Slot of another provider: ")
        .contains("the slot 'dns' is of 'aws_dns'");
  }

  @Test
  void configurationThatIsNotThere_freezesWhatUsesItAndIsToldOnce() {
    var resources =
        List.of(
            resource("aws_bucket.a", Optional.empty()),
            resource("aws_bucket.b", Optional.empty()),
            resource("server.a", Optional.empty()));

    var loaded = stack.load(use("web", definition(AWS, resources), Map.of("aws", "eest")));

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: providers.aws: Undeclared provider configuration: There is no"
                + " ProviderConfig 'eest'. Did you mean 'east'?");
    isFrozen(loaded, "component.web.aws_bucket.a");
    isFrozen(loaded, "component.web.aws_bucket.b");
    assertThat(loaded.config().resources())
        .containsOnlyKeys(ResourceAddress.parse("component.web.server.a"));
  }

  @Test
  void configurationThatCannotBeUsed_freezesOnlyTheUsesOfIt() {
    var shared = bucketIn(AWS);
    stack.lose("west", "aws");

    var loaded =
        stack.load(
            use("good", shared, Map.of("aws", "east")), use("bad", shared, Map.of("aws", "west")));

    assertThat(told(loaded))
        .contains("provider.west: Not there")
        .contains("component.bad: providers.aws: Its provider cannot be used")
        .doesNotContain("component.good");
    isFrozen(loaded, "component.bad.aws_bucket.a");
    assertThat(loaded.config().resources())
        .containsOnlyKeys(ResourceAddress.parse("component.good.aws_bucket.a"));
  }

  @Test
  void providerOfWhichNothingIsKnown_freezesItsResources_whichAreNoUnknownTypes() {
    stack.lose("east", "aws");
    stack.lose("west", "aws");

    var loaded = stack.load(use("web", bucketIn(AWS), Map.of("aws", "east")));

    assertThat(loaded.diagnostics())
        .extracting(Diagnostic::code)
        .containsOnly(Code.PROVIDER_NOT_READY, Code.BROKEN_REFERENCE);
    assertThat(told(loaded))
        .contains("component.web.aws_bucket.a: provider: Its provider cannot be used");
    isFrozen(loaded, "component.web.aws_bucket.a");
  }

  @Test
  void whatNamesAComponentThatLacksAProvider_waits() {
    var consumer =
        resource("server.a", Optional.empty(), Map.of("size", Value.text("${component.web.id}")));
    var shared =
        new ComponentDeclaration(
            List.of(),
            new TreeMap<>(),
            List.of(resource("aws_bucket.a", Optional.empty())),
            List.of(),
            new TreeMap<>(
                Map.of("id", ShortDeclarations.output(Value.text("${aws_bucket.a.size}"), false))),
            List.of(),
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(AWS));
    var around = definition(Map.of(), List.of(consumer), use("web", shared, Map.of()));

    var loaded = stack.load(use("all", around, Map.of()));

    assertThat(loaded.diagnostics())
        .extracting(Diagnostic::toString)
        .singleElement()
        .asString()
        .startsWith("component.all.component.web: providers.aws: Provider is missing");
    isFrozen(loaded, "component.all.component.web.aws_bucket.a");
  }
}
