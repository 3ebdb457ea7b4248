package io.keelson.provider.plugin.install.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlacesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"https://host", "https://host/a", "https://host:8443/a%20b", "https://host/%2F"})
  void folder_isTheSameAddressWithASlash(String base) {
    assertThat(Places.folder(URI.create(base))).hasToString(base + "/");
  }
}
