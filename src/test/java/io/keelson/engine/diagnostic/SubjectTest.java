package io.keelson.engine.diagnostic;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-DIAG-10")
final class SubjectTest {
  // A dash sorts before the dot that ends a name, a letter after it.
  private static final List<String> NAMES = List.of("a", "a-b", "ab", "a_b", "b");

  @Test
  void subjects_areOrderedByTheirTexts() {
    var subjects = new ArrayList<Subject>(List.of(Subject.stack(), Subject.part("local", "a")));
    for (var in : List.of(ComponentPath.ROOT, ComponentPath.ROOT.component("web")))
      for (var mode : ResourceAddress.Mode.values())
        for (String type : NAMES)
          for (String name : NAMES)
            subjects.add(Subject.of(new ResourceAddress(in, mode, type, name)));

    assertThat(new TreeSet<>(subjects))
        .extracting(Subject::toString)
        .isSorted()
        .hasSameSizeAs(subjects);
  }
}
