package io.keelson.engine.scenario;

import static io.keelson.testing.RegistrationOptionsBuilder.options;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.apply.ApplyProgress;
import io.keelson.engine.plan.Step;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakePrograms;
import io.keelson.testing.FakePrograms.ProgramFailed;
import io.keelson.testing.FakePrograms.Session;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is planned for something that a program does not register again while the plan is carried
/// out.
@Timeout(60)
@Tag("R-PRG-22")
final class NotRegisteredAgainTest {
  private static final InstanceAddress FRONT = InstanceAddress.parse("component.app.thing.front");

  private final RegionalStack stack = new RegionalStack();
  private final CountDownLatch failed = new CountDownLatch(1);

  @BeforeEach
  void applied() {
    stack.systems.programs().add("thing_app", session -> run(session, false));
    stack.use("app", Map.of("kind", Value.text("one")));
    assertThat(stack.apply().diagnostics()).isEmpty();
  }

  private Value run(Session session, boolean triggered) throws ProgramFailed {
    var back = session.made("back", Map.of("kind", session.input("kind")));
    var options = options();
    if (triggered) options.replaceTrigger(FakePrograms.attribute(back.object(), "id"));
    session.with(options.build(), "front", Map.of());
    return Value.text("done");
  }

  private Value failAfterBack(Session session) throws ProgramFailed {
    if (session.request().surroundings().planning()) return run(session, true);
    session.made("back", Map.of("kind", session.input("kind")));
    failed.countDown();
    throw new ProgramFailed("Enough.");
  }

  /// Lets checks begin only when the program has failed.
  private final class ChecksLast implements ApplyProgress {
    @Override
    public void began(Step step) {
      if (step instanceof Step.Check) awaitFailure();
    }

    private void awaitFailure() {
      try {
        assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void called(Step step, Supplier<Optional<String>> waits) {}

    @Override
    public void ended(Step step, boolean done) {}
  }

  @Test
  @Tag("R-PUL-14")
  void firstTrigger_isNotNotedAndNotBlamed() {
    stack.systems.programs().add("thing_app", this::failAfterBack);
    stack.use("app", Map.of("kind", Value.text("two")));
    stack.progress = new ChecksLast();

    assertThat(stack.apply().diagnostics())
        .extracting(each -> each.subject() + ": " + each.detail())
        .containsExactly("component.app: Enough.");
    assertThat(trigger()).isEmpty();

    stack.systems.programs().add("thing_app", session -> run(session, true));
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(trigger()).isNotEmpty();
  }

  private String trigger() {
    return stack.state.instance(FRONT).current().orElseThrow().flags().replaceTrigger();
  }
}
