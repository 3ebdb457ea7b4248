package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.apply.ApplyOutcome;
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

  /// Carries out a plan of `back` alone, in a component that is new.
  ///
  /// @param rest what its program does after it has registered that
  private ApplyOutcome backAlone(FakePrograms.Program rest) {
    stack.resources.clear();
    stack.use("app", Map.of("size", Value.number(1)));
    programs.add(
        "thing_app",
        session -> {
          session.thing("back", Map.of("size", session.input("size")));
          return rest.run(session);
        });
    return stack.apply(stack.plan(Scope.NEEDED, "component.app.thing.back"));
  }

  /// A program cannot go on without it, and nobody is told to look elsewhere for the reason.
  @Test
  void whatIsLeftOutAndNotThere_isTold() {
    var outcome =
        backAlone(session -> FakePrograms.attribute(session.thing("front", Map.of()), "id"));

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

  /// SDKs tell their programs only that something is not there, so these end with what they wait
  /// for.
  @Test
  void whatIsLeftOut_isTold_whateverTheProgramEndsWith() {
    var outcome =
        backAlone(session -> {
          try {
            return FakePrograms.attribute(session.thing("front", Map.of()), "id");
          } catch (FakePrograms.ProgramFailed e) {
            throw new FakePrograms.ProgramFailed("awaiting input property \"id\"");
          }
        });

    assertThat(outcome.diagnostics())
        .filteredOn(Diagnostic::isError)
        .extracting(each -> each.summary() + ": " + each.detail())
        .containsExactlyInAnyOrder(
            "The program failed: awaiting input property \"id\"",
            "The plan leaves out what the program needs: Its program has not come to its end. Of"
                + " what it has registered, component.app.thing.front is not there, and this plan"
                + " leaves that out. Plan without targets and exclusions, or make the whole"
                + " component a target.");
  }

  /// A program that does without it has not failed.
  @Test
  void whatIsLeftOut_andNotNeeded_isNoError() {
    var outcome =
        backAlone(session -> {
          try {
            session.thing("front", Map.of());
          } catch (FakePrograms.ProgramFailed _) {
            // Nothing needs it.
          }
          return Value.text("done");
        });

    assertThat(outcome.diagnostics()).filteredOn(Diagnostic::isError).isEmpty();
    assertThat(outcome.state().instances().keySet().stream().map(Object::toString))
        .containsExactly("component.app.thing.back");
  }

  /// Nothing is done to what is left out, so what else is registered is made of what is recorded.
  @Test
  void whatIsLeftOutInAComponent_isToldAsItIsRecorded() {
    twoThings();
    applied();
    stack.use("app", Map.of("size", Value.number(2)));

    var planned = stack.plan(Scope.EXACT, "component.app.thing.front");

    assertThat(changes(planned)).isEmpty();
    assertThat(changes(stack.plan(Scope.NEEDED, "component.app.thing.front")))
        .containsExactly("update component.app.thing.back", "update component.app.thing.front");
    assertThat(changes(stack.planWithout("component.app.thing.back"))).isEmpty();
  }

  @Test
  void whatIsLeftOutInAComponent_isToldTheSame_whileThePlanIsCarriedOut() {
    twoThings();
    applied();
    stack.use("app", Map.of("size", Value.number(2), "kind", Value.text("new")));

    var outcome = stack.apply(stack.plan(Scope.EXACT, "component.app.thing.front"));

    assertThat(outcome.diagnostics()).filteredOn(Diagnostic::isError).isEmpty();
    assertThat(outcome.complete()).isTrue();
  }

  /// What a target needs is known only when all is registered, so a program may have been told of
  /// changes that are not made. What is left out may then be registered otherwise.
  @Test
  void whatIsLeftOut_mayBeRegisteredOtherwise_whileThePlanIsCarriedOut() {
    twoThings();
    var both = programs.program("thing_app");
    programs.add(
        "thing_app",
        session -> {
          var id = both.run(session);
          session.thing("side", Map.of("size", session.input("size")));
          return id;
        });
    applied();
    stack.use("app", Map.of("size", Value.number(2)));

    var outcome = stack.apply(stack.plan(Scope.NEEDED, "component.app.thing.side"));

    assertThat(outcome.diagnostics()).filteredOn(Diagnostic::isError).isEmpty();
    assertThat(changes(stack.plan()))
        .containsExactly("update component.app.thing.back", "update component.app.thing.front");
  }

  @Test
  void programThatIsLeftOut_mayBeGivenSomethingElse_whileThePlanIsCarriedOut() {
    stack.resources.clear();
    stack.use("app", Map.of("size", Value.number(1)));
    programs.add(
        "thing_inner",
        session ->
            FakePrograms.attribute(
                session.thing("deep", Map.of("size", session.input("size"))), "id"));
    programs.add(
        "thing_app",
        session -> {
          var back = session.thing("back", Map.of("size", session.input("size")));
          session.program("thing:inner", "inner", Map.of("size", back.attribute("size")));
          return session.thing("side", Map.of("size", session.input("size"))).attribute("id");
        });
    applied();
    stack.use("app", Map.of("size", Value.number(2)));

    var outcome = stack.apply(stack.plan(Scope.NEEDED, "component.app.thing.side"));

    assertThat(outcome.diagnostics()).filteredOn(Diagnostic::isError).isEmpty();
    assertThat(changes(stack.plan()))
        .containsExactly(
            "update component.app.thing.back", "update component.app.component.inner.thing.deep");
  }

  @Test
  void whatAProgramThatIsLeftOutWouldGive_isTold() {
    stack.resources.clear();
    stack.use("app", Map.of("size", Value.number(1)));
    programs.add(
        "thing_inner", session -> FakePrograms.attribute(session.thing("deep", Map.of()), "id"));
    programs.add(
        "thing_app",
        session -> {
          session.thing("side", Map.of("size", session.input("size")));
          return session.program("thing:inner", "inner", Map.of()).attribute("id");
        });

    var outcome = stack.apply(stack.plan(Scope.NEEDED, "component.app.thing.side"));

    assertThat(outcome.diagnostics())
        .filteredOn(Diagnostic::isError)
        .singleElement()
        .extracting(Diagnostic::detail)
        .asString()
        .contains("component.app.component.inner is not there, and this plan leaves it out");
    assertThat(outcome.state().instances().keySet().stream().map(Object::toString))
        .containsExactly("component.app.thing.side");
  }

  private void twoThings() {
    stack.resources.clear();
    stack.use("app", Map.of("size", Value.number(1)));
    programs.add(
        "thing_app",
        session -> {
          var back = session.made("back", Map.of("size", session.input("size")));
          return FakePrograms.attribute(
              session.thing(
                  "front",
                  Map.of(
                      "size", FakePrograms.attribute(back.object(), "size"),
                      "kind", session.input("kind")),
                  back),
              "id");
        });
  }

  /// What is left out may be what does not answer.
  @Test
  void whatIsExcluded_isNotAskedAbout_norIsAProgramThatIsGivenIt() {
    stack.use("web", Map.of("size", Value.number(1)));
    stack.systems.logins();

    var planned = stack.planWithout("thing.other");

    assertThat(stack.loading).isEmpty();
    assertThat(changes(planned)).containsExactly("create component.web.thing.back");
    assertThat(stack.systems.logins()).isNotEmpty().doesNotContain("t2@west");
    assertThat(programs.runs()).containsExactly("planning component.web");
  }

  /// A program is told of it as of everything that it registers.
  @Test
  void whatIsExcludedInAComponent_isPlannedForItsProgramAlone() {
    var planned = stack.planWithout("component.app.thing.back");

    assertThat(changes(planned)).containsExactly("create thing.other");
    assertThat(planned.diagnostics()).filteredOn(Diagnostic::isError).isEmpty();
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
