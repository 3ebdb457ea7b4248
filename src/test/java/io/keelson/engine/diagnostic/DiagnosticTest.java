package io.keelson.engine.diagnostic;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class DiagnosticTest {
  private static final Subject EU = Subject.of(InstanceAddress.parse("server.web[\"eu\"]"));
  private static final Subject WEB = Subject.of(ResourceAddress.parse("server.web"));

  private static Diagnostic error(Subject subject) {
    return Diagnostic.error(Code.COUNT, subject, "Invalid count", "Give a number.");
  }

  @Test
  @Tag("R-DIAG-1")
  @Tag("R-DIAG-10")
  void text_saysWhereWhatAndWhatToDo() {
    assertThat(error(EU).at(AttributePath.parse("tags[\"a\"]")).toString())
        .isEqualTo("server.web[\"eu\"]: tags[\"a\"]: Invalid count: Give a number.");
    assertThat(error(WEB).toString()).isEqualTo("server.web: Invalid count: Give a number.");
  }

  @Test
  @Tag("R-DIAG-5")
  void order_isErrorsThenCausesThenPlaces() {
    var warning = Diagnostic.warning(Code.COUNT, Subject.stack(), "a", "");
    var consequence = Diagnostic.error(Code.BROKEN_REFERENCE, Subject.part("local", "a"), "a", "");
    var atPath = error(WEB).at(AttributePath.of("size"));

    assertThat(
            Stream.of(warning, consequence, error(EU), atPath, error(WEB)).sorted(Diagnostic.ORDER))
        .isEqualTo(List.of(error(WEB), atPath, error(EU), consequence, warning));
  }
}
