package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What providers are told of ephemeral variables, and what an apply does with values that the plan
/// was not made with.
final class EphemeralVariableTest {
  private static final String STACK =
      """
      story: A server with a password that is kept nowhere.
      provider: {server: {writeOnly: [password], types: {version: number}}}
      config:
        variable.password: {%s ephemeral: true}
        server.web: {password: "${variable.password}", version: 1}
        server.xyz: {version: 1}
      """;

  private static Overheard given(String password) throws JsonValues.NotAValue {
    return Overheard.of(STACK.formatted("value: " + password + ","));
  }

  private static Value password(Value config) {
    return ((Mapping) config).attribute("password");
  }

  @Test
  @Tag("R-WO-1")
  @Tag("R-WO-3")
  void value_reachesTheProviderInPlanAndApplyAndIsInNoAnswer() throws JsonValues.NotAValue {
    var stack = given("first-pw");

    var planned = stack.plan();
    assertThat(password(stack.plans.getFirst().config().value())).isEqualTo(Value.text("first-pw"));
    assertThat(password(stack.plans.getFirst().proposed().value()).isNull()).isTrue();
    assertThat(planned.plan().changes().values())
        .allSatisfy(change -> assertThat(change.after().orElseThrow().marked()).isFalse());

    var applied = stack.apply(planned);
    var request =
        stack.applies.stream()
            .filter(each -> each.at().equals(InstanceAddress.parse("server.web")))
            .findFirst()
            .orElseThrow();
    assertThat(password(request.config().value())).isEqualTo(Value.text("first-pw"));
    var stored = applied.state().instance(request.at()).current().orElseThrow();
    assertThat(stored.attributes().json().asUtf8()).doesNotContain("first-pw");
  }

  @Test
  @Tag("R-WO-4")
  @Tag("R-VAL-3")
  void otherValueAtApply_isTheOneThatIsUsedAndThePlanIsTheSame() throws JsonValues.NotAValue {
    var planned = given("first-pw").plan();
    var later = given("second-pw");

    assertThat(later.plan().plan().digest()).isEqualTo(planned.plan().digest());
    assertThat(later.apply(planned).complete()).isTrue();

    assertThat(later.applies)
        .extracting(each -> password(each.config().value()))
        .contains(Value.text("second-pw"))
        .doesNotContain(Value.text("first-pw"));
  }

  @Test
  @Tag("R-WO-4")
  void noValueAtApply_isAnErrorBeforeAnythingIsTouched() throws JsonValues.NotAValue {
    var planned = given("first-pw").plan();
    var later = Overheard.of(STACK.formatted(""));

    var applied = later.apply(planned);

    assertThat(later.calls).isEmpty();
    assertThat(applied.state()).isEqualTo(later.prior());
    assertThat(applied.complete()).isFalse();
    assertThat(applied.diagnostics())
        .extracting(Diagnostic::toString)
        .singleElement()
        .asString()
        .contains("variable.password", "Nothing was done", "Give the value");
  }

  @Test
  @Tag("R-WO-3")
  @Tag("R-DIAG-9")
  void refusal_saysWhereAndWhyAndWhatToDoButNotTheValue() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: A password in an ordinary attribute.
            provider: {server: {writeOnly: [password]}}
            config:
              variable.password: {value: hunter2, ephemeral: true}
              server.web: {name: "x-${variable.password}"}
            """);

    assertThat(stack.plan().diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.path()).hasToString("config.name");
          assertThat(each.subject()).hasToString("server.web");
          assertThat(each.detail())
              .isEqualTo(
                  "The value comes from variable.password, which is ephemeral and never stored,"
                      + " but this attribute is recorded. Give it to a write-only attribute"
                      + " (password), or use a value that is not ephemeral.");
          assertThat(each.toString()).doesNotContain("hunter2");
        });
    assertThat(stack.calls).doesNotContain("plan", "validate");
  }
}
