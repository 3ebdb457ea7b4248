package io.keelson.provider.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ImportIdTest {
  private static final String OWN = "Deployment.apps/shop/web";

  @ParameterizedTest
  @ValueSource(strings = {OWN, "deployment.apps/shop/web", "Deployment.apps/web"})
  @Tag("R-PUL-46")
  void spellingOfAnId_isOfTheSameObject(String written) {
    assertThat(ImportId.areOfOneObject(written, OWN)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Deployment.apps/shop/api",
        "Deployment.apps/test/web",
        "StatefulSet.apps/shop/web",
        "web",
        ""
      })
  @Tag("R-PUL-46")
  void idOfSomethingElse_isNotOfTheSameObject(String written) {
    assertThat(ImportId.areOfOneObject(written, OWN)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ConfigMap/..", "ConfigMap/../a", "ConfigMap/a b/c", "ConfigMap/a%2Fb"})
  void wordThatNoObjectCanHave_namesNone(String written) {
    assertThat(ImportId.parse(written)).isEmpty();
  }
}
