package io.keelson.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.api.provider.ProviderSpec;
import io.keelson.operator.api.provider.ProviderSpec.Protocol;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is told of a provider before it is installed.
final class PluginInstallerTest {
  @ParameterizedTest
  @CsvSource({
    "Terraform, hashicorp/google-beta, google-beta",
    "Pulumi, pulumi.test/pulumi/google-native, google_native",
  })
  void prefixOfTypes_hasNoHyphens_whereTypesHaveNone(
      Protocol protocol, String source, String prefix) {
    var spec = new ProviderSpec();
    spec.protocol = protocol;
    spec.source = source;
    assertThat(PluginInstaller.prefix(spec)).contains(prefix);
  }
}
