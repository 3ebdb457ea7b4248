package io.keelson.engine.scenario;

import static io.keelson.testing.RegistrationOptionsBuilder.options;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Value;
import io.keelson.testing.FakePrograms;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Objects that programs take over.
@Timeout(60)
final class ProgramImportTest {
  private final RegionalStack stack = new RegionalStack();
  private final FakePrograms programs = stack.systems.programs();

  /// A program cannot say that what it takes over may be replaced.
  @Test
  @Tag("R-PUL-45")
  void importThatWouldReplaceTheObject_isRefused() {
    programs.add(
        "thing_app",
        session -> {
          var options = options().importId("other#1").build();
          return FakePrograms.attribute(
              session.with(options, "back", Map.of("kind", Value.text("new"))).object(), "id");
        });
    stack.declare(RegionalStack.OTHER, "main", 1);
    assertThat(stack.apply().complete()).isTrue();
    stack.resources.clear();
    stack.state = StackState.EMPTY;
    stack.use("app", Map.of());

    var planned = stack.plan();

    assertThat(planned.plan().effective())
        .noneMatch(each -> each.object().toString().contains("thing.back"));
    assertThat(planned.diagnostics()).anyMatch(Diagnostic::isError);
    stack.apply();
    assertThat(stack.region("east")).contains("other#1");
  }
}
