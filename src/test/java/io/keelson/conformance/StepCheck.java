package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.apply.StepResult;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.OutputChange;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.plan.Step;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import java.util.ArrayList;
import java.util.Collection;
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

/// Compares what the product did in one step with everything the scenario expects of it.
final class StepCheck {
  private static final Map<Reason, String> REASONS =
      Map.of(
          Reason.TAINTED, "replace_because_tainted",
          Reason.BY_TRIGGERS, "replace_by_triggers",
          Reason.BY_REQUEST, "replace_by_request",
          Reason.CANNOT_UPDATE, "replace_because_cannot_update",
          Reason.NO_RESOURCE_CONFIG, "delete_because_no_resource_config",
          Reason.NO_MOVE_TARGET, "delete_because_no_move_target",
          Reason.WRONG_REPETITION, "delete_because_wrong_repetition",
          Reason.COUNT_INDEX, "delete_because_count_index",
          Reason.EACH_KEY, "delete_because_each_key");

  private final JsonNode expect;
  private final ObjectSymbols symbols;
  private StackState before;
  private final Differences differences;

  StepCheck(JsonNode expect, ObjectSymbols symbols, StackState before, Differences differences) {
    this.expect = expect;
    this.symbols = symbols;
    this.before = before;
    this.differences = differences;
  }

  /// Where an error is told in another way than Terraform does, as the documentation says: earlier,
  /// or as what it is.
  Set<String> otherErrors(Collection<Diagnostic> problems) {
    var ways = new TreeSet<String>();
    var actual = errorClasses(problems);
    if (expectedClasses().equals(Set.of("tf_internal")) && actual.equals(Set.of("self_reference")))
      ways.add(ConformanceTest.NO_INTERNAL_ERROR);
    if (expect.get("result").textValue().equals("apply_error")
        && expectedClasses().equals(Set.of("expression"))
        && actual.equals(expectedClasses())) ways.add(ConformanceTest.FOUND_EARLIER);
    return ways;
  }

  void planFailed(Collection<Diagnostic> problems) {
    differences.compare(
        "result " + messages(problems), expect.get("result").textValue(), "plan_error");
    compareErrors(problems);
  }

  private static String messages(Collection<Diagnostic> problems) {
    return problems.stream()
        .filter(Diagnostic::isError)
        .map(each -> each.subject() + ": " + each.summary() + ": " + each.detail())
        .toList()
        .toString();
  }

  private void compareErrors(Collection<Diagnostic> problems) {
    differences.compareSets(
        "error classes " + messages(problems), expectedClasses(), errorClasses(problems));
  }

  private SortedSet<String> expectedClasses() {
    var classes = new TreeSet<String>();
    expect.path("errors").forEach(error -> classes.add(error.get("class").textValue()));
    return classes;
  }

  private static SortedSet<String> errorClasses(Collection<Diagnostic> problems) {
    var classes = new TreeSet<String>();
    problems.stream()
        .filter(Diagnostic::isError)
        .forEach(problem -> classes.add(errorClass(problem.code())));
    return classes;
  }

  private static String errorClass(Code code) {
    return code == Code.PROVIDER_ERROR ? "provisioner" : code.name().toLowerCase(Locale.ROOT);
  }

  void planned(Plan plan) {
    before = moved(plan);
    var expected = expect.path("plan");
    if (expected.isMissingNode()) {
      differences.compare("result", expect.get("result").textValue(), "a plan");
      return;
    }
    changes(expected.get("changes"), plan);
    var noop = new TreeSet<String>();
    plan.changes().values().stream()
        .filter(change -> !change.isEffective() && change.object().deposed().isEmpty())
        .forEach(change -> noop.add(address(change.object())));
    differences.compareSets("no-op", strings(expected.get("noop")), noop);
    differences.compare("applyable", expected.get("applyable").asBoolean(), plan.applyable());
    outputs(expected.path("outputs"), plan);
    order(plan);
  }

  /// A plan that only reads. Terraform lists no changes in it, asks before it stores anything that
  /// it has seen, and moves without a word; Keelson stores what it has seen in any case (DEV-9),
  /// and lists moves.
  void refreshed(Plan plan) {
    before = moved(plan);
    differences.compare("result", expect.get("result").textValue(), "ok");
    for (Change change : plan.changes().values())
      if (!change.isNoOp()) differences.add("something is done: " + key(change.object()));
    boolean applyable =
        !plan.refreshed().instances().equals(before.instances())
            || plan.outputs().values().stream()
                .anyMatch(each -> each.kind() != OutputChange.Kind.NO_OP);
    differences.compare("applyable", expect.path("plan").path("applyable").asBoolean(), applyable);
    outputs(expect.path("plan").path("outputs"), plan);
  }

  /// What existed before, under the addresses of the plan.
  private StackState moved(Plan plan) {
    var instances = new TreeMap<>(before.instances());
    plan.moves()
        .forEach((to, from) -> {
          instances.remove(from);
          instances.put(to, before.instance(from).movedFrom(from));
        });
    return new StackState(instances, before.outputs());
  }

  private static String address(ObjectRef object) {
    return ScenarioRun.shortAddress(object.instance());
  }

  /// A key that tells a deposed object from the current one.
  private String key(ObjectRef object) {
    if (object.deposed().isEmpty()) return address(object);
    return address(object) + " deposed " + deposedSymbol(object);
  }

  private String deposedSymbol(ObjectRef object) {
    var stored = before.instance(object.instance()).deposed().get(object.deposed().orElseThrow());
    return stored == null ? "?" : symbols.id(Surgery.decode(new JsonStateCodec(), stored));
  }

  private void changes(JsonNode expected, Plan plan) {
    var expectedByKey = new TreeMap<String, JsonNode>();
    expected.forEach(change ->
        expectedByKey.put(
            change.get("addr").textValue()
                + (change.has("deposed") ? " deposed " + change.get("deposed").textValue() : ""),
            change));
    var actualByKey = new TreeMap<String, Change>();
    plan.effective().forEach(change -> actualByKey.put(key(change.object()), change));
    differences.compareSets("changes", expectedByKey.keySet(), actualByKey.keySet());
    expectedByKey.forEach((key, change) ->
        Optional.ofNullable(actualByKey.get(key)).ifPresent(actual -> change(key, change, actual)));
  }

  private void change(String key, JsonNode expected, Change actual) {
    differences.compare("actions of " + key, strings(expected.get("actions")), actions(actual));
    differences.compare(
        "reason of " + key,
        expected.path("action_reason").asText(""),
        actual.object().deposed().isPresent() ? "" : REASONS.getOrDefault(actual.reason(), ""));
    differences.compare(
        "previous address of " + key,
        expected.path("previous_addr").asText(""),
        actual.movedFrom().map(ScenarioRun::shortAddress).orElse(""));
    differences.compare(
        "import of " + key, expected.path("importing").asText(""), actual.imported().orElse(""));
    replacePaths(key, expected.path("replace_paths"), actual);
    // Of an object that stays as it is, scenarios say no more.
    if (actual.isNoOp()) return;
    var after = actual.after();
    if (after.isPresent() != expected.has("after"))
      differences.add("planned object of " + key + ": expected " + expected.get("after"));
    after.ifPresent(value -> object("planned " + key, value, expected.path("after")));
  }

  private void replacePaths(String key, JsonNode expected, Change actual) {
    var paths = new TreeSet<String>();
    expected.forEach(path -> paths.add(path.toString().replace("[\"", "").replace("\"]", "")));
    var actualPaths = new TreeSet<String>();
    if (actual.action() instanceof Action.Replace(_, var forcedBy))
      forcedBy.forEach(path -> actualPaths.add(path.toString()));
    differences.compareSets("replace paths of " + key, paths, actualPaths);
  }

  private static List<String> actions(Change change) {
    return switch (change.action()) {
      case Action.NoOp _ -> List.of("no-op");
      case Action.Read _ -> List.of("read");
      case Action.Create _, Action.Recreate _ -> List.of("create");
      case Action.Update _ -> List.of("update");
      case Action.Replace(var order, _) ->
          order == ReplaceOrder.CREATE_FIRST
              ? List.of("create", "delete")
              : List.of("delete", "create");
      case Action.Delete _ -> List.of("delete");
      case Action.Forget _ -> List.of("forget");
    };
  }

  /// Null attributes are left out in scenarios.
  private void object(String what, Value value, JsonNode expected) {
    var object = (Mapping) value;
    object
        .entries()
        .forEach((name, each) -> {
          if (!symbols.same(each, expected.path(name)))
            differences.add(
                what
                    + "."
                    + name
                    + ": expected "
                    + expected.path(name)
                    + ", was "
                    + symbols.shown(each));
        });
    expected
        .fieldNames()
        .forEachRemaining(name -> {
          if (!object.has(name)) differences.add(what + " has no " + name);
        });
  }

  private void outputs(JsonNode expected, Plan plan) {
    var expectedChanges = new TreeMap<String, JsonNode>();
    expected.properties().forEach(entry -> expectedChanges.put(entry.getKey(), entry.getValue()));
    var actual = new TreeMap<String, OutputChange>();
    plan.outputs()
        .forEach((name, change) -> {
          if (change.kind() != OutputChange.Kind.NO_OP) actual.put(name, change);
        });
    expectedChanges
        .values()
        .removeIf(each -> strings(each.get("actions")).equals(List.of("no-op")));
    differences.compareSets("output changes", expectedChanges.keySet(), actual.keySet());
    expectedChanges.forEach((name, change) -> {
      var ours = actual.get(name);
      if (ours == null) return;
      differences.compare(
          "action of output " + name,
          strings(change.get("actions")),
          List.of(ours.kind().name().toLowerCase(Locale.ROOT)));
      ours.after()
          .ifPresent(value -> {
            if (!symbols.same(value, change.path("after")))
              differences.add("planned output " + name + ": " + symbols.shown(value));
          });
    });
  }

  private void order(Plan plan) {
    var steps = new HashMap<String, Step>();
    plan.steps()
        .nodes()
        .forEach(step -> operation(plan, step).ifPresent(name -> steps.put(name, step)));
    var after = new HashMap<String, Set<String>>();
    expect
        .path("order")
        .forEach(pair ->
            after
                .computeIfAbsent(pair.get(0).textValue(), _ -> new HashSet<>())
                .add(pair.get(1).textValue()));
    for (String first : after.keySet())
      for (String then : reached(first, after))
        if (steps.containsKey(first)
            && steps.containsKey(then)
            && !plan.steps().reaches(steps.get(first), steps.get(then)))
          differences.add("order: " + first + " must come before " + then);
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

  private Optional<String> operation(Plan plan, Step step) {
    return switch (step) {
      case Step.Barrier _, Step.Check _, Step.Read _ -> Optional.empty();
      case Step.Converge(var at) -> {
        var change = plan.changes().get(ObjectRef.current(at));
        var verb =
            change != null && change.action() instanceof Action.Update ? "update " : "create ";
        yield Optional.of(verb + ScenarioRun.shortAddress(at));
      }
      case Step.Destroy(var at, var object) -> {
        boolean known =
            object.deposed().isPresent()
                && before.instance(at).deposed().containsKey(object.deposed().get());
        yield Optional.of("delete " + (known ? key(object) : ScenarioRun.shortAddress(at)));
      }
      case Step.Forget(var object) -> Optional.of("forget " + key(object));
    };
  }

  void applied(Plan plan, ApplyOutcome outcome) {
    differences.compare(
        "result " + messages(outcome.diagnostics()),
        expect.get("result").textValue(),
        Diagnostic.anyError(outcome.diagnostics()) ? "apply_error" : "ok");
    compareErrors(outcome.diagnostics());
    var ran = new TreeSet<String>();
    var notRun = new TreeSet<String>();
    for (StepResult result : outcome.steps()) {
      if (result.step() instanceof Step.Check) continue;
      var name = operation(plan, result.step()).orElseThrow();
      if (name.startsWith("forget ")) continue;
      switch (result.outcome()) {
        case DONE, CONDITION_FAILED -> ran.add(name);
        case FAILED -> ran.add(name + " !failed");
        case UNCHANGED, NOT_STARTED, SKIPPED -> notRun.add(name);
      }
    }
    differences.compareSets("ran", strings(expect.path("ran")), ran);
    differences.compareSets("not run", strings(expect.path("not_run")), notRun);
    finalOutputs(outcome.state());
  }

  private void finalOutputs(StackState state) {
    if (!expect.has("outputs")) return;
    differences.compareSets(
        "outputs",
        new TreeSet<>(fieldNames(expect.get("outputs"))),
        new TreeSet<>(state.outputs().keySet()));
    state
        .outputs()
        .forEach((name, value) -> {
          if (!symbols.same(value, expect.get("outputs").path(name)))
            differences.add(
                "output "
                    + name
                    + ": expected "
                    + expect.get("outputs").path(name)
                    + ", was "
                    + symbols.shown(value));
        });
  }

  private static List<String> fieldNames(JsonNode object) {
    var names = new ArrayList<String>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  void state(StackState state, JsonStateCodec codec) {
    var expected = new TreeMap<String, JsonNode>();
    expect
        .path("state")
        .forEach(object ->
            expected.put(
                object.get("addr").textValue()
                    + " "
                    + object.get("id").textValue()
                    + (object.path("deposed").asBoolean() ? " deposed" : ""),
                object));
    var actual = new TreeMap<String, ObjectState>();
    state
        .instances()
        .forEach((at, instance) -> {
          instance
              .current()
              .ifPresent(object -> actual.put(stateKey(at, object, codec, false), object));
          instance
              .deposed()
              .values()
              .forEach(object -> actual.put(stateKey(at, object, codec, true), object));
          if (instance.open().isPresent()) differences.add("open operation at " + at);
        });
    differences.compareSets("state", expected.keySet(), actual.keySet());
    expected.forEach((key, object) ->
        Optional.ofNullable(actual.get(key))
            .ifPresent(stored -> stored(key, object, stored, codec)));
  }

  private String stateKey(
      InstanceAddress at, ObjectState object, JsonStateCodec codec, boolean deposed) {
    return ScenarioRun.shortAddress(at)
        + " "
        + symbols.id(Surgery.decode(codec, object))
        + (deposed ? " deposed" : "");
  }

  private void stored(String key, JsonNode expected, ObjectState actual, JsonStateCodec codec) {
    var value = (Mapping) Surgery.decode(codec, actual);
    for (String name : List.of("id", "input", "output", "triggers_replace"))
      if (!symbols.same(value.attribute(name), expected.path(name)))
        differences.add(
            "state of "
                + key
                + "."
                + name
                + ": expected "
                + expected.path(name)
                + ", was "
                + symbols.shown(value.attribute(name)));
    differences.compare(
        "tainted " + key, expected.path("tainted").asBoolean(false), actual.tainted());
    differences.compare(
        "cbd of " + key,
        expected.path("cbd").asBoolean(false),
        actual.flags().createBeforeDestroy());
    var dependencies = new TreeSet<String>();
    for (Dependency dependency : actual.dependencies())
      dependencies.add(dependency.resource().name());
    differences.compareSets("dependencies of " + key, strings(expected.path("deps")), dependencies);
    expected
        .path("types")
        .properties()
        .forEach(entry ->
            differences.compare(
                "type of " + key + "." + entry.getKey(),
                entry.getValue().toString(),
                ObjectSymbols.typeText(value.attribute(entry.getKey()).type())));
  }

  private static List<String> strings(JsonNode list) {
    var strings = new ArrayList<String>();
    list.forEach(each -> strings.add(each.textValue()));
    return strings;
  }
}
