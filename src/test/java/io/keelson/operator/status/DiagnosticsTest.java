package io.keelson.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DiagnosticsTest {
  @Test
  void instancesThatMayExist_areNamedTogether() {
    var problems = IntStream.range(0, 10).mapToObj(DiagnosticsTest::uncertain).toList();

    assertThat(Diagnostics.told(problems.getFirst(), problems))
        .startsWith(
            "Of 10 instances nobody knows whether they exist: thing.web[0], thing.web[1],"
                + " thing.web[2], thing.web[3], thing.web[4] and 5 more. thing.web[0]: ");
  }

  @Test
  void oneInstance_isToldAsItIs() {
    var problem = uncertain(0);

    assertThat(Diagnostics.told(problem, List.of(problem))).isEqualTo(problem.toString());
  }

  @Test
  void whatFailsInAProgram_isToldBeforeTheProgram() {
    var warning = Diagnostic.warning(Code.PROGRAM, Subject.stack(), "Slow", "It took long.");
    var program = error(Code.PROGRAM, Subject.of(ComponentPath.ROOT.component("app")));
    var inner =
        error(Code.PROGRAM, Subject.of(ComponentPath.ROOT.component("app").component("in")));
    var child =
        error(
            Code.PROVIDER_ERROR,
            Subject.of(InstanceAddress.parse("component.app.component.in.thing.db")));
    var other =
        error(Code.PROVIDER_ERROR, Subject.of(InstanceAddress.parse("component.apple.thing.x")));

    assertThat(Diagnostics.firstError(List.of(warning, program, inner, child, other)))
        .contains(child);
    assertThat(Diagnostics.firstError(List.of(warning, program, other))).contains(program);
    assertThat(Diagnostics.firstError(List.of(warning))).isEmpty();
  }

  private static Diagnostic error(Code code, Subject subject) {
    return Diagnostic.error(code, subject, "It failed", "That is all.");
  }

  private static Diagnostic uncertain(int index) {
    var at = InstanceAddress.parse("thing.web[" + index + "]");
    return Diagnostic.error(
        Code.OUTCOME_UNKNOWN, Subject.of(at), "Nobody knows", "Its creation began.");
  }
}
