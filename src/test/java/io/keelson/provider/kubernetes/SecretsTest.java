package io.keelson.provider.kubernetes;

import static io.keelson.provider.kubernetes.ManagedInstance.config;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.value.Unmarked;
import org.junit.jupiter.api.Test;

final class SecretsTest {
  private static final Unmarked SECRET =
      config(
          """
          manifest:
            apiVersion: v1
            kind: Secret
            metadata: {name: login}
            stringData: {password: "cor\\"rect horse", pin: "12"}
          """);

  private static final Unmarked PLAIN =
      config("manifest: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {b: secret}}");

  @Test
  void dataOfASecret_areHiddenHoweverTheyAreSpelled() {
    var secrets = Secrets.of(SECRET);

    assertThat(secrets.hide("bad cor\"rect horse, bad Y29yInJlY3QgaG9yc2U=, bad \"12\""))
        .isEqualTo("bad (sensitive value), bad (sensitive value), bad (sensitive value)");
    assertThat(secrets.hide("x: Invalid value: \"cor\\\"rect horse\": must be short"))
        .isEqualTo("x: Invalid value: (sensitive value): must be short");
  }

  /// The API server repeats a value of any length.
  @Test
  void longValues_areHiddenOrCutBeforeTheReason() {
    var value = "a\\\"".repeat(100_000);
    var message = "spec.x: Invalid value: \"" + value + "\": must be short";

    assertThat(Secrets.of(SECRET).hide(message))
        .isEqualTo("spec.x: Invalid value: (sensitive value): must be short");
    assertThat(Secrets.of(PLAIN).hide(message))
        .startsWith("spec.x: Invalid value: \"a\\\"a")
        .endsWith("…\": must be short")
        .hasSizeLessThan(300);
  }

  @Test
  void messagesAboutOtherObjects_stayAsTheyAre() {
    assertThat(Secrets.of(PLAIN).hide("Invalid value: \"secret\""))
        .isEqualTo("Invalid value: \"secret\"");
  }
}
