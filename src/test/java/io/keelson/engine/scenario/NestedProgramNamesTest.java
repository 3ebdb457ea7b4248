package io.keelson.engine.scenario;

import static io.keelson.testing.RegistrationOptionsBuilder.options;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.program.Registration;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakePrograms;
import io.keelson.testing.FakePrograms.ProgramFailed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Components inside of programs that get other names: what is in them goes along.
@Tag("R-MOV-1")
@Tag("R-PRG-21")
@Timeout(60)
final class NestedProgramNamesTest {
  private final RegionalStack stack = new RegionalStack();
  private final FakePrograms programs = stack.systems.programs();

  @BeforeEach
  void componentInAComponent() {
    stack.resources.clear();
    programs.add("thing_inner", session -> deep(session, "deep"));
    stack.use("app", Map.of());
  }

  private static Value deep(FakePrograms.Session session, String name) throws ProgramFailed {
    session.thing(name, Map.of());
    return Value.text("fixed");
  }

  private static Value inner(FakePrograms.Session session, String name, String... aliases)
      throws ProgramFailed {
    session.program(options().aliases(List.of(aliases)).build(), "thing:inner", name, Map.of());
    return Value.text("fixed");
  }

  private static Value grouped(FakePrograms.Session session, Registration.Group... groups)
      throws ProgramFailed {
    session.thingIn(List.of(groups), "deep");
    return Value.text("fixed");
  }

  private static Registration.Group group(String name, String... aliases) {
    return new Registration.Group(name, List.of(aliases));
  }

  /// The names of a component follow from that around it, as most programs have it.
  private static String own(FakePrograms.Session session, String suffix) {
    return session.request().at().path().names().getLast() + suffix;
  }

  private void applied() {
    var outcome = stack.apply();
    assertThat(stack.loading).isEmpty();
    assertThat(outcome.diagnostics()).isEmpty();
    assertThat(stack.state.instances()).hasSize(1);
  }

  private void renamed(String from, String to) {
    stack.components.clear();
    stack.use(
        to,
        Map.of(),
        Optional.empty(),
        List.of("component." + from),
        ComponentDeclaration.Inherited.NONE);
  }

  private static List<String> changes(PlanOutcome outcome) {
    return outcome.plan().effective().stream()
        .map(change -> change.action().word() + " " + change.object())
        .toList();
  }

  private void onlyMovesTo(String address) {
    var planned = stack.plan();
    assertThat(stack.loading).isEmpty();
    assertThat(planned.diagnostics()).isEmpty();
    assertThat(changes(planned)).containsExactly("no-op " + address);
    assertThat(planned.plan().moves().keySet().stream().map(Object::toString))
        .containsExactly(address);
  }

  @Test
  void programWithAnAlias_takesAlongWhatIsInIt() {
    programs.add("thing_app", session -> inner(session, "in"));
    applied();
    programs.add("thing_app", session -> inner(session, "core", "in"));

    onlyMovesTo("component.app.component.core.thing.deep");
  }

  @Test
  void programWithoutAnAlias_isAnotherOne() {
    programs.add("thing_app", session -> inner(session, "in"));
    applied();
    programs.add("thing_app", session -> inner(session, "core"));

    assertThat(changes(stack.plan()))
        .containsExactlyInAnyOrder(
            "create component.app.component.core.thing.deep",
            "delete component.app.component.in.thing.deep");
  }

  @Test
  void groupWithAnAlias_takesAlongWhatIsInIt() {
    programs.add("thing_app", session -> grouped(session, group("outer"), group("in")));
    applied();
    programs.add("thing_app", session -> grouped(session, group("shell", "outer"), group("in")));

    onlyMovesTo("component.app.component.shell.component.in.thing.deep");
  }

  @Test
  void aliasWithAColon_isAName() {
    programs.add("thing_app", session -> deep(session, "x:y"));
    applied();
    programs.add(
        "thing_app",
        session -> {
          session.with(options().aliases(List.of("x:y")).build(), "core", Map.of());
          return Value.text("fixed");
        });

    onlyMovesTo("component.app.thing.core");
  }

  @Test
  void groupThatIsNamedAfterARenamedComponent_isTakenAlong() {
    programs.add("thing_app", session -> grouped(session, group(own(session, "-group"))));
    applied();
    renamed("app", "web");

    onlyMovesTo("component.web.component.web-group.thing.deep");
  }

  @Test
  void programThatIsNamedAfterARenamedGroup_isTakenAlong() {
    programs.add("thing_inner", session -> deep(session, own(session, "-deep")));
    programs.add("thing_app", session -> inner(session, own(session, "-in")));
    applied();
    renamed("app", "web");

    onlyMovesTo("component.web.component.web-in.thing.web-in-deep");
  }

  @Test
  void componentWithAnAliasOfOneThatIsThere_isRefused() {
    programs.add("thing_app", session -> inner(session, "in"));
    applied();
    programs.add(
        "thing_app",
        session -> {
          inner(session, "core", "in");
          return inner(session, "in");
        });

    assertThat(stack.plan().diagnostics())
        .extracting(Diagnostic::summary)
        .contains("Former address is still declared");
  }
}
