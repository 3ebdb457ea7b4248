package io.keelson.operator.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.api.component.ComponentDefinitionSpec;
import io.keelson.version.Version;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-CMP-54")
final class RetentionTest {
  private static Published published(String version) {
    return new Published(
        new DefinitionKey("platform", "web"),
        "web-" + version,
        Version.read(version).orElseThrow(),
        "2026-01-01T00:00:00Z",
        new ComponentDefinitionSpec(),
        version,
        false,
        List.of(),
        new TreeMap<>(),
        false,
        1);
  }

  private static List<Published> patches(String minor, int most) {
    return IntStream.rangeClosed(0, most)
        .mapToObj(patch -> published(minor + "." + patch))
        .toList();
  }

  private static List<String> superfluous(List<Published> all, String... used) {
    return Retention.superfluous(all, Set.of(used)).stream().map(Published::name).toList();
  }

  @Test
  void tenBesideTheNewest_areKept() {
    assertThat(superfluous(patches("1.0", 10))).isEmpty();
    assertThat(superfluous(patches("1.0", 12))).containsExactly("web-1.0.1", "web-1.0.0");
  }

  @Test
  void usedOnes_areKept_besideTheTen() {
    assertThat(superfluous(patches("1.0", 12), "platform/web-1.0.0")).containsExactly("web-1.0.1");
    assertThat(superfluous(patches("1.0", 12), "platform/web-1.0.7")).containsExactly("web-1.0.0");
  }

  @Test
  void newestOfEachMinor_isKept() {
    var all =
        Stream.of(patches("1.0", 1), patches("1.1", 1), patches("2.0", 12))
            .flatMap(List::stream)
            .toList();

    assertThat(superfluous(all))
        .containsExactly("web-2.0.1", "web-2.0.0", "web-1.1.0", "web-1.0.0");
  }

  @Test
  void prerelease_isNotTheNewestOfItsMinor_whereThereIsARelease() {
    var all = Stream.concat(patches("1.0", 10).stream(), Stream.of(published("1.0.0-rc.1")));

    assertThat(superfluous(all.toList())).containsExactly("web-1.0.0-rc.1");
  }
}
