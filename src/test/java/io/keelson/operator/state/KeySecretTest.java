package io.keelson.operator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeySecretTest {
  /// A ProviderConfig of the namespace `default` is not taken for what nobody declared.
  @ParameterizedTest
  @CsvSource({
    "cloud, provider.cloud",
    "a.b-c, provider.a.b-c",
    "default/time, provider.default_time",
    "default_time, provider.default..time",
    "default_google-beta, provider.default..google-beta",
    "platform/cloud_0a1b, provider.platform_cloud..0a1b"
  })
  void nameOfAConfiguration_isToldByItsKey(String name, String key) {
    assertThat(KeySecret.key(name)).isEqualTo(key).matches("[-._a-zA-Z0-9]+");
    assertThat(KeySecret.configuration(key)).isEqualTo(name);
  }

  private static SecretBuilder secret(int key, String outputs) {
    return new SecretBuilder()
        .withNewMetadata()
        .withResourceVersion("1")
        .endMetadata()
        .addToData("key", Base64.getEncoder().encodeToString(keyOf(key)))
        .addToData("outputs", outputs);
  }

  private static byte[] keyOf(int number) {
    var key = new byte[Sealer.KEY_LENGTH];
    key[0] = (byte) number;
    return key;
  }

  private static String version(SecretBuilder secret) {
    return KeySecret.outputsVersion(secret.build());
  }

  @Test
  void versionOfOutputs_changesWithThemAndTellsNothingOfThem() {
    var version = version(secret(1, "b25l"));

    assertThat(version).isNotEmpty().doesNotContain("b25l");
    assertThat(version(secret(1, "dHdv"))).isNotEqualTo(version);
    assertThat(version(secret(2, "b25l"))).isNotEqualTo(version);
    assertThat(
            version(
                secret(1, "b25l")
                    .addToData("provider.cloud", "e30=")
                    .editMetadata()
                    .withResourceVersion("2")
                    .endMetadata()))
        .isEqualTo(version);
    assertThat(version(secret(1, "b25l").removeFromData("outputs"))).isEmpty();
  }
}
