package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.keelson.conformance.ScenarioBodies.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a step of a scenario declares and expects, for those who judge a difference. Says nothing
/// of what the product did, except whether it left the state alone.
///
/// @param earlier the steps before, in their order
/// @param untouched whether the product's state after the step is the one before it
record ScenarioFacts(JsonNode step, List<JsonNode> earlier, boolean untouched) {
  private static final Set<String> ATTRIBUTES = Set.of("id", "input", "output", "triggers_replace");

  /// The step before; missing for the first.
  JsonNode previous() {
    return earlier.isEmpty() ? MissingNode.getInstance() : earlier.getLast();
  }

  /// `b` of `b["k"]`, `module.m.terraform_data.b` of `module.m["a"].terraform_data.b[0]`.
  static String resource(String address) {
    return ScenarioAddress.withoutKeys(address);
  }

  /// What the step declares, and what is left in its modules of what was declared.
  ScenarioBodies bodies() {
    var left = new TreeSet<String>();
    for (JsonNode object : previous().path("expect").path("state"))
      left.add(resource(object.get("addr").textValue()));
    return new ScenarioBodies(step, left);
  }

  static SortedSet<String> errorClasses(JsonNode expect) {
    var classes = new TreeSet<String>();
    expect.path("errors").forEach(error -> classes.add(error.get("class").textValue()));
    return classes;
  }

  JsonNode expect() {
    return step.get("expect");
  }

  RecordedOrder order() {
    return new RecordedOrder(expect().path("order"));
  }

  String result() {
    return expect().get("result").textValue();
  }

  /// `normal`, `destroy` or `refresh-only`.
  String mode() {
    return step.path("plan").path("mode").asText("normal");
  }

  boolean hasPostconditions() {
    return bodies().resources().values().stream()
        .anyMatch(each -> each.path("lifecycle").has("postcondition"));
  }

  /// Whether an output needs a resource of which an operation failed or was not run, or one whose
  /// conditions need such a resource.
  boolean needsWhatFailed(String output) {
    var undone = new TreeSet<String>();
    for (String operation : StepCheck.strings(expect().path("not_run")))
      undone.add(resource(operation.split(" ", 2)[1]));
    for (String operation : StepCheck.strings(expect().path("ran")))
      if (operation.endsWith(" !failed")) undone.add(resource(operation.split(" ", 2)[1]));
    var open = new ArrayList<>(namesIn(step.path("outputs").path(output)));
    var bodies = bodies();
    var needed = new TreeSet<String>();
    while (!open.isEmpty()) {
      var name = open.removeLast();
      if (needed.add(name) && hasConditions(bodies.declaration(name)))
        open.addAll(bodies.named(name, Reach.NAMED));
    }
    return needed.stream().anyMatch(undone::contains);
  }

  private static boolean hasConditions(JsonNode declaration) {
    var lifecycle = declaration.path("lifecycle");
    return lifecycle.has("precondition") || lifecycle.has("postcondition");
  }

  /// Whether Terraform ends with exactly this class of error.
  boolean failsWith(String result, String errorClass) {
    return result().equals(result) && errorClasses(expect()).equals(Set.of(errorClass));
  }

  /// The resources in the cycle that Terraform reports.
  SortedSet<String> cycle() {
    var members = new TreeSet<String>();
    expect()
        .path("errors")
        .forEach(error ->
            error.path("members").forEach(member -> members.add(member(member.textValue()))));
    return members;
  }

  /// `module.m.terraform_data.a` of `module.m.a (destroy)`.
  private static String member(String node) {
    var plain = resource(node);
    if (!plain.startsWith("module.") || plain.contains(ScenarioStep.TYPE)) return plain;
    int name = plain.lastIndexOf('.') + 1;
    return plain.substring(0, name) + ScenarioStep.TYPE + "." + plain.substring(name);
  }

  /// What a step declares of a resource; missing if it declares none.
  static JsonNode declaration(JsonNode step, String name) {
    return new ScenarioBodies(step).declaration(name);
  }

  JsonNode declaration(String name) {
    return declaration(step, name);
  }

  List<String> triggers(String name) {
    var path = ScenarioBodies.pathOf(name);
    var within = path.isEmpty() ? "" : path + ScenarioStep.TYPE + ".";
    return StepCheck.strings(declaration(name).path("lifecycle").path("replace_triggered_by"))
        .stream()
        .map(trigger -> within + trigger)
        .toList();
  }

  /// Whether Terraform plans exactly this for an instance of the resource.
  boolean plans(String resource, String action) {
    for (JsonNode change : expect().path("plan").path("changes"))
      if (resource(change.get("addr").textValue()).equals(resource)
          && StepCheck.strings(change.get("actions")).equals(List.of(action))) return true;
    return false;
  }

  /// Whether Terraform starts nothing in this step but to delete some of these.
  boolean onlyDeletes(List<String> addresses) {
    return StepCheck.strings(expect().path("ran")).stream()
        .allMatch(operation ->
            operation.startsWith("delete ")
                && addresses.contains(ComponentDeviations.address(operation)));
  }

  /// The resources of a step that use this one, directly or through others.
  SortedSet<String> users(String name) {
    return users(step, name, Reach.NAMED);
  }

  /// The same of this step or the one before, as Terraform sees it: recorded flags come from that.
  boolean isUsedByCreateBeforeDestroy(String name) {
    for (JsonNode each : List.of(step, previous()))
      for (String user : users(each, name, Reach.EVERY))
        if (declaration(each, user)
            .path("lifecycle")
            .path("create_before_destroy")
            .asBoolean(false)) return true;
    return false;
  }

  private static SortedSet<String> users(JsonNode step, String name, Reach reach) {
    var uses = new TreeMap<String, SortedSet<String>>();
    var bodies = new ScenarioBodies(step);
    for (String resource : bodies.resources().keySet())
      uses.put(resource, bodies.named(resource, reach));
    var users = new TreeSet<String>();
    var open = new ArrayList<>(List.of(name));
    while (!open.isEmpty()) {
      var used = open.removeLast();
      for (Map.Entry<String, SortedSet<String>> each : uses.entrySet())
        if (each.getValue().contains(used) && users.add(each.getKey())) open.add(each.getKey());
    }
    return users;
  }

  /// The resources that an expression of the step names.
  SortedSet<String> namesIn(JsonNode expression) {
    return bodies().namedIn(expression, Reach.NAMED);
  }

  /// Whether a target of the step uses the resource, directly or through others.
  boolean isNeededByTarget(String name) {
    var users = users(name);
    return StepCheck.strings(step.path("plan").path("target")).stream()
        .map(ScenarioFacts::resource)
        .anyMatch(target ->
            users.stream().anyMatch(user -> user.equals(target) || user.startsWith(target + ".")));
  }

  boolean failed(String operation) {
    return StepCheck.strings(expect().path("ran")).contains(operation + " !failed");
  }

  boolean isNotRun(String operation) {
    return StepCheck.strings(expect().path("not_run")).contains(operation);
  }

  /// The former names of a resource that the step moves.
  List<String> movedTo(String name) {
    var former = new ArrayList<String>();
    var open = new ArrayList<>(List.of(name));
    var moves = bodies().moves();
    while (!open.isEmpty()) {
      var next = open.removeLast();
      for (Map.Entry<String, String> move : moves)
        if (next.equals(move.getValue()) || next.startsWith(move.getValue() + ".")) {
          var before = move.getKey() + next.substring(move.getValue().length());
          if (former.contains(before)) continue;
          former.add(before);
          open.add(before);
        }
    }
    return former;
  }

  /// Whether Terraform's record of an object names this dependency.
  boolean depends(String id, String name) {
    return depends(expect(), "id", id, name);
  }

  /// The same of its record before the step.
  boolean dependedBefore(String id, String name) {
    return depends(previous().path("expect"), "id", id, name);
  }

  /// The same of the object at an address.
  boolean neededBefore(String address, String name) {
    return depends(previous().path("expect"), "addr", address, name);
  }

  /// Where an instance was before the step.
  String formerAddress(String address) {
    for (JsonNode change : expect().path("plan").path("changes"))
      if (change.get("addr").textValue().equals(address) && change.has("previous_addr"))
        return change.get("previous_addr").textValue();
    return address;
  }

  private static boolean depends(JsonNode expect, String key, String object, String name) {
    for (JsonNode each : expect.path("state"))
      if (each.get(key).textValue().equals(object)
          && StepCheck.strings(each.path("deps")).contains(name)) return true;
    return false;
  }

  /// Whether a trigger of the step names what no object has.
  boolean hasTriggerWithoutAttribute() {
    return bodies().resources().values().stream()
        .map(each -> each.path("lifecycle").path("replace_triggered_by"))
        .flatMap(list -> StepCheck.strings(list).stream())
        .map(trigger -> trigger.replaceAll("\\[[^]]*]", "").split("\\."))
        .anyMatch(parts -> parts.length > 1 && !ATTRIBUTES.contains(parts[1]));
  }
}
