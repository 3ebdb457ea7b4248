package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.json.JsonValues;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Who approves a plan approves also what it gives to write-only attributes, unless that is
/// ephemeral and may be another value each time.
final class WriteOnlyApprovalTest {
  private static final String STACK =
      """
      story: A server with a password that nobody stores.
      provider: {server: {writeOnly: [password], types: {version: number}}}
      config:
        variable.password: {value: PASSWORD, sensitive: true}
        server.web: {password: "${variable.password}", version: 1}
      """;

  private static PlanOutcome planned(String password) throws JsonValues.NotAValue {
    return Overheard.of(STACK.replace("PASSWORD", password)).plan();
  }

  @Test
  @Tag("R-WO-1")
  void anotherValue_isAnotherPlan() throws JsonValues.NotAValue {
    var first = planned("first-pw");

    assertThat(planned("first-pw").plan().digest()).isEqualTo(first.plan().digest());
    assertThat(planned("second-pw").plan().digest()).isNotEqualTo(first.plan().digest());
  }

  @Test
  @Tag("R-WO-1")
  void value_isNotInWhatIsPlanned() throws JsonValues.NotAValue {
    var changes = planned("first-pw").plan().changes();
    var change =
        Objects.requireNonNull(changes.get(ObjectRef.current(InstanceAddress.parse("server.web"))));

    assertThat(change.after().orElseThrow().toString()).doesNotContain("first-pw");
    assertThat(change.written().orElseThrow().toString()).contains("first-pw");
  }
}
