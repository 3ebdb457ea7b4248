package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.provider.plugin.process.Redaction;
import io.keelson.provider.plugin.proto.Tfplugin;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a provider reports, without the secrets that this host knows.
@Tag("R-SENS-11")
final class ReportsTest {
  private final Redaction redaction = new Redaction();

  private AttributePath path(String key) {
    return path(Tfplugin.AttributePath.Step.newBuilder().setElementKeyString(key));
  }

  private AttributePath path(Tfplugin.AttributePath.Step.Builder second) {
    redaction.hideAlways(List.of("hunter2-of-the-cloud"));
    var path =
        Tfplugin.AttributePath.newBuilder()
            .addSteps(Tfplugin.AttributePath.Step.newBuilder().setAttributeName("tags"))
            .addSteps(second)
            .addSteps(Tfplugin.AttributePath.Step.newBuilder().setAttributeName("value"));
    var reported = Tfplugin.Diagnostic.newBuilder().setSummary("No").setAttribute(path).build();
    return new Reports("cloud", redaction).of(List.of(reported)).getFirst().path();
  }

  @Test
  void keyThatIsASecret_endsThePath() {
    assertThat(path("hunter2-of-the-cloud")).isEqualTo(AttributePath.of("tags"));
  }

  @Test
  void keyThatHoldsASecret_endsThePath() {
    assertThat(path("token=hunter2-of-the-cloud;")).isEqualTo(AttributePath.of("tags"));
  }

  /// Names in objects of any type are the provider's.
  @Test
  void nameThatIsASecret_endsThePath() {
    assertThat(
            path(Tfplugin.AttributePath.Step.newBuilder().setAttributeName("hunter2-of-the-cloud")))
        .isEqualTo(AttributePath.of("tags"));
  }

  @Test
  void otherKey_isTold() {
    assertThat(path("owner")).isEqualTo(AttributePath.of("tags").key("owner").attribute("value"));
  }
}
