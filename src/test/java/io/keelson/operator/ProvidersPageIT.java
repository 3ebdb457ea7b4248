package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The page about providers shows what really happens: its manifests are applied, its commands run,
/// and what they print is what it says.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@Order(OnControlPlane.EARLY)
final class ProvidersPageIT {
  private static final Path PAGE = Path.of("docs/providers.md");
  private static final String REFERENCE = "\n## Where packages come from\n";
  private static final String PROVIDER = "time";

  @TempDir private Path folder;

  private ProviderFixture fixture;
  private PageWalk walk;

  @BeforeEach
  void start(TestNamespace namespace) throws IOException {
    fixture = new ProviderFixture(namespace);
    walk = new PageWalk(folder, namespace);
  }

  @AfterEach
  void stop() {
    fixture.close();
    fixture.giveUp(PROVIDER);
  }

  @Test
  void walkThrough_isWhatHappens() throws IOException {
    var page = Files.readString(PAGE);

    walk.take(
        PageWalk.blocks(page.substring(0, page.indexOf(REFERENCE))),
        block -> {
          assertThat(block.language()).isEqualTo("yaml");
          fixture.kubectl.apply(
              block
                  .content()
                  .replace("/var/lib/keelson/mirror", TestProviders.mirror().toString()));
        });
  }
}
