package io.keelson.engine.scenario;

import static io.keelson.testing.FakePrograms.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakePrograms;
import io.keelson.testing.FakePrograms.ProgramFailed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Programs that say again what came to them from a Secret, and do not say that it is one.
@Timeout(60)
@Tag("R-SENS-11")
final class ProgramSecretsTest {
  private static final String SECRET = "hunter2-hunter2";

  private final RegionalStack stack = new RegionalStack();
  private final FakePrograms programs = stack.systems.programs();

  @BeforeEach
  void componentGetsASecret() {
    stack.resources.clear();
    stack.variables.put("key", Value.text(SECRET).mark(Marks.secret("variable.key")));
    stack.components.add(
        new ComponentDeclaration.Component(
            "app",
            ComponentDeclaration.of(
                new ComponentDeclaration.Program("place", "thing:app"),
                new TreeMap<>(Map.of("place", new ComponentDeclaration.Slot("thing", false)))),
            new TreeMap<>(Map.of("kind", Value.text("${variable.key}"))),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            ComponentDeclaration.Inherited.NONE,
            new TreeMap<>(Map.of("place", "main")),
            List.of()));
  }

  /// The input as a program has it that does not care for marks.
  private static String plain(FakePrograms.Session session) {
    return ((Value.Text) session.input("kind").unmark().value()).text();
  }

  private String shown() {
    var planned = stack.plan();
    assertThat(stack.loading).isEmpty();
    return PlanText.of(planned.plan()) + said(planned.diagnostics());
  }

  private static String said(List<Diagnostic> diagnostics) {
    return diagnostics.stream()
        .map(each -> each.subject() + ": " + each.summary() + ": " + each.detail())
        .collect(Collectors.joining("\n"));
  }

  @Test
  @Tag("R-PRG-20")
  void whatIsRegisteredWithASecretInside_isShownToNobody() {
    programs.add(
        "thing_app",
        session -> {
          session.thing("db", Map.of("kind", Value.text("db://" + plain(session) + "@host")));
          return Value.text("x");
        });

    assertThat(shown()).contains("thing.db will be created").doesNotContain("hunter2");
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.systems.world("east").things().values().toString()).contains(SECRET);
    var db = stack.state.instances().values().iterator().next().current().orElseThrow();
    assertThat(db.sensitive().secret().toString()).contains("kind");
  }

  @Test
  @Tag("R-PRG-20")
  void outputWithASecretInside_isASecretWhereverItIsUsed() {
    programs.add("thing_app", session -> Value.text(plain(session) + ".example.com"));
    stack.declare(
        RegionalStack.OTHER,
        Optional.of("main"),
        Map.of("kind", Value.text("${component.app.id}")));

    assertThat(shown()).contains("thing.other will be created").doesNotContain("hunter2");
  }

  @Test
  @Tag("R-PRG-20")
  void failure_isToldWithoutTheSecret() {
    programs.add(
        "thing_app",
        session -> {
          throw new ProgramFailed("Nobody lets " + plain(session) + " in.");
        });

    assertThat(said(stack.plan().diagnostics()))
        .contains("component.app: The program failed: Nobody lets (sensitive value) in.");
  }

  @Test
  @Tag("R-PRG-20")
  void secretInAName_isRefused_whateverTheProgramMakesOfIt() {
    programs.add(
        "thing_app",
        session -> {
          try {
            return attribute(session.thing("of-" + plain(session), Map.of()), "id");
          } catch (ProgramFailed e) {
            return Value.text("x");
          }
        });

    var shown = shown();

    assertThat(shown).contains("component.app: Secret in a name").doesNotContain("hunter2");
    stack.apply();
    assertThat(stack.region("east")).isEmpty();
  }

  @Test
  @Tag("R-PRG-20")
  void shortNameThatIsThatOfASecretByChance_isAName() {
    stack.variables.put("key", Value.text("db").mark(Marks.secret("variable.key")));
    programs.add("thing_app", session -> attribute(session.thing("db", Map.of()), "id"));

    assertThat(shown()).contains("thing.db will be created").doesNotContain("Secret in a name");
  }

  @Test
  @Tag("R-PRG-20")
  void valuesThatHaveNothingOfASecret_areShown() {
    programs.add(
        "thing_app",
        session -> attribute(session.thing("one", Map.of("kind", Value.text("k"))), "id"));

    assertThat(shown()).contains("\"k\"");
  }
}
