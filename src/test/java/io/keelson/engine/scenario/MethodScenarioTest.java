package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakePrograms;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    stack.components.removeIf(each -> each.name().equals(name));
    stack.components.add(
        new ComponentDeclaration.Component(
            name,
            ComponentDeclaration.of(
                new ComponentDeclaration.Program("place", "thing:" + name),
                new TreeMap<>(Map.of("place", new ComponentDeclaration.Slot("thing", false)))),
            new TreeMap<>(Map.of("size", Value.number(size))),
            Optional.empty(),
            forEach,
            Optional.empty(),
            List.of(),
            List.of(),
            ComponentDeclaration.Inherited.NONE,
            new TreeMap<>(Map.of("place", "main")),
            List.of()));
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
    assertThat(programs.described()).containsOnly("planning component.app");
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
}
