package io.keelson.operator;

import static io.keelson.operator.TwoTeams.STACK;
import static io.keelson.operator.TwoTeams.silent;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.ControlPlane;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Versions of a definition: which of them a use takes, and how long their revisions stay.
@ExtendWith(OnControlPlane.class)
final class ComponentVersionsIT {
  private TestNamespace team;
  private TestNamespace platform;
  private Kubectl kubectl;
  private Kubectl theirs;
  private TwoTeams teams;

  @BeforeEach
  void start(TestNamespace own, ControlPlane controlPlane) {
    teams = new TwoTeams(own, controlPlane);
    team = own;
    platform = teams.platform;
    kubectl = teams.kubectl;
    theirs = teams.theirs;
  }

  @AfterEach
  void stop() {
    teams.close();
  }

  @Test
  void newVersion_isPlannedByThoseWhoFollow_andLeftOutByAConstraint() {
    teams.publishFirst();
    kubectl.apply(STACK + "---\n" + teams.web(", version: \"~> 1.0\""));
    kubectl.awaitUsed("shop");

    teams.publish(teams.webApp("1.1.0", "two", ""), "web-app", "1.1.0");
    teams.awaitInput("component.web[\"eu\"].terraform_data.app", "two-web-eu");
    kubectl.awaitReady("shop");
    team.eventually(() ->
        assertThat(kubectl.get("component web", ".status.outputs.eu.address"))
            .isEqualTo("pg-web-eu"));
    assertThat(kubectl.get("plans", ".items[*].spec.text"))
        .contains(
            "# component.web[\"eu\"]   %s/web-app 1.0.0 -> 1.1.0     1 to change"
                .formatted(platform.name()));
    team.eventually(() ->
        assertThat(kubectl.get("component web", ".status.appliedVersion")).isEqualTo("1.1.0"));

    teams.publish(teams.webApp("2.0.0", "three", ""), "web-app", "2.0.0");
    team.eventually(() ->
        assertThat(kubectl.get("component web", ".status['version','available']"))
            .contains("1.1.0")
            .contains("2.0.0"));
    teams.awaitInput("component.web[\"eu\"].terraform_data.app", "two-web-eu");
  }

  @Test
  void constraintThatNothingFits_freezesWhatIsThere_andNamesTheNearest() {
    teams.publishFirst();
    kubectl.apply(STACK + "---\n" + teams.web(""));
    kubectl.awaitUsed("shop");
    var before = new Records(team).ids();

    kubectl.apply(teams.web(", version: \"~> 3.0\""));

    kubectl.awaitReason("component web", "NoSuchVersion");
    assertThat(kubectl.message("component web")).contains("~> 3.0").contains("1.0.0");
    assertThat(new Records(team).ids()).isEqualTo(before);
  }

  @Test
  void brokenDefinition_reachesNobody() {
    teams.publishFirst();
    kubectl.apply(STACK + "---\n" + teams.web(""));
    kubectl.awaitUsed("shop");

    theirs.apply(teams.webApp("1.1.0", "two", "  locals: {wrong: \"${variable.nothing}\"}"));

    theirs.awaitReason("componentdefinition web-app", "InvalidConfiguration");
    assertThat(theirs.message("componentdefinition web-app")).contains("nothing");
    assertThat(kubectl.get("component web", ".status.version")).isEqualTo("1.0.0");
    teams.awaitInput("component.web[\"eu\"].terraform_data.app", "one-web-eu");
  }

  @Test
  void otherSpecOfAPublishedVersion_isRefused() {
    teams.publishFirst();

    theirs.apply(teams.webApp("1.0.0", "other", ""));

    theirs.awaitReason("componentdefinition web-app", "VersionReused");
  }

  @Test
  void deletedDefinition_goesOnForThoseWhoUseIt() {
    teams.publishFirst();
    kubectl.apply(STACK + "---\n" + teams.web(""));
    kubectl.awaitUsed("shop");
    var before = new Records(team).ids();

    platform.delete("componentdefinition web-app");
    kubectl.merge("component web", "{\"spec\":{\"inputs\":{\"name\":\"other-${each.key}\"}}}");

    teams.awaitInput("component.web[\"eu\"].terraform_data.app", "one-other-eu");
    assertThat(new Records(team).ids().keySet()).isEqualTo(before.keySet());
  }

  @Test
  void pinnedRevision_isUsed_whateverIsPublished() {
    teams.publishDatabase();
    var first = theirs.get("componentdefinition database", ".status.revision");
    teams.publish(
        teams.database("2.1.0", "new").replace("spec:", "spec:\n  allowedNamespaces: [\"*\"]"),
        "database",
        "2.1.0");

    kubectl.apply(
        silent()
            + "---\n"
            + teams
                .db("db", "")
                .replace("name: database,", "name: database, revision: " + first + ","));

    teams.awaitInput("component.db.terraform_data.main", "pg-orders");
    kubectl.awaitReason("component db", "UpToDate");
    assertThat(kubectl.get("component db", ".status.available")).isEqualTo("2.1.0");
  }

  @Test
  void revision_holdsNullsAndNumbersAsTheyAreWritten() {
    teams.publish(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: ComponentDefinition
        metadata: {name: numbers}
        spec:
          version: 1.0.0
          allowedNamespaces: ["*"]
          variables:
            - {name: none, default: null}
            - {name: some, default: {half: 0.50, much: 1.0e+30, list: [null, 1]}}
          outputs: [{name: all, value: "${json.encode([variable.none, variable.some.half])}"}]
        """,
        "numbers",
        "1.0.0");

    kubectl.apply(
        STACK.replaceAll(
                "  outputs:.*", "  outputs: [{name: all, value: '\\${component.numbers.all}'}]")
            + teams
                .db("numbers", "")
                .replace("database", "numbers")
                .replace("inputs: {name: orders}", "")
                .replaceFirst("^", "---\n"));

    team.eventually(
        () -> assertThat(kubectl.get("stack shop", ".status.outputs.all")).isEqualTo("[null,0.5]"));
  }

  @Test
  @Tag("R-CMP-54")
  void revisionInUse_thatIsDeletedByHand_staysUntilNobodyUsesIt() {
    kubectl.apply(teams.database("2.0.0", "pg"));
    kubectl.apply(silent() + "---\n" + own("2.0.0"));
    kubectl.awaitUsed("shop");
    kubectl.awaitReason("componentdefinition database", "UpToDate");
    var first = kubectl.get("componentdefinition database", ".status.revision");
    var before = new Records(team).ids();
    kubectl.apply(teams.database("2.1.0", "new"));

    team.beginDelete("componentrevision " + first);
    team.eventually(() ->
        assertThat(kubectl.get("events", ".items[?(@.reason=='InUse')].message"))
            .contains("It was deleted, and stays until nobody uses it: 1 "));
    kubectl.awaitReason("component db", "UpToDate");

    kubectl.apply(own("2.1.0"));
    teams.awaitInput("component.db.terraform_data.main", "new-orders");
    team.awaitGone("componentrevision " + first);
    assertThat(new Records(team).ids()).isEqualTo(before);
  }

  /// A use of the database of the own namespace.
  private String own(String version) {
    return teams
        .db("db", "")
        .replace(platform.name() + "}", team.name() + ", version: \"" + version + "\"}");
  }

  @Test
  @Tag("R-CMP-54")
  void newestRevision_thatNobodyUsesAndSomebodyDeletes_isPublishedAgain() {
    teams.publishDatabase();
    var revision = theirs.get("componentdefinition database", ".status.revision");
    var uid = theirs.get("componentrevision " + revision, ".metadata.uid");

    platform.beginDelete("componentrevision " + revision);

    platform.eventually(() ->
        assertThat(theirs.get("componentrevision " + revision, ".metadata.uid"))
            .isNotEmpty()
            .isNotEqualTo(uid));
  }

  @Test
  @Tag("R-CMP-54")
  void oldRevisions_thatNobodyUses_go() {
    teams.publishDatabase();
    var used = theirs.get("componentdefinition database", ".status.revision");
    kubectl.apply(
        silent()
            + "---\n"
            + teams.db("db", "").replace("name: database,", "name: database, version: \"2.0.0\","));
    kubectl.awaitUsed("shop");

    for (int patch = 1; patch <= 13; patch++) {
      var version = "2.0." + patch;
      teams.publish(
          teams.database(version, "new").replace("spec:", "spec:\n  allowedNamespaces: [\"*\"]"),
          "database",
          version);
    }

    platform.eventually(() ->
        assertThat(theirs.get("componentrevisions", ".items[*].spec.version").split(" "))
            .containsExactlyInAnyOrder(
                "2.0.0", "2.0.3", "2.0.4", "2.0.5", "2.0.6", "2.0.7", "2.0.8", "2.0.9", "2.0.10",
                "2.0.11", "2.0.12", "2.0.13"));
    assertThat(theirs.get("componentrevision " + used, ".spec.version")).isEqualTo("2.0.0");
  }
}
