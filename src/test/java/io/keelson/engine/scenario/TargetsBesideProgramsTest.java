package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.PlanOptions.Scope;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakePrograms;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Plans of targets in a stack with programs: programs run, and see of what is left out what is
/// recorded.
@Tag("R-PUL-55")
@Tag("R-PRG-20")
@Timeout(60)
final class TargetsBesideProgramsTest {
  private final RegionalStack stack = new RegionalStack();
  private final FakePrograms programs = stack.systems.programs();

  @BeforeEach
  void componentThatIsGivenAThing() {
    stack.resources.clear();
    programs.add(
        "thing_app",
        session ->
            FakePrograms.attribute(
                session.thing("back", Map.of("size", session.input("size"))), "id"));
    stack.configure("spare", "west", "t2");
    stack.declare(RegionalStack.OTHER, "spare", 1);
    stack.use("app", Map.of("size", Value.text("${thing.other.size}")));
  }

  private void applied() {
    var outcome = stack.apply();
    assertThat(stack.loading).isEmpty();
    assertThat(outcome.diagnostics()).isEmpty();
    assertThat(outcome.complete()).isTrue();
  }

  private static List<String> changes(PlanOutcome outcome) {
    return outcome.plan().effective().stream()
        .map(change -> change.action().word() + " " + change.object())
        .toList();
  }

  @Test
  void component_isPlannedWithWhatIsRecordedOfOthers() {
    applied();
    stack.declare(RegionalStack.OTHER, "spare", 2);

    assertThat(changes(stack.plan(Scope.EXACT, "component.app"))).isEmpty();
    assertThat(changes(stack.plan(Scope.NEEDED, "component.app")))
        .containsExactly("update thing.other", "update component.app.thing.back");
  }

  @Test
  void whatATargetNeeds_isNotRead() {
    applied();
    stack.systems.world("west").remove("thing", "other#1");

    assertThat(changes(stack.plan(Scope.EXACT, "component.app"))).isEmpty();
    assertThat(changes(stack.plan(Scope.NEEDED, "component.app")))
        .containsExactly("recreate thing.other");
  }

  /// A program cannot go on without it, and nobody is told to look elsewhere for the reason.
  @Test
  void whatIsLeftOutAndNotThere_isTold() {
    stack.resources.clear();
    stack.use("app", Map.of("size", Value.number(1)));
    programs.add(
        "thing_app",
        session -> {
          session.thing("back", Map.of("size", session.input("size")));
          return FakePrograms.attribute(session.thing("front", Map.of()), "id");
        });

    var outcome = stack.apply(stack.plan(Scope.NEEDED, "component.app.thing.back"));

    assertThat(outcome.state().instances().keySet().stream().map(Object::toString))
        .containsExactly("component.app.thing.back");
    assertThat(outcome.diagnostics())
        .filteredOn(Diagnostic::isError)
        .singleElement()
        .extracting(Diagnostic::detail)
        .asString()
        .contains("component.app.thing.front is not there, and this plan leaves it out")
        .contains("make the whole component a target");
  }

  @Test
  void whatAnotherProgramNeeds_mayNotBeThereYet() {
    stack.declare(RegionalStack.THING, "main", 1);

    var planned = stack.plan(Scope.EXACT, "thing.web");

    assertThat(planned.diagnostics())
        .extracting(Diagnostic::summary)
        .containsExactly("The plan leaves out a part of the stack");
    assertThat(changes(planned)).containsExactly("create thing.web");
  }
}
