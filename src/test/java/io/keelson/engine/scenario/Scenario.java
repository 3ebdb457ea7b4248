package io.keelson.engine.scenario;

import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.json.LiteralYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/// A situation and what has to come of it, as a file says it.
///
/// @param story what a user would say
/// @param rules the rules and cases that this shows
/// @param types what is said about resource types, by name; the rest is guessed from use
/// @param prior what the state has, by object: `server.web`, `server.web (deposed s-0)` (the id),
///   `output.url`
/// @param unmanaged what exists but is not in the state, written alike under any address
/// @param runs one plan and apply after another
record Scenario(
    String story,
    List<String> rules,
    SortedMap<String, Value> types,
    SortedMap<String, Value> prior,
    SortedMap<String, Value> unmanaged,
    List<Run> runs) {

  /// One plan and its apply.
  ///
  /// @param config see [ScenarioConfig]; definitions stay from the run before
  /// @param world how the real objects differ from the state before this run, by id: `gone`, or
  ///   attributes
  /// @param failures what the provider does wrong, by call, see [io.keelson.testing.FakeProvider]
  /// @param deletes `Graph` or `Layered`, as in the run before
  /// @param onFailure `Continue` or `Stop`, as in the run before
  /// @param replace the instances whose replacement is asked for
  /// @param targets what the plan is limited to
  /// @param scope what is planned with the targets
  /// @param excluded what the plan leaves out
  /// @param uncertain the instances of which it is known from elsewhere that more may exist than is
  ///   recorded
  /// @param stop the call during which a stop is asked for
  /// @param covered whether the approval of the run before covers this plan; if it is given, the
  ///   plan is of what is left of that run
  /// @param plan the lines of [ChangeLines]
  /// @param deferred what is left to a later plan, by instance or resource, and why in one word
  /// @param checks what the plan says about conditions, by subject: `pass`, `unknown`, `fail` or
  ///   `error`; not compared if there are none
  /// @param order chains of operations; together they give the whole required order: what they do
  ///   not order must not be ordered
  /// @param drift what the records say of drift when the plan is made, by instance: `gone`, or the
  ///   attributes that differ
  /// @param corrections the instances of which drift is taken back and nothing else is done; not
  ///   compared if it is not given
  /// @param skipped planned operations that never reach the provider
  /// @param after the whole state afterwards; if it is not given, everything must have been done
  /// @param errors code and subject of every error
  /// @param warnings the same of every warning; if it is not given, anything may be warned of
  /// @param deviations every deviation that the plan records, with its address
  /// @param whilePlanning what was opened, renewed and closed for the plan, in this order
  /// @param whileApplying the same for the apply, with every operation between
  record Run(
      SortedMap<String, Value> config,
      SortedMap<String, Value> world,
      SortedMap<String, Value> failures,
      PlanOptions.Mode mode,
      PlanOptions.Refresh refresh,
      PlanOptions.Deletes deletes,
      ApplyOptions.OnFailure onFailure,
      List<String> replace,
      List<String> targets,
      PlanOptions.Scope scope,
      List<String> excluded,
      List<String> uncertain,
      Optional<String> stop,
      Optional<Boolean> covered,
      Optional<String> plan,
      SortedMap<String, Value> deferred,
      SortedMap<String, Value> checks,
      Optional<List<List<String>>> order,
      Optional<SortedMap<String, Value>> drift,
      Optional<List<String>> corrections,
      SortedSet<String> skipped,
      Optional<SortedMap<String, Value>> after,
      List<String> errors,
      Optional<List<String>> warnings,
      Optional<List<String>> deviations,
      Optional<List<String>> whilePlanning,
      Optional<List<String>> whileApplying) {}

  static Scenario read(Path file) throws IOException, JsonValues.NotAValue {
    return parse(file.getFileName().toString(), Files.readString(file));
  }

  static Scenario parse(String name, String yaml) throws JsonValues.NotAValue {
    var entries = Entries.of(name, LiteralYaml.value(yaml));
    var story = entries.text("story").orElseThrow();
    var rules = entries.texts("rules");
    var types = entries.mapping("provider").rest();
    var prior = entries.mapping("prior").rest();
    var unmanaged = entries.mapping("unmanaged").rest();
    var later = entries.list("then");
    var runs = new ArrayList<Run>();
    runs.add(run(entries, Optional.empty()));
    for (Value each : later) runs.add(run(Entries.of("then", each), Optional.of(runs.getLast())));
    return new Scenario(story, rules, types, prior, unmanaged, runs);
  }

  /// @param before the run before, whose configuration and settings stay if none are given
  private static Run run(Entries entries, Optional<Run> before) {
    var run =
        new Run(
            before
                .map(each ->
                    entries.has("config")
                        ? ScenarioDefinitions.kept(each.config(), entries.mapping("config").rest())
                        : each.config())
                .orElseGet(() -> entries.mapping("config").rest()),
            entries.mapping("world").rest(),
            entries.mapping("failures").rest(),
            entries.text("mode").map(Scenario::mode).orElse(PlanOptions.Mode.NORMAL),
            entries.text("refresh").map(Scenario::refresh).orElse(PlanOptions.Refresh.ALL),
            entries
                .text("deletes")
                .map(Scenario::deletes)
                .or(() -> before.map(Run::deletes))
                .orElse(PlanOptions.Deletes.GRAPH),
            entries
                .text("onFailure")
                .map(Scenario::onFailure)
                .or(() -> before.map(Run::onFailure))
                .orElse(ApplyOptions.OnFailure.CONTINUE),
            entries.texts("replace"),
            entries.texts("targets"),
            entries.text("scope").map(Scenario::scope).orElse(PlanOptions.Scope.NEEDED),
            entries.texts("exclude"),
            entries.texts("uncertain"),
            entries.text("stop"),
            entries.has("covered") ? Optional.of(entries.flag("covered")) : Optional.empty(),
            entries.text("plan"),
            entries.mapping("deferred").rest(),
            entries.mapping("checks").rest(),
            entries.has("order") ? Optional.of(chains(entries.list("order"))) : Optional.empty(),
            entries.has("drift") ? Optional.of(entries.mapping("drift").rest()) : Optional.empty(),
            entries.has("corrections")
                ? Optional.of(entries.texts("corrections"))
                : Optional.empty(),
            entries.names("skipped"),
            entries.has("after") ? Optional.of(entries.mapping("after").rest()) : Optional.empty(),
            entries.texts("errors"),
            entries.has("warnings") ? Optional.of(entries.texts("warnings")) : Optional.empty(),
            entries.has("deviations") ? Optional.of(entries.texts("deviations")) : Optional.empty(),
            entries.has("whilePlanning")
                ? Optional.of(entries.texts("whilePlanning"))
                : Optional.empty(),
            entries.has("whileApplying")
                ? Optional.of(entries.texts("whileApplying"))
                : Optional.empty());
    entries.end();
    return run;
  }

  private static PlanOptions.Mode mode(String name) {
    return PlanOptions.Mode.valueOf(name.toUpperCase(java.util.Locale.ROOT).replace('-', '_'));
  }

  private static PlanOptions.Deletes deletes(String name) {
    return PlanOptions.Deletes.valueOf(name.toUpperCase(java.util.Locale.ROOT));
  }

  private static ApplyOptions.OnFailure onFailure(String name) {
    return ApplyOptions.OnFailure.valueOf(name.toUpperCase(java.util.Locale.ROOT));
  }

  private static PlanOptions.Refresh refresh(String name) {
    return PlanOptions.Refresh.valueOf(name.toUpperCase(java.util.Locale.ROOT));
  }

  private static PlanOptions.Scope scope(String name) {
    return PlanOptions.Scope.valueOf(name.toUpperCase(java.util.Locale.ROOT));
  }

  /// One chain may be given without a list around it.
  private static List<List<String>> chains(List<Value> list) {
    boolean single = list.stream().noneMatch(Sequence.class::isInstance);
    return single
        ? List.of(texts(list))
        : list.stream().map(each -> texts(((Sequence) each).elements())).toList();
  }

  private static List<String> texts(List<Value> list) {
    return list.stream().map(each -> Entries.textOf("order", each)).toList();
  }
}
