package io.keelson.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApiResourceTest {
  /// What was recorded is not checked again before it is looked for.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v1      | /api/v1",
        "apps/v1 | /apis/apps/v1",
        "v 1     | /api/v%201",
        "'v1\n'  | /api/v1%0A",
        "'v1\0'  | /api/v1%00",
        "v1?a=b  | /api/v1%3Fa%3Db"
      })
  void rootOfAnyText_isAnAddress(String apiVersion, String root) {
    assertThat(ApiResource.root(apiVersion)).isEqualTo(root);
    assertThat(URI.create("https://server" + root).getRawPath()).isEqualTo(root);
  }
}
