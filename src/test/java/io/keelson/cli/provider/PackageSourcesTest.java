package io.keelson.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
