package io.keelson.operator.state;

import static org.assertj.core.api.Assertions.assertThat;

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
}
