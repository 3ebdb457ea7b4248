package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.plan.text.PlanText;
import io.keelson.json.JsonValues;
import io.keelson.json.PlanJson;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// How people and programs are told what a plan leaves to a later one.
final class DeferralTextTest {
  private static final String BOTH =
      """
      story: One of two databases is deferred.
      config:
        network.main: {cidr: a}
        database.db:  {count: 2, size: small}
        server.web:   {database: "${database.db[0].id}"}
      failures:
        "plan database.db[1]": {deferred: absent-prerequisite}
      """;

  private static final String ALL =
      """
      story: There is nothing else to do.
      config:
        server.web: {size: small}
      failures:
        plan server.web: {deferred: provider-config-unknown}
      """;

  @Test
  @Tag("R-DEFER-2")
  void plan_saysWhatItLeavesToALaterOneAndWhy() throws JsonValues.NotAValue {
    var outcome = ScenarioPlayer.outcome(Scenario.parse("both", BOTH));

    assertThat(PlanText.of(outcome.plan()))
        .endsWith(
            """
            Left to a later plan:
              # database.db[1]: something that has to exist first is missing
              # server.web: it needs database.db, which waits

            Plan: 2 to add, 0 to change, 0 to replace, 0 to destroy.
            """);
    assertThat(PlanJson.of(outcome.plan(), outcome.diagnostics()).path("deferred").toString())
        .isEqualTo(
            "[{\"address\":\"database.db[1]\",\"cause\":\"absent-prerequisite\",\"causeText\":"
                + "\"something that has to exist first is missing\"},"
                + "{\"address\":\"server.web\",\"cause\":\"needs-deferred\",\"causeText\":"
                + "\"it needs database.db, which waits\"}]");
  }

  @Test
  @Tag("R-DEFER-1")
  void planWithNothingElse_saysThatNothingCanBeDoneNow() throws JsonValues.NotAValue {
    var outcome = ScenarioPlayer.outcome(Scenario.parse("all", ALL));

    assertThat(PlanText.of(outcome.plan()))
        .isEqualTo(
            """
            Left to a later plan:
              # server.web: something in the configuration of its provider is not known yet

            Nothing can be done now.
            """);
    assertThat(outcome.plan().applyable()).isFalse();
  }

  /// What is shown to wait belongs to what is decided.
  @Test
  @Tag("R-DEFER-1")
  void plansThatLeaveOtherThingsOut_haveOtherDigests() throws JsonValues.NotAValue {
    var one = ScenarioPlayer.outcome(Scenario.parse("one", BOTH)).plan();
    var other =
        ScenarioPlayer.outcome(
                Scenario.parse("other", BOTH.replace("  server.web:", "  server.xyz:")))
            .plan();

    assertThat(one.leaves()).isEqualTo(other.leaves());
    assertThat(one.digest()).isNotEqualTo(other.digest());
  }
}
