package io.keelson.provider.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.value.Value;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Functions of real providers in the expressions of a stack.
class ProviderFunctionsIT {
  @TempDir Path folder;
  private PluginBench bench;

  @BeforeEach
  void open() {
    bench = new PluginBench(folder);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void functionsOfTime_readTimesAndDurations() {
    var stack = new PluggedStack(bench.time());

    stack
        .declare(
            "time_static.a",
            "{rfc3339:"
                + " \"${provider.time.rfc3339_parse('2026-01-02T03:04:05Z').year}-05-01T00:00:00Z\"}")
        .declare(
            "time_static.b",
            """
            rfc3339: "${provider.time.rfc3339_parse(time_static.a.rfc3339).month_name == 'May' \
            ? '2026-01-01T00:00:00Z' : ''}"
            triggers: {m: "${provider.time.duration_parse('1h30m').minutes}", \
            u: "${provider.time.unix_timestamp_parse(1690000000).rfc3339}"}
            """)
        .converge();

    assertThat(stack.text("time_static.a", "year")).isEqualTo("2026");
    assertThat(stack.text("time_static.a", "month")).isEqualTo("5");
    assertThat(stack.object("time_static.b").attribute("triggers").toString())
        .contains("90", "2023-07-22T04:26:40Z");
  }

  @Test
  void mistakesAreToldWithTheirPlace_beforeAnythingIsAsked() {
    var stack =
        new PluggedStack(bench.time())
            .declare("time_static.a", "{rfc3339: \"${provider.time.rfc3339_pars('x')}\"}")
            .declare("time_static.b", "{rfc3339: \"${provider.time.duration_parse()}\"}");

    assertThat(stack.problems())
        .satisfiesExactly(
            problem ->
                assertThat(problem)
                    .startsWith("time_static.a: config.rfc3339: no such function")
                    .endsWith("Did you mean 'rfc3339_parse'?"),
            problem ->
                assertThat(problem)
                    .startsWith("time_static.b: config.rfc3339: provider function refused")
                    .contains("missing: duration"));
  }

  @Test
  void refusalOfAFunction_isToldAtTheAttribute() {
    var stack =
        new PluggedStack(bench.time())
            .declare("time_static.a", "{rfc3339: \"${provider.time.rfc3339_parse('x').year}\"}");

    var outcome = stack.tryPlan();

    assertThat(outcome.diagnostics()).hasSize(1);
    assertThat(outcome.diagnostics().getFirst().toString())
        .startsWith(
            "time_static.a: config.rfc3339: provider function refused: provider.time.rfc3339_parse"
                + " does not take argument 1 ('timestamp'):");
  }

  @Test
  void functionsOfTheTestProvider_takeAllKindsOfArguments() {
    assertThat(planned("provider.keelsontest.join('-', 'a', 3, true)")).isEqualTo("a-3-true");
    assertThat(planned("provider.keelsontest.add(number('123456789012345678901234567890'), 1)"))
        .isEqualTo("123456789012345678901234567891");
    assertThat(planned("provider.keelsontest.or_else(null, 'b')")).isEqualTo("b");
    assertThat(planned("provider.keelsontest.describe({'a': [1, 'x']}).type")).isNotEmpty();
    assertThat(
            planned("provider.keelsontest.counts(['a'], [1, 1], {'c': true}, {'name': 'n'}).set"))
        .isNotEmpty();
    assertThat(planned("try(provider.keelsontest.fail(0, 'x'), 'caught')")).isEqualTo("caught");
  }

  @Test
  void valuesThatAreNotKnownYet_reachOnlyWhoTakesThem() {
    var stack =
        bench
            .stack("keelsontest")
            .declare("keelsontest_thing.a", "{name: a}")
            .declare(
                "keelsontest_thing.b",
                """
                name: b
                text: "${provider.keelsontest.join('-', keelsontest_thing.a.id)}"
                alias: "${provider.keelsontest.is_unknown(keelsontest_thing.a.id) ? 'u' : 'u'}"
                """);

    assertThat(PluggedStack.planned(stack.plan(), "keelsontest_thing.b", "text").isUnknown())
        .isTrue();
    assertThat(PluggedStack.planned(stack.plan(), "keelsontest_thing.b", "alias"))
        .isEqualTo(Value.text("u"));
    stack.converge();
    assertThat(stack.text("keelsontest_thing.b", "text"))
        .isEqualTo(stack.text("keelsontest_thing.a", "id"));
  }

  @Test
  void providerThatDiesInACall_isAskedOnceMore_andThenTold() throws Exception {
    bench.cloud().order("crash", "{\"on\": \"CallFunction\", \"do\": \"crash\", \"times\": -1}");
    PlanOutcome outcome = thing("provider.keelsontest.join('-', 'a')").tryPlan();

    assertThat(outcome.diagnostics()).hasSize(1);
    assertThat(outcome.diagnostics().getFirst().toString())
        .startsWith("keelsontest_thing.x: config.text: The provider ended during a call")
        .contains("provider.keelsontest.join has no result");
  }

  /// The text of a thing as it is planned.
  private String planned(String expression) {
    var plan = thing("'' + toString(" + expression + ")").plan();
    return ((Value.Text) PluggedStack.planned(plan, "keelsontest_thing.x", "text")).text();
  }

  private PluggedStack thing(String text) {
    return bench
        .stack("keelsontest")
        .declare("keelsontest_thing.x", "{name: x, text: \"${" + text + "}\"}");
  }
}
