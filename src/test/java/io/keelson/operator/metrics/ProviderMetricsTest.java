package io.keelson.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ReadAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProviderMetricsTest {
  private final OperatorMetrics metrics = new OperatorMetrics();

  private static Diagnostic problem(Code code) {
    return Diagnostic.error(code, Subject.stack(), "No", "The word is secret-canary.");
  }

  private String line(String method, String code) {
    return "keelson_provider_requests_total{code=\"%s\",method=\"%s\",provider=\"%s\"} 1.0"
        .formatted(code, method, StubProvider.NAME);
  }

  @Test
  void requests_areCountedByTheKindOfTheirFirstError() {
    var refused = new ReadAnswer.Failed(List.of(problem(Code.CREDENTIALS)));
    metrics.providers().measured(StubProvider.answering(refused)).read(null);
    metrics
        .providers()
        .measured(StubProvider.answering(new ApplyAnswer.NotSent(problem(Code.PROVIDER_ERROR))))
        .apply(null);
    metrics.providers().measured(StubProvider.answering(List.of())).validate("thing", null);

    assertThat(metrics.text())
        .contains(
            line("read", "CREDENTIALS"), line("apply", "PROVIDER_ERROR"), line("validate", "OK"))
        .doesNotContain("canary");
  }

  @Test
  void exception_isPassedOnAndCountsAsUnknown() {
    var broken =
        metrics.providers().measured(StubProvider.answering(new IllegalStateException("x")));

    assertThatThrownBy(() -> broken.read(null)).isInstanceOf(IllegalStateException.class);
    assertThat(metrics.text()).contains(line("read", "Unknown"));
  }

  @Test
  void whatIsAnsweredFromMemory_isNotCounted() {
    metrics.providers().measured(StubProvider.answering("1.0")).identity();

    assertThat(metrics.text()).doesNotContain("keelson_provider_requests_total{");
  }
}
