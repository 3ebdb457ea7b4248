package io.keelson.operator.stack.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class KeptObjectsTest {
  private static final OutputObject SHARED =
      new OutputObject(OutputObject.Kind.CONFIG_MAP, "shared");
  private static final String REFERENCE = SHARED.reference();
  private static final SortedMap<String, Outputs.Entry> DATA = new TreeMap<>();

  private final KeptObjects kept = new KeptObjects();

  private void written(String version) {
    kept.end(kept.begin(SHARED, kept.left(SHARED, DATA)), DATA, version);
  }

  @Test
  void ownWrite_isNoNews() {
    written("10");

    assertThat(kept.heard(REFERENCE, "10")).isFalse();
    assertThat(kept.isDisturbed()).isFalse();
  }

  @Test
  void listFromBeforeTheWrite_isNoNews() {
    written("10");

    assertThat(kept.heard(REFERENCE, "9")).isFalse();
    assertThat(kept.isDisturbed()).isFalse();
  }

  @Test
  void editAndDeletionByOthers_areNews() {
    written("10");
    assertThat(kept.heard(REFERENCE, "11")).isTrue();
    assertThat(kept.isDisturbed()).isTrue();

    written("12");
    assertThat(kept.isDisturbed()).isFalse();
    assertThat(kept.heard(REFERENCE, "")).isTrue();
    assertThat(kept.isDisturbed()).isTrue();
  }

  @Test
  void objectThatIsMadeAgainAfterADeletion_isAsItWasLeft() {
    written("10");
    kept.heard(REFERENCE, "");

    written("12");

    assertThat(kept.isDisturbed()).isFalse();
  }

  /// The answer to the write may be older than the deletion.
  @Test
  void deletionThatIsHeardDuringAWrite_isLookedAt() {
    written("10");
    var writing = kept.begin(SHARED, kept.left(SHARED, DATA));
    assertThat(kept.heard(REFERENCE, "")).isTrue();

    kept.end(writing, DATA, "11");

    assertThat(kept.isDisturbed()).isTrue();
    assertThat(kept.begin(SHARED, Optional.empty()).seen()).isEqualTo("11");
  }
}
