package io.keelson.provider.pulumi.naming;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.keelson.provider.pulumi.proto.Pulumi.AutonamingOptions;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("R-PRG-9")
class NamePatternTest {
  private static final NamePattern.Facts FACTS = new NamePattern.Facts("web", "shop", "team");
  private static final ByteString SEED = ByteString.copyFromUtf8("seed");

  private static String name(String pattern, ByteString seed) {
    return new NamePattern(pattern).name(FACTS, seed);
  }

  @ParameterizedTest
  @CsvSource({
    "${name}, web",
    "a-${namespace}-${stack}-${name}, a-team-shop-web",
    "${hex(8)}, [0-9a-f]{8}",
    "${num(12)}x, [0-9]{12}x",
    "${string(9)}, [a-z]{9}",
    "${alphanum(40)}, [0-9a-z]{40}",
    "${uuid}, [0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    "${other}-$1, \\$\\{other}-\\$1",
  })
  void parts_areFilledIn(String pattern, String name) {
    assertThat(name(pattern, SEED)).matches(name);
  }

  @ParameterizedTest
  @CsvSource({"${hex(8)}", "${num(12)}", "${string(9)}", "${alphanum(10)}", "${uuid}"})
  void whatIsDrawn_followsFromTheSeed(String pattern) {
    assertThat(name(pattern, SEED))
        .isEqualTo(name(pattern, SEED))
        .isNotEqualTo(name(pattern, ByteString.copyFromUtf8("other")));
    assertThat(new NamePattern("a" + pattern).draws()).isTrue();
  }

  @Test
  void partsOfOneName_areDrawnEachForItself() {
    var parts = name("${hex(16)}/${hex(16)}", SEED).split("/", -1);

    assertThat(parts[0]).isNotEqualTo(parts[1]);
    assertThat(parts[0].chars().distinct().count()).isGreaterThan(3);
  }

  @Test
  void namesThatMayComeAgain_areThoseWithoutADrawnPart() {
    assertThat(new Autonaming.OfProvider().repeats()).isFalse();
    assertThat(new Autonaming.Disabled().repeats()).isTrue();
    assertThat(byPattern("${stack}-${name}", true).repeats()).isTrue();
    assertThat(byPattern("${name}-${num(2)}", true).repeats()).isFalse();
  }

  @Test
  void provider_isToldWhatIsDeclared() {
    assertThat(new Autonaming.OfProvider().options(FACTS, SEED)).isEmpty();
    assertThat(new Autonaming.Disabled().options(FACTS, SEED))
        .hasValueSatisfying(
            told -> assertThat(told.getMode()).isEqualTo(AutonamingOptions.Mode.DISABLE));
    assertThat(byPattern("${name}", false).options(FACTS, SEED))
        .contains(AutonamingOptions.newBuilder().setProposedName("web").build());
    assertThat(byPattern("${name}", true).options(FACTS, SEED))
        .hasValueSatisfying(
            told -> assertThat(told.getMode()).isEqualTo(AutonamingOptions.Mode.ENFORCE));
  }

  @Test
  void declarationWithoutAPattern_disables() {
    assertThat(Autonaming.of(Optional.empty(), false)).isEqualTo(new Autonaming.Disabled());
    assertThat(Autonaming.of(Optional.of("${name}"), true)).isEqualTo(byPattern("${name}", true));
  }

  private static Autonaming byPattern(String text, boolean enforced) {
    return new Autonaming.ByPattern(new NamePattern(text), enforced);
  }
}
