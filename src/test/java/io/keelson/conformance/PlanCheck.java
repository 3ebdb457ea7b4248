package io.keelson.conformance;

import static io.keelson.testing.Graphs.reaches;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.Difference.Aspect;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.OutputChange;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.Step;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.DependencySet;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Compares a plan with the one that the scenario expects.
final class PlanCheck {
  /// What a configuration gives. Of the other attributes Terraform hides nothing.
  private static final List<String> CONFIGURED = List.of("input", "triggers_replace");

  private static final Map<Reason, String> REASONS =
      Map.of(
          Reason.TAINTED, "replace_because_tainted",
          Reason.BY_TRIGGERS, "replace_by_triggers",
          Reason.BY_REQUEST, "replace_by_request",
          Reason.CANNOT_UPDATE, "replace_because_cannot_update",
          Reason.NO_RESOURCE_CONFIG, "delete_because_no_resource_config",
          Reason.NO_COMPONENT, "delete_because_no_module",
          Reason.NO_MOVE_TARGET, "delete_because_no_move_target",
          Reason.WRONG_REPETITION, "delete_because_wrong_repetition",
          Reason.COUNT_INDEX, "delete_because_count_index",
          Reason.EACH_KEY, "delete_because_each_key");

  private final JsonNode expected;
  private final PlanNames names;
  private final ObjectSymbols symbols;
  private final Differences differences;

  /// @param expected the scenario's plan
  PlanCheck(JsonNode expected, PlanNames names, ObjectSymbols symbols, Differences differences) {
    this.expected = expected;
    this.names = names;
    this.symbols = symbols;
    this.differences = differences;
  }

  void planned(Plan plan, JsonNode expectedOrder) {
    changes(plan);
    var noop = new TreeSet<String>();
    plan.changes().values().stream()
        .filter(change -> !change.isEffective() && change.object().deposed().isEmpty())
        .forEach(change -> noop.add(PlanNames.address(change.object())));
    differences.compareSets(Aspect.NO_OP, StepCheck.strings(expected.get("noop")), noop);
    differences.compare(
        Aspect.APPLYABLE, "", "", expected.get("applyable").asBoolean(), plan.applyable());
    outputs(plan);
    order(plan, expectedOrder);
  }

  /// A plan that only reads. Terraform lists no changes in it, asks before it stores anything that
  /// it has seen, and moves without a word; Keelson stores what it has seen in any case (DEV-9),
  /// and lists moves.
  void refreshed(Plan plan, Snapshot snapshot) {
    for (Change change : plan.changes().values())
      if (!change.isNoOp())
        differences.add(
            Aspect.CHANGE,
            names.object(change.object()),
            "",
            Difference.ABSENT,
            Difference.PRESENT);
    boolean applyable =
        plan.refreshed().instances().entrySet().stream()
                .anyMatch(each -> hasChanged(each.getKey(), each.getValue(), plan, snapshot))
            || plan.outputs().values().stream()
                .anyMatch(each -> each.kind() != OutputChange.Kind.NO_OP);
    differences.compare(
        Aspect.APPLYABLE, "", "", expected.path("applyable").asBoolean(), applyable);
    outputs(plan);
  }

  /// Whether Terraform would see another state of the instance than before: it has no flags but one
  /// in it, does not note that an operation failed, and does not tell direct dependencies from
  /// others. That what moved has a new name is nothing new of those that need it (DEV-16), unless
  /// their declarations name it.
  private boolean hasChanged(
      InstanceAddress at, InstanceState refreshed, Plan plan, Snapshot snapshot) {
    var before = names.before().instance(at);
    var declaration = snapshot.config().resources().get(at.resource());
    var added = new TreeSet<ResourceAddress>();
    plan.moves().keySet().forEach(each -> added.add(each.resource()));
    if (declaration != null)
      snapshot
          .declared(declaration, at, SensitivePaths.NONE, "")
          .dependencies()
          .forEach(each -> added.remove(each.resource()));
    Stream.concat(before.current().stream(), before.deposed().values().stream())
        .flatMap(object -> object.dependencies().stream())
        .forEach(each -> added.remove(each.resource()));
    return !refreshed
        .withObjects(object -> comparable(object, added))
        .withLastFailed(false)
        .equals(
            before
                .withObjects(object -> comparable(object, Collections.emptySortedSet()))
                .withLastFailed(false));
  }

  private static ObjectState comparable(ObjectState object, SortedSet<ResourceAddress> without) {
    var named = new TreeSet<Dependency>();
    object
        .dependencies()
        .forEach(each -> {
          if (!without.contains(each.resource())) named.add(new Dependency(each.resource(), false));
        });
    return object
        .withDependencies(DependencySet.of(named))
        .withFlags(new Flags(object.flags().createBeforeDestroy(), false, false));
  }

  private void changes(Plan plan) {
    var expectedByKey = new TreeMap<String, JsonNode>();
    expected
        .get("changes")
        .forEach(change ->
            expectedByKey.put(
                change.get("addr").textValue()
                    + (change.has("deposed")
                        ? " deposed " + change.get("deposed").textValue()
                        : ""),
                change));
    var actualByKey = new TreeMap<String, Change>();
    plan.effective().forEach(change -> actualByKey.put(names.object(change.object()), change));
    differences.compareSets(Aspect.CHANGE, expectedByKey.keySet(), actualByKey.keySet());
    expectedByKey.forEach((key, change) ->
        Optional.ofNullable(actualByKey.get(key)).ifPresent(actual -> change(key, change, actual)));
  }

  private static String imported(Change change) {
    return change
        .imported()
        .map(key -> key instanceof ImportKey.Id(var id) ? id : key.toString())
        .orElse("");
  }

  private void change(String key, JsonNode wanted, Change actual) {
    differences.compare(
        Aspect.ACTIONS, key, "", StepCheck.strings(wanted.get("actions")), actions(actual));
    differences.compare(
        Aspect.REASON,
        key,
        "",
        wanted.path("action_reason").asText(""),
        actual.object().deposed().isPresent() ? "" : REASONS.getOrDefault(actual.reason(), ""));
    differences.compare(
        Aspect.PREVIOUS_ADDRESS,
        key,
        "",
        wanted.path("previous_addr").asText(""),
        actual.movedFrom().map(ScenarioAddress::of).orElse(""));
    differences.compare(
        Aspect.IMPORT, key, "", wanted.path("importing").asText(""), imported(actual));
    replacePaths(key, wanted.path("replace_paths"), actual);
    // Of an object that stays as it is, scenarios say no more.
    if (actual.isNoOp()) return;
    var after = actual.after();
    if (after.isPresent() != wanted.has("after"))
      differences.add(
          Aspect.PLANNED, key, "", wanted.path("after"), after.map(symbols::shown).orElse(""));
    else after.ifPresent(value -> object(key, (Mapping) value, wanted.path("after")));
    after.ifPresent(value -> sensitive(key, value, wanted.path("sensitive")));
  }

  private void sensitive(String key, Value planned, JsonNode wanted) {
    var paths = new TreeSet<String>();
    wanted.forEach(path -> {
      if (CONFIGURED.contains(path.get(0).asText()))
        paths.add(
            StreamSupport.stream(path.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining("/")));
    });
    var actual = new TreeSet<String>();
    for (AttributePath path : Sensitivity.paths(planned).all()) {
      var text = path.steps().stream().map(PlanCheck::text).collect(Collectors.joining("/"));
      if (CONFIGURED.contains(text.split("/", 2)[0])) actual.add(text);
    }
    differences.compareSets(Aspect.SENSITIVE, key, paths, actual);
  }

  private static String text(AttributePath.Step step) {
    return switch (step) {
      case AttributePath.Step.Attribute(var name) -> name;
      case AttributePath.Step.Index(var index) -> Integer.toString(index);
      case AttributePath.Step.Key(var key) -> key;
    };
  }

  private void replacePaths(String key, JsonNode wanted, Change actual) {
    var paths = new TreeSet<String>();
    wanted.forEach(path -> paths.add(path.toString().replace("[\"", "").replace("\"]", "")));
    var actualPaths = new TreeSet<String>();
    if (actual.action() instanceof Action.Replace(_, var forcedBy))
      forcedBy.forEach(path -> actualPaths.add(path.toString()));
    differences.compareSets(Aspect.REPLACE_PATH, key, paths, actualPaths);
  }

  private static List<String> actions(Change change) {
    return switch (change.action()) {
      case Action.NoOp _ -> List.of("no-op");
      case Action.Read _ -> List.of("read");
      case Action.Create _, Action.Recreate _ -> List.of("create");
      case Action.Update _ -> List.of("update");
      case Action.Replace(var order, _) ->
          switch (order) {
            case DESTROY_FIRST -> List.of("delete", "create");
            case CREATE_FIRST -> List.of("create", "delete");
            case FORGET_FIRST -> List.of("forget", "create");
          };
      case Action.Delete _ -> List.of("delete");
      case Action.Forget _ -> List.of("forget");
    };
  }

  /// Null attributes are left out in scenarios.
  private void object(String key, Mapping object, JsonNode wanted) {
    object
        .entries()
        .forEach((name, each) -> {
          if (!symbols.same(each, wanted.path(name)))
            differences.add(Aspect.PLANNED, key, name, wanted.path(name), symbols.shown(each));
        });
    wanted
        .fieldNames()
        .forEachRemaining(name -> {
          if (!object.has(name))
            differences.add(Aspect.PLANNED, key, name, wanted.path(name), Difference.ABSENT);
        });
  }

  private void outputs(Plan plan) {
    var wanted = new TreeMap<String, JsonNode>();
    expected
        .path("outputs")
        .properties()
        .forEach(entry -> wanted.put(entry.getKey(), entry.getValue()));
    wanted
        .values()
        .removeIf(each -> StepCheck.strings(each.get("actions")).equals(List.of("no-op")));
    var actual = new TreeMap<String, OutputChange>();
    plan.outputs()
        .forEach((name, change) -> {
          if (change.kind() != OutputChange.Kind.NO_OP) actual.put(name, change);
        });
    differences.compareSets(Aspect.OUTPUT_CHANGE, wanted.keySet(), actual.keySet());
    wanted.forEach((name, change) ->
        Optional.ofNullable(actual.get(name)).ifPresent(ours -> output(name, change, ours)));
  }

  private void output(String name, JsonNode wanted, OutputChange actual) {
    differences.compare(
        Aspect.OUTPUT_CHANGE,
        name,
        "actions",
        StepCheck.strings(wanted.get("actions")),
        List.of(actual.kind().name().toLowerCase(Locale.ROOT)));
    actual
        .after()
        .ifPresent(value -> {
          if (!symbols.same(value, wanted.path("after")))
            differences.add(
                Aspect.OUTPUT_CHANGE, name, "", wanted.path("after"), symbols.shown(value));
        });
  }

  private void order(Plan plan, JsonNode expectedOrder) {
    var steps = new HashMap<String, Step>();
    plan.steps()
        .nodes()
        .forEach(step -> names.operation(step).ifPresent(name -> steps.put(name, step)));
    var after = new HashMap<String, Set<String>>();
    expectedOrder.forEach(pair ->
        after
            .computeIfAbsent(pair.get(0).textValue(), _ -> new HashSet<>())
            .add(pair.get(1).textValue()));
    for (String first : after.keySet())
      for (String then : reached(first, after)) {
        var one = steps.get(first);
        var other = steps.get(then);
        if (one != null && other != null && !reaches(plan.steps(), one, other))
          differences.add(
              Aspect.ORDER, "", first + ", " + then, Difference.PRESENT, Difference.ABSENT);
      }
  }

  private static Set<String> reached(String first, Map<String, Set<String>> after) {
    var reached = new TreeSet<String>();
    var open = new ArrayList<>(after.getOrDefault(first, Set.of()));
    while (!open.isEmpty()) {
      var next = open.removeLast();
      if (reached.add(next)) open.addAll(after.getOrDefault(next, Set.of()));
    }
    return reached;
  }
}
