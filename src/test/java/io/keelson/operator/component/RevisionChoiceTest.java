package io.keelson.operator.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.version.Version;
import io.keelson.version.VersionConstraint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which revision a use takes of those that are published.
@Tag("R-CMP-52")
final class RevisionChoiceTest {
  private static final RevisionRequest NEWEST = new RevisionRequest.Newest();

  /// Revisions of versions, one second after the other, named after their version.
  private static List<PublishedRevision> published(String versions) {
    var all = new ArrayList<PublishedRevision>();
    for (var each : versions.split(" ")) all.add(revision("web-" + each, each, all.size()));
    return all;
  }

  private static PublishedRevision revision(String name, String version, long second) {
    return new PublishedRevision(name, Version.parse(version), Instant.ofEpochSecond(second));
  }

  private static RevisionRequest within(String constraint) {
    return new RevisionRequest.Within(constraint);
  }

  private static String message(RevisionChoice choice) {
    return ((RevisionChoice.None) choice).message();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # published                | asked for     | taken        | available
          1.3.2 1.4.0 2.0.0          | nothing       | 2.0.0        | none
          2.0.0 1.4.0                | nothing       | 2.0.0        | none
          1.4.0 2.0.0-rc.1           | nothing       | 1.4.0        | none
          1.0.0-beta.2 1.0.0-beta.10 | nothing       | 1.0.0-beta.10| none
          1.3.2 1.4.0 2.0.0          | ~> 1.3        | 1.4.0        | 2.0.0
          1.3.2 1.3.10 1.4.0         | ~> 1.3.0      | 1.3.10       | 1.4.0
          1.4.0 1.5.0-rc.1           | >= 1.4        | 1.4.0        | none
          1.4.0 1.5.0-rc.1           | 1.5.0-rc.1    | 1.5.0-rc.1   | none
          1.5.0-rc.1 1.5.0           | 1.5.0-rc.1    | 1.5.0-rc.1   | 1.5.0
          1.4.0 1.5.0                | >= 1, != 1.5.0| 1.4.0        | 1.5.0
          1.4.0 2.0.0                | ' '           | 2.0.0        | none
          """)
  void newestAllowed_isTaken(String published, String asked, String taken, String available) {
    var request = asked.equals("nothing") ? NEWEST : within(asked);

    assertThat(RevisionChoice.of(request, published(published)))
        .isInstanceOfSatisfying(
            RevisionChoice.Chosen.class,
            chosen -> {
              assertThat(chosen.revision().version()).hasToString(taken);
              assertThat(chosen.available().map(each -> each.version().toString()).orElse("none"))
                  .isEqualTo(available);
            });
  }

  @Test
  void ofTwoBuildsOfAVersion_theYoungerIsTaken() {
    var older = revision("web-1.4.0-ffff", "1.4.0", 1);
    var younger = revision("web-1.4.0-0000", "1.4.0", 2);

    assertThat(RevisionChoice.of(within("1.4.0"), List.of(younger, older)))
        .isEqualTo(new RevisionChoice.Chosen(younger, Optional.empty()));
  }

  @Test
  void pinnedRevision_isTakenAndTellsWhatItLeavesOut() {
    var older = revision("web-1.4.0-ffff", "1.4.0", 1);
    var younger = revision("web-1.4.0-0000", "1.4.0", 2);

    assertThat(
            RevisionChoice.of(
                new RevisionRequest.Exactly("web-1.4.0-ffff"), List.of(older, younger)))
        .isEqualTo(new RevisionChoice.Chosen(older, Optional.of(younger)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # published            | asked for       | nearest     | would take it
          1.3.9 2.0.0            | ~> 1.4          | 1.3.9       | ~> 1.3
          1.3.8 1.3.9            | ~> 1.4          | 1.3.9       | ~> 1.3
          2.1.0 2.4.0 3.0.0      | ~> 1.4          | 2.4.0       | ~> 2.4
          0.9.0 1.6.0            | >= 1.0, < 1.5   | 1.6.0       | ~> 1.6
          1.1.0 2.0.0            | >= 1.2, < 2.0   | 1.1.0       | ~> 1.1
          1.4.1 1.4.3            | 1.4.2           | 1.4.3       | ~> 1.4
          0.3.1 0.5.0            | ~> 0.2.0        | 0.3.1       | ~> 0.3.1
          1.0.0                  | != 1.0.0        | 1.0.0       | ~> 1.0
          1.4.0-beta.1           | ~> 1.4          | 1.4.0-beta.1| 1.4.0-beta.1
          """)
  void nothingFits_nearestIsNamedWithAConstraintThatTakesIt(
      String published, String asked, String nearest, String fitting) {
    var choice = RevisionChoice.of(within(asked), published(published));

    assertThat(choice)
        .isEqualTo(
            new RevisionChoice.NoSuchVersion(
                VersionConstraint.parse(asked), Version.parse(nearest)));
    assertThat(((RevisionChoice.NoSuchVersion) choice).fitting())
        .hasToString(fitting)
        .matches(each -> each.allows(Version.parse(nearest)));
  }

  @Test
  void nothingFits_messageSaysWhatToWrite() {
    assertThat(message(RevisionChoice.of(within("~> 1.4"), published("1.3.2 2.0.0"))))
        .isEqualTo(
            "No published version fits '~> 1.4'. The nearest is 1.3.2. Write '~> 1.3' to take it,"
                + " or publish a version that fits.");
    assertThat(message(RevisionChoice.of(within("~> 1.4"), published("1.4.0-rc.1"))))
        .isEqualTo(
            "No published version fits '~> 1.4'. The nearest is 1.4.0-rc.1, a pre-release, which"
                + " is only taken where it is named. Write '1.4.0-rc.1' to take it, or publish a"
                + " version that fits.");
  }

  @Test
  void constraintThatCannotBeRead_isToldWithWhatIsAllowed() {
    assertThat(message(RevisionChoice.of(within("^1.4"), published("1.4.0"))))
        .isEqualTo(
            "The version cannot be read: '^1.4' is no version constraint: in '^1.4' the sign '^' is"
                + " not known; there are =, !=, >, >=, <, <= and ~>. Write a constraint such as '~>"
                + " 1.4', '>= 1.4, < 2.0' or '1.4.2', or leave it out to follow the newest.");
  }

  @Test
  void pinnedRevisionThatIsNotThere_isToldWithTheNearestName() {
    var request = new RevisionRequest.Exactly("web-1.4.1");

    assertThat(message(RevisionChoice.of(request, published("1.3.0 1.4.0"))))
        .isEqualTo(
            "There is no revision 'web-1.4.1' of the definition. Did you mean 'web-1.4.0'? Name one"
                + " that is there, or give a version instead.");
  }

  @Test
  void nothingPublished_isToldWhateverIsAskedFor() {
    assertThat(RevisionChoice.of(NEWEST, List.of()))
        .isEqualTo(new RevisionChoice.NothingPublished());
    assertThat(message(RevisionChoice.of(within("~> 1.4"), List.of())))
        .isEqualTo(
            "The definition has no revision yet: it was never accepted. Its conditions say why.");
  }

  @Property(tries = 50)
  void order_changesNothing(@ForAll Random random) {
    var published = new ArrayList<PublishedRevision>();
    for (int i = 0; i < 8; i++)
      published.add(
          revision(
              "web-" + i,
              "%d.%d.0%s"
                  .formatted(
                      random.nextInt(2), random.nextInt(2), random.nextBoolean() ? "" : "-rc.1"),
              random.nextInt(2)));
    var shuffled = new ArrayList<>(published);
    Collections.shuffle(shuffled, random);

    for (var each : Arrays.asList(NEWEST, within("~> 1.0"), within("> 5"), within("1.0.0-rc.1")))
      assertThat(RevisionChoice.of(each, shuffled)).isEqualTo(RevisionChoice.of(each, published));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # published             | new version | whose contract it keeps
          1.3.0 1.4.0 2.0.0       | 1.5.0       | web-1.4.0
          1.3.0 1.4.0             | 1.3.1       | web-1.3.0
          1.4.0                   | 2.0.0       | none
          0.3.0 0.3.1             | 0.4.0       | none
          0.3.0 0.3.1             | 0.3.2       | web-0.3.1
          0.9.0                   | 1.0.0       | none
          1.4.0 1.5.0-rc.1        | 1.5.0       | web-1.4.0
          1.4.0                   | 1.5.0-rc.1  | none
          1.4.0                   | 1.4.0       | web-1.4.0
          """)
  @Tag("R-CMP-53")
  void contract_isThatOfTheNewestCompatibleRevision(
      String published, String version, String promised) {
    assertThat(
            PublishedRevision.promisedTo(Version.parse(version), published(published))
                .map(PublishedRevision::name)
                .orElse("none"))
        .isEqualTo(promised);
  }
}
