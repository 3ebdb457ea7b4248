package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.Provider;
import io.keelson.json.JsonValues;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.ProviderDecorator;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What is open for longer than its provider allows at once.
final class EphemeralRenewalTest {
  private static final String STACK =
      """
      story: A token that has to be renewed while servers are made with it.
      provider: {server: {writeOnly: [password]}, token: {computed: [secret]}}
      config:
        ephemeral.token.ci: {name: ci, renews: true}
        server.a: {password: "${ephemeral.token.ci.secret}"}
        server.b: {password: "${ephemeral.token.ci.secret}", size: "${server.a.id}"}
      """;

  private final AtomicReference<FakeProvider> fake = new AtomicReference<>();

  /// With every server that is made the time comes to renew.
  private Provider slow(Provider real) {
    fake.set((FakeProvider) real);
    return new ProviderDecorator(real) {
      @Override
      public ApplyAnswer apply(ApplyRequest request) {
        fake.get().renewAll();
        return super.apply(request);
      }
    };
  }

  @Test
  @Tag("R-WO-4")
  void token_isRenewedWithWhatTheLastRenewalGaveAndClosedWithThat() throws JsonValues.NotAValue {
    var stack = Overheard.of(STACK, this::slow);

    var applied = stack.apply(stack.plan());

    assertThat(applied.complete()).isTrue();
    assertThat(fake.get().events())
        .containsExactly(
            "open token ci",
            "renew token ci",
            "create server.a",
            "renew token ci+",
            "create server.b",
            "close token ci++");
    fake.get().renewAll();
    assertThat(fake.get().events()).hasSize(6);
  }

  @Test
  @Tag("R-WO-4")
  void tokenThatIsNotRenewed_isNotUsedAnyMoreAndClosed() throws JsonValues.NotAValue {
    var stack = Overheard.of(STACK + "failures: {renew token ci: {error: too late}}", this::slow);

    var applied = stack.apply(stack.plan());

    assertThat(fake.get().events())
        .containsExactly("open token ci", "renew token ci", "create server.a", "close token ci");
    assertThat(applied.complete()).isFalse();
    assertThat(applied.diagnostics())
        .extracting(Diagnostic::toString)
        .singleElement()
        .asString()
        .contains("ephemeral.token.ci", "too late");
  }
}
