package io.keelson.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.provider.FoundData;
import io.keelson.operator.trace.Traces;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProviderMetricsTest {
  private static final InstanceAddress AT = InstanceAddress.parse("data.thing.web");

  private final OperatorMetrics metrics = new OperatorMetrics(Traces.NONE);

  private static Diagnostic problem(Code code) {
    return Diagnostic.error(code, Subject.stack(), "No", "The word is secret-canary.");
  }

  private String line(String method, String code) {
    return line(method, code, 1);
  }

  private String line(String method, String code, double count) {
    return "keelson_provider_requests_total{code=\"%s\",method=\"%s\",provider=\"%s\"} %s"
        .formatted(code, method, StubProvider.NAME, count);
  }

  private void read(Answer<FoundData> answer) {
    metrics
        .providers()
        .measured(StubProvider.answering(answer))
        .readData("thing", AT, StubProvider.NOTHING);
  }

  @Test
  void requests_areCountedByTheKindOfTheirFirstError() {
    read(Answer.failed(problem(Code.CREDENTIALS)));
    read(new Answer.Deferred<>(new Deferral(Deferral.Reason.PROVIDER_CONFIG_UNKNOWN, List.of())));
    var _ =
        metrics
            .providers()
            .measured(StubProvider.answering(List.of(problem(Code.INVALID_CONFIG))))
            .validate("thing", StubProvider.NOTHING);

    assertThat(metrics.text())
        .contains(
            line("readData", "CREDENTIALS"),
            line("readData", "DEFERRED"),
            line("validate", "INVALID_CONFIG"))
        .doesNotContain("canary");
  }

  /// A rate tells nothing of the number that a counter begins with.
  @Test
  void failures_areCountedFromZeroFromTheFirstRequestOn() {
    read(Answer.failed(problem(Code.CREDENTIALS)));

    assertThat(metrics.text())
        .contains(
            line("readData", "OK", 0),
            line("readData", "PROVIDER_ERROR", 0),
            line("readData", "OUTCOME_UNKNOWN", 0),
            line("readData", "Unknown", 0));
  }

  @Test
  void exception_isPassedOnAndCountsAsUnknown() {
    var broken =
        metrics.providers().measured(StubProvider.answering(new IllegalStateException("x")));

    assertThatThrownBy(() -> broken.validate("thing", StubProvider.NOTHING))
        .isInstanceOf(IllegalStateException.class);
    assertThat(metrics.text()).contains(line("validate", "Unknown"));
  }

  @Test
  void whatIsAnsweredFromMemory_isNotCounted() {
    metrics.providers().measured(StubProvider.answering("1.0")).identity();

    assertThat(metrics.text()).doesNotContain("keelson_provider_requests_total{");
  }
}
