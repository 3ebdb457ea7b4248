package io.keelson.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keelson.operator.api.provider.ProviderSpec;
import io.keelson.provider.plugin.LostCreate;
import org.junit.jupiter.api.Test;

/// What a Provider says about lost creates.
final class ProviderLaunchTest {
  private static ProviderSpec spec(String mode) throws JsonProcessingException {
    return new YAMLMapper()
        .readValue(
            "{createRecovery: [{type: time_static, mode: %s}]}".formatted(mode),
            ProviderSpec.class);
  }

  @Test
  void modeThatIsKnown_isUsed() throws JsonProcessingException {
    assertThat(ProviderLaunch.recovery(spec("Repeatable")))
        .containsEntry("time_static", new LostCreate.Repeat());
  }

  @Test
  void modeThatThisVersionDoesNotKnow_isTakenForNone() {
    assertThatThrownBy(() -> ProviderLaunch.recovery(spec("Sometimes")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("time_static")
        .hasMessageContaining("update the operator");
  }
}
