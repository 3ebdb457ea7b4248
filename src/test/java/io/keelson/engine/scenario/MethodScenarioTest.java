package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.program.RegistrationAnswer;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakePrograms;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Methods of components that a stack calls: data that comes after everything in the component.
@Tag("R-PRG-26")
@Timeout(60)
final class MethodScenarioTest {
  private static final ResourceAddress DATA =
      new ResourceAddress(ResourceAddress.Mode.DATA, "thing_app_describe", "d");

  private final RegionalStack stack = new RegionalStack();
  private final FakePrograms programs = stack.systems.programs();

  @BeforeEach
  void componentWhoseOutputDependsOnNothing() {
    stack.resources.clear();
    programs.add("thing_app", MethodScenarioTest::fixed);
    programs.add("thing_other", MethodScenarioTest::fixed);
    use("app", 1, Optional.empty());
  }

  private static Value fixed(FakePrograms.Session session) throws FakePrograms.ProgramFailed {
    session.thing("back", Map.of("size", session.input("size")));
    return Value.text("fixed");
  }

  private void use(String name, int size, Optional<Value> forEach) {
    use(name, Value.number(size), forEach);
  }

  private void use(String name, Value size, Optional<Value> forEach) {
    stack.components.removeIf(each -> each.name().equals(name));
    stack.components.add(
        used(name, program(name), new TreeMap<>(Map.of("size", size)), forEach, "main"));
  }

  private void describe(String self) {
    describe(self, "hello");
  }

  private void describe(String self, String greeting) {
    stack.declare(
        DATA,
        Optional.of("main"),
        Map.of("self", Value.text(self), "greeting", Value.text(greeting)));
  }

  private static List<String> changes(PlanOutcome outcome) {
    return outcome.plan().effective().stream()
        .map(change -> change.action().word() + " " + change.object())
        .toList();
  }

  private void applied() {
    var outcome = stack.apply();
    assertThat(stack.loading).isEmpty();
    assertThat(outcome.diagnostics()).isEmpty();
    assertThat(outcome.complete()).isTrue();
  }

  private static List<String> details(List<Diagnostic> diagnostics) {
    return diagnostics.stream().map(each -> each.path() + ": " + each.detail()).toList();
  }

  @Test
  void methodOfAComponentThatIsMade_isCalledAfterIt() {
    describe("${component.app}");

    applied();

    assertThat(programs.described()).containsExactly("applying component.app");
  }

  @Test
  void methodOfAComponentThatIsThere_isCalledByThePlan() {
    applied();
    describe("${component.app}");

    var planned = stack.plan();

    assertThat(planned.diagnostics()).isEmpty();
    assertThat(changes(planned)).isEmpty();
    assertThat(programs.described()).containsExactly("planning component.app");
  }

  @Test
  void methodWhoseResultAnotherProgramIsGiven_isCalledOnce_howeverManyRoundsThePlanTakes() {
    applied();
    describe("${component.app}");
    use("other", Value.text("${size(data.thing_app_describe.d.text)}"), Optional.empty());

    var planned = stack.plan();

    assertThat(stack.loading).isEmpty();
    assertThat(changes(planned)).containsExactly("create component.other.thing.back");
    assertThat(programs.described()).containsExactly("planning component.app");
  }

  /// A process of Node or Python answers no call while a program runs in it, which may wait for
  /// what the same round of the plan finds out.
  @Test
  void methodIsNotCalled_whileAnotherProgramRuns() {
    programs.add(
        "thing_other",
        session -> {
          var back = session.made("back", Map.of("size", session.input("size")));
          session.thing("front", Map.of("size", session.input("size")), back);
          return Value.text("fixed");
        });
    programs.add("thing_third", MethodScenarioTest::fixed);
    use("other", 1, Optional.empty());
    applied();
    describe("${component.app}");
    use("third", Value.text("${size(data.thing_app_describe.d.text)}"), Optional.empty());

    var planned = stack.plan();

    assertThat(stack.loading).isEmpty();
    assertThat(planned.diagnostics()).isEmpty();
    assertThat(changes(planned)).containsExactly("create component.third.thing.back");
    assertThat(planned.plan().data().keySet().stream().map(Object::toString))
        .contains("data.thing_app_describe.d");
    assertThat(programs.described()).containsExactly("planning component.app");
    assertThat(programs.haveCrossed()).isFalse();
  }

  /// The program would wait for a step that nobody carries out while all wait for the method.
  @Test
  void methodIsCalled_whenTheProgramsThatRunBesideItHaveEnded() {
    addChain("thing_other");
    use("other", 1, Optional.empty());
    describe("${component.app}");
    stack.parallelism = 1;

    applied();

    assertThat(programs.described()).containsExactly("applying component.app");
    assertThat(programs.haveCrossed()).isFalse();
  }

  /// Its things are made with what the method says, so it does not wait for them.
  @Test
  void methodThatAProgramIsGiven_isCalledBeforeThat() {
    addChain("thing_other");
    describe("${component.app}");
    use("other", Value.text("${size(data.thing_app_describe.d.text)}"), Optional.empty());
    stack.parallelism = 1;

    applied();

    assertThat(programs.described()).containsExactly("applying component.app");
    assertThat(programs.haveCrossed()).isFalse();
  }

  @Test
  void methodThatTheConfigurationOfAProgramIsGiven_isCalledBeforeWhatItMakes() {
    addChain("thing_other");
    describe("${component.app}");
    stack.configure("spare", "west", "${data.thing_app_describe.d.text}");
    stack.components.add(
        used(
            "other",
            program("other"),
            new TreeMap<>(Map.of("size", Value.number(1))),
            Optional.empty(),
            "spare"));
    stack.parallelism = 1;

    applied();

    assertThat(programs.described()).containsExactly("applying component.app");
    assertThat(programs.haveCrossed()).isFalse();
  }

  private void addChain(String type) {
    programs.add(
        type,
        session -> {
          var size = Map.of("size", session.input("size"));
          var first = session.made("first", size);
          var second = session.made("second", size, first);
          session.made("third", size, second);
          return Value.text("fixed");
        });
  }

  /// What it says may follow from more than the component gives.
  @Test
  void methodOfAComponentInWhichSomethingChanges_isPutOff_thoughItsOutputsAreKnown() {
    describe("${component.app}");
    applied();
    programs.described();
    use("app", 2, Optional.empty());

    stack.plan();
    assertThat(programs.described()).isEmpty();

    applied();
    assertThat(programs.described()).containsExactly("applying component.app");
  }

  @Test
  void methodWithAnArgumentThatIsNotKnown_isPutOff() {
    applied();
    stack.declare(RegionalStack.OTHER, "main", 1);
    describe("${component.app}", "${thing.other.id}");

    stack.plan();
    assertThat(programs.described()).isEmpty();

    applied();
    assertThat(programs.described()).containsExactly("applying component.app");
  }

  @Test
  void componentWithAKey_isNamedByIt() {
    use("app", 1, Optional.of(Value.object(Map.of("a", Value.text("x"), "b", Value.text("y")))));
    applied();
    describe("${component.app[\"b\"]}");

    assertThat(stack.plan().diagnostics()).isEmpty();
    assertThat(programs.described()).containsOnly("planning component.app[\"b\"]");
  }

  @Test
  void severalComponents_haveNoMethodTogether() {
    use("app", 1, Optional.of(Value.object(Map.of("a", Value.text("x")))));
    describe("${component.app}");

    assertThat(details(stack.plan().diagnostics()))
        .singleElement()
        .asString()
        .contains("self: component.app may be any of several components");
  }

  @Test
  void componentOfAnotherType_doesNotHaveTheMethod() {
    use("other", 1, Optional.empty());
    describe("${component.other}");

    assertThat(details(stack.plan().diagnostics()))
        .singleElement()
        .asString()
        .contains("self: component.other is a thing_other", "method of thing_app");
  }

  @Test
  void whatIsNoComponent_hasNoMethods() {
    describe("${component.app.id}");

    stack.plan();

    assertThat(details(stack.loading))
        .singleElement()
        .asString()
        .contains("config.self: ", "Name that component");
  }

  @Test
  void methodThatCallsAFunction_isAnsweredByTheConfigurationOfItsComponent() {
    applied();
    describe("${component.app}", "look");

    stack.plan();

    assertThat(programs.looked())
        .singleElement()
        .isInstanceOfSatisfying(
            RegistrationAnswer.Made.class,
            made ->
                assertThat(FakePrograms.attribute(made.object(), "size"))
                    .isEqualTo(Value.number(1)));
  }

  private static ComponentDeclaration program(String name) {
    return ComponentDeclaration.of(
        new ComponentDeclaration.Program("place", "thing:" + name),
        new TreeMap<>(Map.of("place", new ComponentDeclaration.Slot("thing", false))));
  }

  private static ComponentDeclaration.Component used(
      String name, ComponentDeclaration definition, Optional<Value> forEach, String configuration) {
    return used(name, definition, new TreeMap<>(), forEach, configuration);
  }

  private static ComponentDeclaration.Component used(
      String name,
      ComponentDeclaration definition,
      SortedMap<String, Value> inputs,
      Optional<Value> forEach,
      String configuration) {
    return new ComponentDeclaration.Component(
        name,
        definition,
        inputs,
        Optional.empty(),
        forEach,
        Optional.empty(),
        List.of(),
        List.of(),
        ComponentDeclaration.Inherited.NONE,
        new TreeMap<>(Map.of("place", configuration)),
        List.of());
  }

  private static ResourceDeclaration described(
      String self, Optional<Value> count, Optional<Value> forEach) {
    return ShortDeclarations.resource(
        DATA,
        Value.object(Map.of("self", Value.text(self))),
        count,
        forEach,
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN,
        Optional.of("main"));
  }

  @Test
  void methodInAComponent_isOfTheOneBesideIt() {
    var inner = used("inner", program("app"), Optional.empty(), "place");
    var around =
        new ComponentDeclaration(
            List.of(),
            new TreeMap<>(),
            List.of(
                described("${component.inner}", Optional.empty(), Optional.empty()).using("place")),
            List.of(inner),
            new TreeMap<>(),
            List.of(),
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(Map.of("place", new ComponentDeclaration.Slot("thing", false))));
    var keys = Value.object(Map.of("x", Value.text("1"), "y", Value.text("2")));
    stack.components.add(used("outer", around, Optional.of(keys), "main"));

    applied();

    assertThat(programs.described())
        .containsExactlyInAnyOrder(
            "applying component.outer[\"x\"].component.inner",
            "applying component.outer[\"y\"].component.inner");
  }

  @Test
  void methodsByEachKey_areEachOfTheirOwnComponent() {
    var keys = Value.object(Map.of("a", Value.text("x"), "b", Value.text("y")));
    use("app", 1, Optional.of(keys));
    stack.resources.add(
        described("${component.app[each.key]}", Optional.empty(), Optional.of(keys)));

    applied();

    assertThat(programs.described())
        .containsExactlyInAnyOrder(
            "applying component.app[\"a\"]", "applying component.app[\"b\"]");
  }

  @Test
  void methodsByCountIndex_areEachOfTheirOwnComponent() {
    stack.components.clear();
    stack.components.add(counted(used("app", program("app"), Optional.empty(), "main"), 2));
    stack.resources.add(
        described("${component.app[count.index]}", Optional.of(Value.number(2)), Optional.empty()));

    applied();

    assertThat(programs.described())
        .containsExactlyInAnyOrder("applying component.app[0]", "applying component.app[1]");
  }

  private static ComponentDeclaration.Component counted(
      ComponentDeclaration.Component use, int count) {
    return new ComponentDeclaration.Component(
        use.name(),
        use.definition(),
        use.inputs(),
        Optional.of(Value.number(count)),
        use.forEach(),
        use.enabled(),
        use.dependsOn(),
        use.aliases(),
        use.inherited(),
        use.providers(),
        use.transforms());
  }

  @Test
  void methodAsTheDataSourceOfACheck_isRefused() {
    stack.checks.put(
        "greets",
        new StackDeclaration.Check(
            Optional.of(
                ShortDeclarations.resource(
                    DATA,
                    Value.object(Map.of("self", Value.text("${component.app}"))),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    LifecycleDeclaration.PLAIN,
                    Optional.empty())),
            List.of(
                new StackDeclaration.CheckRule(
                    Value.text("${data.thing_app_describe.d.text != null}"),
                    Value.text("It says nothing.")))));

    var planned = stack.plan();

    assertThat(details(stack.loading)).singleElement().asString().contains("thing_app_describe");
    assertThat(planned.plan().changes()).isNotEmpty();
    assertThat(programs.described()).isEmpty();
  }
}
