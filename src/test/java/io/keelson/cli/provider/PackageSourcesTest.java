package io.keelson.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.keelson.operator.api.provider.ProviderSpec;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts of Providers and of their Secrets that become addresses and headers.
final class PackageSourcesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"https://a|b/", "https://[", "https://my_host/", "https:///path", "https://a/b c"})
  void urlThatLeadsNowhere_isTheUsersMistake(String url) {
    assertThatThrownBy(() -> PackageSources.address(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the url '" + url + "' in spec.sources is no address")
        .hasMessageContaining("as %XX");
  }

  @ParameterizedTest
  @CsvSource({
    "https://host/a, host",
    "https://host:443/a, host",
    "https://host:8443/a%20b, host:8443",
  })
  void token_isForTheHostThatIsAsked(String url, String host) {
    assertThat(PackageSources.host(PackageSources.address(url))).isEqualTo(host);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "abc\n", " abc\r\n"})
  void spaceAroundAToken_isNoneOfIt(String text) {
    assertThat(OperatorSecrets.token(text)).contains("abc");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "a\nb", "a b", "a\0", "a\u007f", "ä"})
  void textThatIsNoToken_isNotSent(String text) {
    assertThat(OperatorSecrets.token(text)).isEmpty();
  }

  @Test
  void archivesOnAServer_needOneVersionAndAChecksum() {
    assertThatThrownBy(() -> open(archives("1.2.0", null)))
        .hasMessage(
            "spec.sources names archives at https://host/plugins, and nothing there says what they"
                + " are: declare the SHA-256 of the archive in spec.checksums, as zh: and 64"
                + " hexadecimal digits");
    for (var each : Arrays.asList("~> 1.2", null))
      assertThatThrownBy(() -> open(archives(each, "zh:" + "0".repeat(64))))
          .hasMessage(
              "spec.sources names archives at https://host/plugins, and there is no list of"
                  + " versions: write one version into spec.version, such as 4.18.2");
    assertThat(open(archives("1.2.0", "zh:" + "0".repeat(64))))
        .containsExactly("the server https://host/plugins/");
  }

  @Test
  void archivesOnAServer_areOfPulumi() {
    var spec = archives("1.2.0", "zh:" + "0".repeat(64));
    spec.protocol = ProviderSpec.Protocol.Terraform;

    assertThatThrownBy(() -> open(spec))
        .hasMessageStartingWith(
            "spec.sources names archives, and they are those of Pulumi plugins");
  }

  private static ProviderSpec archives(@Nullable String version, @Nullable String checksum) {
    var spec = new ProviderSpec();
    spec.protocol = ProviderSpec.Protocol.Pulumi;
    spec.version = version;
    spec.checksums = checksum == null ? null : List.of(checksum);
    var source = new ProviderSpec.Source();
    source.archives = new ProviderSpec.Server();
    source.archives.url = "https://host/plugins";
    spec.sources = List.of(source);
    return spec;
  }

  /// The names of the sources.
  private static List<String> open(ProviderSpec spec) {
    try (var client = new KubernetesClientBuilder().build();
        var opened =
            new PackageSources(Mirrors.NONE, new OperatorSecrets(client, "none")).open(spec)) {
      return opened.sources().stream().map(each -> each.source().name()).toList();
    }
  }
}
