package io.keelson.engine.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ProviderFaultTest {
  private static final Subject SUBJECT = Subject.of(InstanceAddress.parse("server.web"));

  @Test
  @Tag("R-DIAG-8")
  @Tag("R-CHK-22")
  void everyFault_namesTheProviderAndSaysThatItIsItsBug() {
    assertThat(
            Stream.of(
                new ProviderFault(SUBJECT, "cloud", "Wrong").at(AttributePath.of("size"), "it is"),
                ProviderFault.threw(SUBJECT, "cloud", new IllegalStateException("hidden"))))
        .allSatisfy(fault -> {
          assertThat(fault.subject()).isEqualTo(SUBJECT);
          assertThat(fault.detail())
              .contains("\"cloud\"", "a bug of the provider, to be reported there")
              .doesNotContain("hidden");
        })
        .extracting(Diagnostic::isError)
        .containsOnly(true);
  }
}
