package io.keelson.engine.scenario;

import static io.keelson.testing.RegistrationOptionsBuilder.options;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.program.ProgramRequest;
import io.keelson.engine.program.Registration;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakePrograms;
import io.keelson.testing.FakePrograms.ProgramFailed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Options of a component that a program registers, which is a program itself: they hold for
/// everything inside that says nothing itself.
@Tag("R-PRG-25")
@Timeout(60)
final class NestedProgramOptionsTest {
  private static final ResourceAddress BACK = ResourceAddress.managed("thing", "back");
  private static final InstanceAddress DEEP =
      InstanceAddress.parse("component.app.component.in.thing.deep");

  private final RegionalStack stack = new RegionalStack();
  private final FakePrograms programs = stack.systems.programs();
  private final AtomicReference<ProgramRequest.Inherited> told = new AtomicReference<>();

  @BeforeEach
  void componentInAComponent() {
    stack.resources.clear();
    programs.add(
        "thing_inner",
        session -> {
          told.set(session.request().inherited());
          return FakePrograms.attribute(session.thing("deep", Map.of()), "id");
        });
    stack.use("app", Map.of());
  }

  private void registering(Registration.Options options) {
    programs.add(
        "thing_app",
        session -> {
          session.thing("back", Map.of());
          return inner(session, options);
        });
  }

  private static Value inner(FakePrograms.Session session, Registration.Options options)
      throws ProgramFailed {
    return FakePrograms.attribute(session.program(options, "thing:inner", "in", Map.of()), "id");
  }

  /// Nothing but the thing at the back is registered any more.
  private void registeringNothingInside() {
    programs.add(
        "thing_app", session -> FakePrograms.attribute(session.thing("back", Map.of()), "id"));
  }

  private void applied() {
    var outcome = stack.apply();
    assertThat(stack.loading).isEmpty();
    assertThat(outcome.diagnostics()).isEmpty();
    assertThat(stack.state.instance(DEEP).current()).isPresent();
  }

  private static List<String> changes(PlanOutcome outcome) {
    return outcome.plan().effective().stream()
        .map(change -> change.action().word() + " " + change.object())
        .toList();
  }

  @Test
  void whatIsNotDestroyed_isForgotten() {
    registering(options().destroy(false).build());
    applied();
    registeringNothingInside();

    assertThat(changes(stack.plan())).containsExactly("forget " + DEEP);
  }

  @Test
  void whatIsProtected_isNotDestroyed() {
    registering(options().preventDestroy(true).build());
    applied();
    registeringNothingInside();

    assertThat(stack.plan().diagnostics())
        .extracting(Diagnostic::summary)
        .containsExactly("Destruction is prevented");
  }

  @Test
  void whatGoesWithSomething_isNotDeletedItself() {
    var back = BACK.within(DEEP.resource().in().first(1));
    registering(options().deletedWith(back).build());

    applied();

    assertThat(stack.state.instance(DEEP).current().orElseThrow().flags().deletedWith())
        .contains(Target.parse(back.toString()));
  }

  @Test
  void programInside_isToldWhatHoldsForIt() {
    stack.use(
        "app",
        Map.of(),
        Optional.empty(),
        List.of(),
        new ComponentDeclaration.Inherited(Optional.of(true), Optional.of(true), Optional.empty()));
    registering(options().destroy(false).build());

    applied();

    assertThat(told.get())
        .isEqualTo(new ProgramRequest.Inherited(Optional.of(true), Optional.of(false)));
  }
}
