package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.plan.Corrections;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Function;

/// What a run of a scenario says about its plan: the changes, their order, the drift, what is put
/// off.
record ExpectedPlan(Scenario.Run run, String story) {
  /// @param schemas of types by their names
  void compare(Plan plan, Operations planned, Function<String, Schema> schemas) {
    var lines = new ChangeLines(schemas, planned::named).of(plan);
    run.plan()
        .ifPresent(expected -> assertThat(lines).as("%s: plan", story).isEqualTo(lines(expected)));
    run.deviations()
        .ifPresent(expected ->
            assertThat(plan.deviations())
                .extracting(each -> each.kind().title() + " " + each.at())
                .as("%s: deviations", story)
                .containsExactlyElementsOf(expected));
    compareDeferred(plan);
    compareChecks(plan);
    run.order()
        .ifPresent(chains -> {
          assertThat(planned.names())
              .as("%s: operations named in order", story)
              .containsExactlyElementsOf(
                  chains.stream().flatMap(List::stream).sorted().distinct().toList());
          assertThat(planned.order())
              .as("%s: order", story)
              .containsExactlyElementsOf(Operations.closure(chains));
        });
  }

  /// @param state what was recorded before
  void compareDrift(Plan plan, StackState state, Providers providers) {
    var drift = new TreeMap<String, String>();
    var kept = new TreeMap<>(state.instances());
    kept.putAll(plan.bookkeeping());
    kept.forEach((at, instance) -> {
      switch (instance.drift()) {
        case Drift.None _ -> {}
        case Drift.Missing _ -> drift.put(at.toString(), "gone");
        case Drift.Changed(var paths, _, _) -> drift.put(at.toString(), paths.toString());
      }
    });
    run.drift()
        .ifPresent(expected -> {
          var places = new TreeMap<String, String>();
          expected.forEach((at, paths) -> places.put(at, told(paths)));
          assertThat(drift).as("%s: drift", story).isEqualTo(places);
        });
    run.corrections()
        .ifPresent(expected ->
            assertThat(Corrections.in(plan, providers))
                .as("%s: corrections", story)
                .extracting(Object::toString)
                .containsExactlyElementsOf(expected));
  }

  private static String told(Value drift) {
    if (!(drift instanceof Sequence paths)) return Entries.textOf("drift", drift);
    return paths.elements().stream().map(each -> Entries.textOf("drift", each)).toList().toString();
  }

  private void compareDeferred(Plan plan) {
    var deferred = new TreeMap<String, String>();
    plan.deferred().forEach((subject, cause) -> deferred.put(subject.toString(), cause.word()));
    var expected = new TreeMap<String, String>();
    run.deferred()
        .forEach((subject, cause) -> expected.put(subject, Entries.textOf("deferred", cause)));
    assertThat(deferred).as("%s: left to a later plan", story).isEqualTo(expected);
  }

  private void compareChecks(Plan plan) {
    if (run.checks().isEmpty()) return;
    var statuses = new TreeMap<String, String>();
    plan.checks()
        .forEach((subject, status) ->
            statuses.put(subject.toString(), status.name().toLowerCase(Locale.ROOT)));
    var expected = new TreeMap<String, String>();
    run.checks()
        .forEach((subject, status) -> expected.put(subject, Entries.textOf("checks", status)));
    assertThat(statuses).as("%s: checks", story).isEqualTo(expected);
  }

  private static List<String> lines(String plan) {
    return plan.lines()
        .map(line -> line.strip().replaceAll(" +", " "))
        .filter(line -> !line.isEmpty())
        .toList();
  }
}
