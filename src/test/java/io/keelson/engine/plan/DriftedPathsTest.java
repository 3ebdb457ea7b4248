package io.keelson.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class DriftedPathsTest {
  @Test
  @Tag("DEV-9")
  void pathsOfManyReadings_becomeTheirAttributes() {
    var few = keys("tags", 100);
    assertThat(DriftedPaths.bounded(few)).isEqualTo(few);

    var many = keys("tags", 101);
    many.add(AttributePath.of("size"));

    assertThat(DriftedPaths.bounded(many))
        .containsExactly(AttributePath.of("size"), AttributePath.of("tags"));
  }

  private static SortedSet<AttributePath> keys(String attribute, int count) {
    var paths = new TreeSet<AttributePath>();
    for (int i = 0; i < count; i++) paths.add(AttributePath.of(attribute).key("k" + i));
    return paths;
  }
}
