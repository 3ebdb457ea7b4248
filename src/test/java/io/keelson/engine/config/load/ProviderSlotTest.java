package io.keelson.engine.config.load;

import static io.keelson.engine.config.load.StackOfSlots.AWS;
import static io.keelson.engine.config.load.StackOfSlots.bucketIn;
import static io.keelson.engine.config.load.StackOfSlots.configuration;
import static io.keelson.engine.config.load.StackOfSlots.definition;
import static io.keelson.engine.config.load.StackOfSlots.provider;
import static io.keelson.engine.config.load.StackOfSlots.resource;
import static io.keelson.engine.config.load.StackOfSlots.told;
import static io.keelson.engine.config.load.StackOfSlots.use;
import static org.assertj.core.api.Assertions.assertThat;

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

/// Slots of definitions: which resource belongs to which, and what fills them.
@Tag("R-CMP-20")
@Tag("R-CMP-21")
final class ProviderSlotTest {
  private final StackOfSlots stack = new StackOfSlots();

  @Test
  void resourceWithoutASlot_belongsToTheLongestThatFits() {
    var slots = Map.of("main", new Slot("aws", false), "dns", new Slot("aws_dns", false));
    var resources =
        List.of(
            resource("aws_bucket.a", Optional.empty()),
            resource("aws_dns_record.a", Optional.empty()));

    var loaded =
        stack.load(
            use("web", definition(slots, resources), Map.of("main", "west", "dns", "names")));

    assertThat(configuration(loaded, "component.web.aws_bucket.a")).contains("west");
    assertThat(configuration(loaded, "component.web.aws_dns_record.a")).contains("names");
  }

  @Test
  void typeThatNeedsNoConfiguration_belongsToNoSlot() {
    var slots = Map.of("server", new Slot("server", true));

    var loaded =
        stack.load(
            use(
                "web",
                definition(slots, List.of(resource("server.a", Optional.empty()))),
                Map.of()));

    assertThat(configuration(loaded, "component.web.server.a")).isEmpty();
  }

  @Test
  void resourceThatNamesItsSlot_usesWhatFillsThat() {
    var slots = Map.of("main", new Slot("aws", false), "backup", new Slot("aws", false));
    var resources =
        List.of(
            resource("aws_bucket.a", Optional.of("main")),
            resource("aws_bucket.b", Optional.of("backup")));

    var loaded =
        stack.load(
            use("web", definition(slots, resources), Map.of("main", "east", "backup", "west")));

    assertThat(configuration(loaded, "component.web.aws_bucket.a")).contains("east");
    assertThat(configuration(loaded, "component.web.aws_bucket.b")).contains("west");
  }

  @Test
  void nestedUse_passesASlotOnUnderAnotherName() {
    var inner =
        use("inner", bucketIn(Map.of("store", new Slot("aws", false))), Map.of("store", "aws"));

    var loaded = stack.load(use("web", definition(AWS, List.of(), inner), Map.of("aws", "west")));

    assertThat(configuration(loaded, "component.web.component.inner.aws_bucket.a"))
        .contains("west");
  }

  @Test
  void slotOfTheSameNameAround_comesBeforeTheStandardOne() {
    stack.standard.put("aws", "east");
    var inner = use("inner", bucketIn(AWS), Map.of());

    var loaded = stack.load(use("web", definition(AWS, List.of(), inner), Map.of("aws", "west")));

    assertThat(configuration(loaded, "component.web.component.inner.aws_bucket.a"))
        .contains("west");
  }

  @Test
  void slotOfTheSameNameOfAnotherProvider_isNotMeant() {
    stack.standard.put("aws", "east");
    var around = Map.of("aws", new Slot("aws_dns", false));
    var inner = use("inner", bucketIn(AWS), Map.of());

    var loaded =
        stack.load(use("web", definition(around, List.of(), inner), Map.of("aws", "names")));

    assertThat(configuration(loaded, "component.web.component.inner.aws_bucket.a"))
        .contains("east");
  }

  @Test
  void slotOfWhichNothingIsSaid_isFilledByTheStandardOne() {
    stack.standard.put("aws", "west");

    assertThat(
            configuration(
                stack.load(use("web", bucketIn(AWS), Map.of())), "component.web.aws_bucket.a"))
        .contains("west");
  }

  @Test
  void functionOfASlot_isOneOfItsProvider() {
    var sized = Map.<String, Value>of("size", Value.text("${provider.store.twice(2)}"));
    var slots = Map.of("store", new Slot("aws", false));
    var resources = List.of(resource("aws_bucket.a", Optional.empty(), sized));

    var loaded = stack.load(use("web", definition(slots, resources), Map.of("store", "east")));

    assertThat(configuration(loaded, "component.web.aws_bucket.a")).contains("east");
  }

  @Test
  void functionOfASlotWhoseProviderIsNotThere_isNoUnknownOne() {
    stack.lose("names", "aws_dns");
    var sized = Map.<String, Value>of("size", Value.text("${provider.dns.twice(2)}"));
    var slots = Map.of("dns", new Slot("aws_dns", false));
    var resources = List.of(resource("server.a", Optional.empty(), sized));

    var loaded = stack.load(use("web", definition(slots, resources), Map.of("dns", "names")));

    assertThat(loaded.diagnostics())
        .extracting(Diagnostic::code)
        .containsOnly(Code.PROVIDER_NOT_READY, Code.BROKEN_REFERENCE);
  }

  @Test
  void functionOfWhatIsNoSlot_isOneOfTheStacksProvider() {
    stack.named.put("math", "names");
    var sized = Map.<String, Value>of("size", Value.text("${provider.math.twice(2)}"));
    var resources = List.of(resource("server.a", Optional.empty(), sized));

    assertThat(told(stack.load(use("web", definition(AWS, resources), Map.of("aws", "east")))))
        .isEmpty();
  }

  @Test
  void definition_isCompiledOnceForUsesWithOtherConfigurations() {
    var sized = Map.<String, Value>of("size", Value.text("${1 + 1}"));
    var shared = definition(AWS, List.of(resource("aws_bucket.a", Optional.empty(), sized)));
    stack.load(use("one", shared, Map.of("aws", "east")));
    int once = stack.compiles.getAndSet(0);

    var loaded =
        stack.load(
            use("one", shared, Map.of("aws", "east")), use("two", shared, Map.of("aws", "west")));

    assertThat(stack.compiles.get()).isEqualTo(once);
    assertThat(configuration(loaded, "component.one.aws_bucket.a")).contains("east");
    assertThat(configuration(loaded, "component.two.aws_bucket.a")).contains("west");
  }

  @Test
  void configurationThatNeedsWhatUsesItThroughASlot_isACircle() {
    var shared =
        new ComponentDeclaration(
            List.of(),
            new TreeMap<>(),
            List.of(resource("aws_bucket.a", Optional.empty())),
            List.of(),
            new TreeMap<>(
                Map.of("id", ShortDeclarations.output(Value.text("${aws_bucket.a.id}"), false))),
            List.of(),
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(AWS));
    stack.declared.put("west", provider("aws", "${component.east.id}", Optional.empty()));

    var inTurn =
        stack.load(
            use("east", shared, Map.of("aws", "east")), use("west", shared, Map.of("aws", "west")));
    var circle = stack.load(use("east", shared, Map.of("aws", "west")));

    assertThat(told(inTurn)).isEmpty();
    assertThat(circle.diagnostics()).extracting(Diagnostic::code).contains(Code.CYCLE);
  }
}
