package io.keelson.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VersionConstraintTest {
  @Provide
  Arbitrary<Version> versions() {
    return VersionArbitraries.versions();
  }

  @Provide
  Arbitrary<Version> releases() {
    return VersionArbitraries.releases();
  }

  @Provide
  Arbitrary<String> constraints() {
    return VersionArbitraries.constraints();
  }

  @Property
  void canonicalText_isReadBackAsTheSame(@ForAll("constraints") String text) {
    var constraint = VersionConstraint.parse(text);

    assertThat(VersionConstraint.parse(constraint.toString())).isEqualTo(constraint);
  }

  @Property
  void comma_meansAnd(
      @ForAll("constraints") String one,
      @ForAll("constraints") String two,
      @ForAll("releases") Version version) {
    var both =
        String.join(", ", List.of(one, two).stream().filter(each -> !each.isEmpty()).toList());

    assertThat(VersionConstraint.parse(both).allows(version))
        .isEqualTo(
            VersionConstraint.parse(one).allows(version)
                && VersionConstraint.parse(two).allows(version));
  }

  @Property
  void signs_areOppositesForReleases(
      @ForAll("releases") Version limit, @ForAll("releases") Version version) {
    assertThat(allows("!= " + limit, version)).isNotEqualTo(allows("= " + limit, version));
    assertThat(allows("< " + limit, version)).isNotEqualTo(allows(">= " + limit, version));
    assertThat(allows("> " + limit, version)).isNotEqualTo(allows("<= " + limit, version));
  }

  @Property
  void compatible_isARange(@ForAll("releases") Version limit, @ForAll("releases") Version version) {
    assertThat(allows("~> " + limit, version))
        .isEqualTo(
            allows(
                ">= " + limit + ", < " + Version.release(limit.major(), limit.minor() + 1, 0),
                version));
  }

  @Property
  void prerelease_isAllowedOnlyWhereItIsNamed(
      @ForAll("constraints") String text, @ForAll("versions") Version version) {
    var constraint = VersionConstraint.parse(text);

    if (version.isPrerelease() && constraint.allows(version))
      assertThat(constraint.only())
          .hasValueSatisfying(only -> assertThat(only.sameAge(version)).isTrue());
  }

  @Property
  void newest_isAllowedAndNoneIsNewer(
      @ForAll("constraints") String text, @ForAll List<@From("versions") Version> versions) {
    var constraint = VersionConstraint.parse(text);
    var newest = constraint.newestOf(versions);

    assertThat(newest.isPresent()).isEqualTo(versions.stream().anyMatch(constraint::allows));
    newest.ifPresent(each -> {
      assertThat(versions).contains(each);
      assertThat(constraint.allows(each)).isTrue();
      assertThat(versions.stream().filter(constraint::allows))
          .allMatch(other -> other.compareTo(each) <= 0);
    });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "~> 1.2.3  | 1.2.3 1.2.9            | 1.2.2 1.3.0 2.0.0",
        "~> 1.2    | 1.2.0 1.9.9            | 1.1.9 2.0.0",
        "~> 1      | 1.0.0 1.9.9            | 0.9.9 2.0.0",
        "> 1.2     | 1.2.1 2.0.0            | 1.2.0 1.1.0",
        "<= 1.2    | 1.2.0 0.1.0            | 1.2.1 1.2.0-beta",
        ">= 1.0, != 1.5.0, < 2 | 1.0.0 1.5.1 | 1.5.0 2.0.0 2.0.0-rc1",
        "1.5.0     | 1.5.0 1.5.0+7          | 1.5.1 1.5.0-rc1",
        "= 1.5.0-rc1 | 1.5.0-rc1            | 1.5.0 1.5.0-rc2",
        "1.5.0+7   | 1.5.0+7                | 1.5.0 1.5.0+8",
        ">= 1.5.0-rc1 | 1.5.0               | 1.5.0-rc1 1.5.0-rc2 1.4.0",
        "\"\"        | 0.0.1 9.9.9            | 1.0.0-a",
      })
  void constraint_allowsWhatItSays(String text, String allowed, String refused) {
    var constraint = VersionConstraint.parse(text);

    assertThat(allowed.split(" ")).allMatch(each -> constraint.allows(Version.parse(each)));
    assertThat(refused.split(" ")).noneMatch(each -> constraint.allows(Version.parse(each)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        ">=1.0,  <2                | >= 1.0, < 2",
        "< 2, >= 1.0, < 2          | >= 1.0, < 2",
        "= 1.2.3                   | 1.2.3",
        "!=1.3.0,~>1.2             | ~> 1.2, != 1.3.0",
      })
  void canonicalText_isSortedAndHasNothingTwice(String text, String canonical) {
    assertThat(VersionConstraint.parse(text)).hasToString(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        ">= 1.0, ~> 1.x | in '~> 1.x' the version is wrong: 'x' stands for no number; '~> 1.2'"
            + " means any 1.x from 1.2 on",
        "^1.2           | in '^1.2' the sign '^' is not known; there are =, !=, >, >=, <, <= and"
            + " ~>",
        "=> 1.2         | in '=> 1.2' the sign '=>' is not known; there are =, !=, >, >=, <, <= and"
            + " ~>",
        ">= 1.0 < 2.0   | '>= 1.0 < 2.0' holds more than one comparison; put a comma between them",
        ">= 1.0,        | nothing stands before or after a comma",
        "1.2            | '1.2' could mean one version or many; write '1.2.0', or '~> 1.2.0' for"
            + " those compatible with it",
        "!= 1.2         | '!= 1.2' could mean one version or many; write '!= 1.2.0', or '~> 1.2.0'"
            + " for those compatible with it",
        "> 1.2.3+4      | in '> 1.2.3+4' the build data '+4' cannot be compared; leave it out",
        "~> v1.2        | in '~> v1.2' the version is wrong: leave out the 'v'",
        "latest         | in 'latest' the version is wrong: 'latest' is no number",
        "*              | in '*' the version is wrong: '*' stands for no number; '~> 1.2' means any"
            + " 1.x from 1.2 on",
        ">= 1.2.3.4     | in '>= 1.2.3.4' the version is wrong: it has 4 numbers, a version has"
            + " three",
      })
  void wrongConstraint_isRefusedWithThePartThatIsWrong(String text, String why) {
    assertThatThrownBy(() -> VersionConstraint.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is no version constraint: " + why);
  }

  @Test
  void onlyVersion_isKnownWhereOneCanBeMeant() {
    assertThat(VersionConstraint.parse(">= 1.0, 1.2.3").only())
        .isEqualTo(Optional.of(Version.parse("1.2.3")));
    assertThat(VersionConstraint.parse("1.2.3, 1.2.4").only()).isEmpty();
    assertThat(VersionConstraint.parse("~> 1.2.3").only()).isEmpty();
  }

  private static boolean allows(String constraint, Version version) {
    return VersionConstraint.parse(constraint).allows(version);
  }
}
