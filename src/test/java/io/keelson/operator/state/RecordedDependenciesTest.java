package io.keelson.operator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.state.Dependency;
import io.keelson.json.Gzipped;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ObjectRecord;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-GRAPH-20")
final class RecordedDependenciesTest {
  private final RecordedDependencies dependencies = new RecordedDependencies();

  @Test
  void upToTenIndirectOnes_areListedOneByOne() {
    var record = record(needed(2, 10));
    var entry = entry(needed(2, 10));

    assertThat(record.dependencies).hasSize(12);
    assertThat(record.indirectDependenciesGz).isNull();
    assertThat(entry.dependencies).hasSize(2);
    assertThat(entry.indirectDependencies).hasSize(10);
    assertThat(entry.indirectDependenciesGz).isNull();
  }

  @Test
  void ofMoreIndirectOnes_onlyTheDirectOnesAreListed_andTheOthersCanBeReadByAPerson() {
    var record = record(needed(2, 11));
    var entry = entry(needed(2, 11));

    assertThat(Objects.requireNonNull(record.dependencies))
        .extracting(each -> each.resource)
        .containsExactly("server.direct0", "server.direct1");
    assertThat(entry.dependencies).containsExactly("server.direct0", "server.direct1");
    assertThat(entry.indirectDependencies).isNull();
    assertThat(unzipped(record.indirectDependenciesGz))
        .startsWith("network.n0\nnetwork.n1\n")
        .isEqualTo(unzipped(entry.indirectDependenciesGz));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 11, 1000, 100_000})
  void dependencies_comeBackAsTheyWere(int indirect) {
    var needed = needed(3, indirect);

    assertThat(dependencies.read(record(needed))).isEqualTo(needed);
    assertThat(dependencies.read(entry(needed))).isEqualTo(needed);
  }

  @Test
  void depthsOfZippedOnes_comeBack_andAreNotListedBesideThem() {
    var needed = needed(0, 11);
    needed.add(new Dependency(ResourceAddress.parse("component.web.server.main"), false, 1));
    needed.add(new Dependency(ResourceAddress.parse("component.web.server.own"), true, 1));

    var entry = entry(needed);

    assertThat(dependencies.read(record(needed))).isEqualTo(needed);
    assertThat(dependencies.read(entry)).isEqualTo(needed);
    assertThat(entry.dependencyDepths).isEqualTo(Map.of("component.web.server.own", 1));
  }

  /// The API server takes 10,000 elements, so nothing is begun with such a list.
  @Test
  void moreThanAreReadAgain_areNeverZipped() {
    var needed = needed(0, 100_001);

    assertThat(record(needed).indirectDependenciesGz).isNull();
    assertThat(record(needed).dependencies).hasSize(100_001);
    assertThat(entry(needed).indirectDependenciesGz).isNull();
    assertThat(entry(needed).indirectDependencies).hasSize(100_001);
  }

  @Test
  void listsOfEarlierVersions_areReadHoweverLongTheyAre() {
    var record = new ObjectRecord();
    record.dependencies = new ArrayList<>();
    var entry = new JournalEntry();
    entry.indirectDependencies = new ArrayList<>();
    for (var each : needed(0, 500)) {
      var recorded = new ObjectRecord.RecordedDependency();
      recorded.resource = each.resource().toString();
      record.dependencies.add(recorded);
      entry.indirectDependencies.add(recorded.resource);
    }

    assertThat(dependencies.read(record)).isEqualTo(needed(0, 500));
    assertThat(dependencies.read(entry)).isEqualTo(needed(0, 500));
  }

  @Test
  void textThatUnfoldsToMore_isRefused() {
    var lines = new ObjectRecord();
    lines.indirectDependenciesGz = zipped("a.b\n".repeat(100_001));
    var bytes = new ObjectRecord();
    bytes.indirectDependenciesGz = zipped("a".repeat((32 << 20) + 1));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> dependencies.read(lines))
        .withMessage("indirectDependenciesGz has more than 100,000 lines");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> dependencies.read(bytes))
        .withMessageContaining("33,554,432 bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "server", "server.a x", "server.a 1 2", "server.a[0]"})
  void lineThatIsNoDependency_isRefused(String line) {
    var record = new ObjectRecord();
    record.indirectDependenciesGz = zipped("\n" + line);

    assertThatIllegalArgumentException().isThrownBy(() -> dependencies.read(record));
  }

  @ParameterizedTest
  @ValueSource(strings = {"?", "aGVsbG8="})
  void whatIsNotZipped_isRefused(String text) {
    var record = new ObjectRecord();
    record.indirectDependenciesGz = text;

    assertThatIllegalArgumentException().isThrownBy(() -> dependencies.read(record));
  }

  private static SortedSet<Dependency> needed(int direct, int indirect) {
    var needed = new TreeSet<Dependency>();
    IntStream.range(0, direct)
        .forEach(
            i -> needed.add(new Dependency(ResourceAddress.managed("server", "direct" + i), true)));
    IntStream.range(0, indirect)
        .forEach(
            i -> needed.add(new Dependency(ResourceAddress.managed("network", "n" + i), false)));
    return needed;
  }

  private static ObjectRecord record(SortedSet<Dependency> needed) {
    var record = new ObjectRecord();
    RecordedDependencies.write(needed, record);
    return record;
  }

  private static JournalEntry entry(SortedSet<Dependency> needed) {
    var entry = new JournalEntry();
    RecordedDependencies.write(needed, entry);
    return entry;
  }

  private static String zipped(String text) {
    return Base64.getEncoder().encodeToString(Gzipped.zip(text));
  }

  private static String unzipped(@Nullable String text) {
    return Gzipped.unzip(Base64.getDecoder().decode(Objects.requireNonNull(text)), 1 << 20);
  }
}
