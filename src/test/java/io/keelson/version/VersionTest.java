package io.keelson.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VersionTest {
  @Provide
  Arbitrary<Version> versions() {
    return VersionArbitraries.versions();
  }

  @Property
  void text_isReadBack(@ForAll("versions") Version version) {
    assertThat(Version.parse(version.toString())).isEqualTo(version);
  }

  @Property
  void order_isTotal(
      @ForAll("versions") Version one,
      @ForAll("versions") Version two,
      @ForAll("versions") Version three) {
    assertThat(Integer.signum(one.compareTo(two))).isEqualTo(-Integer.signum(two.compareTo(one)));
    assertThat(one.compareTo(two) == 0).isEqualTo(one.equals(two));
    if (one.compareTo(two) <= 0 && two.compareTo(three) <= 0)
      assertThat(one).isLessThanOrEqualTo(three);
  }

  @Property
  void prerelease_isOlderThanItsRelease(@ForAll("versions") Version version) {
    var release = Version.release(version.major(), version.minor(), version.patch());
    assertThat(release.isNewerThan(version)).isEqualTo(version.isPrerelease());
  }

  @Test
  void versions_areOrderedAsSemanticVersioningSays() {
    assertThat(
            Stream.of(
                    "1.0.0",
                    "1.0.0-rc.1",
                    "1.0.0-alpha.beta",
                    "1.0.0-beta.11",
                    "1.0.0-alpha",
                    "1.0.0-beta",
                    "1.0.0-alpha.1",
                    "1.0.0-beta.2",
                    "0.9.9",
                    "1.0.10",
                    "1.0.9")
                .map(Version::parse)
                .sorted()
                .map(Version::toString))
        .containsExactly(
            "0.9.9",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.0.9",
            "1.0.10");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\"      | it is empty",
        "v1.2.3  | leave out the 'v'",
        "1.2     | it needs three numbers, such as 1.2.0",
        "1       | it needs three numbers, such as 1.0.0",
        "1.2.3.4 | it has 4 numbers, a version has three",
        "1.02.3  | '02' has a leading zero",
        "1.x     | 'x' stands for no number; '~> 1.2' means any 1.x from 1.2 on",
        "1..3    | a number is missing at a dot",
        "latest  | 'latest' is no number",
        "1.2.3-  | what follows its numbers is neither a pre-release (-beta.1) nor build data (+5)",
        "1.2.3-01 | what follows its numbers is neither a pre-release (-beta.1) nor build data"
            + " (+5)",
        "1.2.9999999999999999999 | '9999999999999999999' is no number",
      })
  void wrongVersion_isRefusedWithThePartThatIsWrong(String text, String why) {
    assertThatThrownBy(() -> Version.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is no version: " + why);
    assertThat(Version.read(text)).isEmpty();
  }
}
