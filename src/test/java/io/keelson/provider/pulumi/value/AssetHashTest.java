package io.keelson.provider.pulumi.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.provider.pulumi.wire.Property;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Hashes of contents, beside those that Pulumi's Go SDK 3.259.0 makes of the same.
@Tag("R-PRG-1")
class AssetHashTest {
  private static Value text(String content) {
    return Value.object(Map.of("stringAsset", Value.text(content)));
  }

  private static Value archive(Map<String, Value> members) {
    return Value.object(Map.of("assetArchive", Value.object(new TreeMap<>(members))));
  }

  private static Optional<String> hash(Value file) {
    return AssetValues.property((Mapping) file)
        .map(Property.Asset.class::cast)
        .flatMap(Property.Asset::hash);
  }

  @Test
  void text_isHashedAsItIs() {
    assertThat(hash(text("hello")))
        .contains("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
  }

  @Test
  void archive_isHashedWithTheNamesOfItsMembers_alsoOfThoseInArchivesInside() {
    var inside = archive(Map.of("b.txt", text(""), "c.txt", text("xäy")));

    assertThat(hash(archive(Map.of("a.txt", text("hello"), "dir", inside))))
        .contains("acc4bc0520f3493a70bdb978f4b470acacff7a84129a65a14e1d3c1610b55466");
  }

  @Test
  void emptyArchive_hasAHash() {
    assertThat(hash(archive(Map.of())))
        .contains("5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef");
  }

  @Test
  void whatWouldHaveToBeFetched_hasNone() {
    var remote = Value.object(Map.of("remoteAsset", Value.text("https://files.example/a")));

    assertThat(hash(remote)).isEmpty();
    assertThat(hash(archive(Map.of("a", remote)))).isEmpty();
  }

  @Test
  void memberWhoseNameHasNoRoom_leavesItsArchiveWithoutOne() {
    assertThat(hash(archive(Map.of("a".repeat(100), text(""))))).isPresent();
    assertThat(hash(archive(Map.of("a".repeat(101), text(""))))).isEmpty();
    assertThat(hash(archive(Map.of("ä", text(""))))).isEmpty();
  }
}
