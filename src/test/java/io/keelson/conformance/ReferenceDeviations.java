package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.Difference.Aspect;
import io.keelson.conformance.ScenarioBodies.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Which differences from Terraform come from what a reference to a component, or in one, needs and
/// says.
final class ReferenceDeviations {
  static final String COMPUTED_KEY = "References by a computed key";
  private static final String TOLD_ONCE = "Errors in expressions, told once";
  private static final String DEV_14 = "DEV-14";

  private final ScenarioFacts facts;
  private final SortedSet<String> errors;
  private final ScenarioBodies bodies;

  /// @param errors the classes of errors with which the product refused to plan
  ReferenceDeviations(ScenarioFacts facts, SortedSet<String> errors) {
    this.facts = facts;
    this.errors = errors;
    this.bodies = facts.bodies();
  }

  List<String> explaining(Difference difference) {
    var titles = new ArrayList<String>();
    if (isNarrower(difference) || isNoCycle(difference)) titles.add(COMPUTED_KEY);
    if (isToldOnce(difference) || isToldAsKey(difference)) titles.add(TOLD_ONCE);
    if (isEcho(difference)) titles.add(DEV_14);
    return titles;
  }

  /// With a computed key, of all instances, or as a whole, Terraform needs all that is in the
  /// module.
  private boolean isNarrower(Difference difference) {
    return switch (difference.aspect()) {
      case DEPENDENCY -> {
        var used = difference.part().split(" on ", 2)[1];
        var user = name(difference.address());
        yield difference.isMissing() && (isOnlyForEvery(user, used) || isLeftOver(user, used));
      }
      case ORDER -> {
        var ends = ComponentDeviations.ends(difference);
        var one = name(ComponentDeviations.address(ends[0]));
        var other = name(ComponentDeviations.address(ends[1]));
        yield difference.isMissing()
            && (isOnlyForEvery(one, other)
                || isOnlyForEvery(other, one)
                || isOrderThroughEvery(ends[0], ends[1])
                || isOfOtherKey(other, ComponentDeviations.address(ends[0]))
                || isElementNamed(other, ComponentDeviations.address(ends[0]))
                || (ends[1].startsWith("delete ") && isForcedOnlyForEvery(other)));
      }
      case CREATE_BEFORE_DESTROY ->
          difference.expected().equals("true") && isForcedOnlyForEvery(name(difference.address()));
      case ACTIONS ->
          difference.expected().equals("[create, delete]")
              && difference.actual().equals("[delete, create]")
              && isForcedOnlyForEvery(name(difference.address()));
      case RAN -> difference.isExtra() && isStoppedOnlyForEvery(difference.address());
      case NOT_RUN -> difference.isMissing() && isStoppedOnlyForEvery(difference.address());
      default ->
          DeviationRules.STATE.contains(difference.aspect())
              && isStoppedOnlyForEvery(difference.address());
    };
  }

  /// Whether two operations, of what has nothing to do with each other, have an order only because
  /// something in between needs a whole module.
  private boolean isOrderThroughEvery(String first, String then) {
    var one = ComponentDeviations.address(first);
    var other = ComponentDeviations.address(then);
    if (isRelated(one, other) || isRelated(other, one)) return false;
    return !facts.order().leads(first, then, (before, after) -> !isForEvery(before, after));
  }

  /// Whether the outputs of a module, which the user names by a computed key, name other instances
  /// of the resource than this one.
  private boolean isOfOtherKey(String user, String used) {
    var path = ScenarioBodies.pathOf(name(used));
    var key = ScenarioAddress.parse(used).key().own().toString();
    if (path.isEmpty() || key.isEmpty()) return false;
    var call = path.substring(0, path.length() - 1);
    var named = bodies.declaration(user).toString().replace("\\", "");
    if (!named.contains("{\"$all\":\"" + call + "\"") && !named.contains(call + "[each."))
      return false;
    var resource = name(used).substring(path.length() + ScenarioStep.TYPE.length() + 1);
    var outputs =
        facts
            .step()
            .path("modules")
            .path(bodies.call(path).path("definition").asText())
            .path("outputs");
    return outputs.findValues("$all").stream().noneMatch(all -> all.asText().equals(resource))
        && outputs.findValues("$ref").stream()
            .map(JsonNode::asText)
            .filter(each -> each.equals(resource) || each.matches(resource + "[.\\[].*"))
            .noneMatch(each -> each.startsWith(resource + key) || !each.contains("["));
  }

  /// Whether the user names other instances of the resource than this one, and needs all of them
  /// only as they are given to a module.
  private boolean isElementNamed(String user, String used) {
    var key = ScenarioAddress.parse(used).key().own().toString();
    if (key.isEmpty() || !bodies.needs(user, name(used), Reach.NAMED)) return false;
    return bodies.needsBeside(user, name(used), key, Reach.EVERY)
        && !bodies.needsBeside(user, name(used), key, Reach.NAMED);
  }

  private boolean isRelated(String user, String used) {
    return bodies.needs(name(user), name(used), Reach.NAMED)
        || facts.neededBefore(user, name(used))
        || name(user).equals(name(used));
  }

  private boolean isForEvery(String first, String then) {
    var one = name(ComponentDeviations.address(first));
    var other = name(ComponentDeviations.address(then));
    return isOnlyForEvery(one, other) || isOnlyForEvery(other, one);
  }

  private boolean isOnlyForEvery(String user, String used) {
    return bodies.needs(user, used, Reach.EVERY) && !bodies.needs(user, used, Reach.NAMED);
  }

  /// Whether what is not declared any more is in a module of which something was needed in this
  /// way.
  private boolean isLeftOver(String user, String used) {
    if (!bodies.declaration(used).isMissingNode()) return false;
    return facts.earlier().stream()
        .map(ScenarioBodies::new)
        .anyMatch(former ->
            former.needs(user, used, Reach.EVERY) && !former.needs(user, used, Reach.NAMED));
  }

  private boolean isForcedOnlyForEvery(String name) {
    boolean every = false;
    for (var entry : bodies.resources().entrySet()) {
      if (!entry.getValue().path("lifecycle").path("create_before_destroy").asBoolean()) continue;
      if (bodies.needs(entry.getKey(), name, Reach.NAMED)) return false;
      every |= bodies.needs(entry.getKey(), name, Reach.EVERY);
    }
    return every;
  }

  /// Whether Terraform did not start it, and everything that failed is only needed in this way.
  private boolean isStoppedOnlyForEvery(String at) {
    if (!facts.result().equals("apply_error")) return false;
    boolean stopped =
        operations("not_run").stream()
            .anyMatch(each -> ComponentDeviations.address(each).equals(at));
    var failed =
        operations("ran").stream()
            .filter(each -> each.endsWith(" !failed"))
            .map(each -> name(ComponentDeviations.address(each)))
            .filter(each ->
                (bodies.needs(name(at), each, Reach.EVERY)
                    || bodies.needs(each, name(at), Reach.EVERY)))
            .toList();
    return stopped
        && (failed.isEmpty()
            ? isKeptForUsers(at)
            : failed.stream()
                .allMatch(
                    each -> isOnlyForEvery(name(at), each) || isOnlyForEvery(each, name(at))));
  }

  /// Whether it stays because what uses it was not started, and that only for this reason.
  private boolean isKeptForUsers(String at) {
    if (!facts.isNotRun("delete " + at)) return false;
    var users =
        operations("not_run").stream()
            .map(ComponentDeviations::address)
            .filter(user ->
                bodies.needs(name(user), name(at), Reach.EVERY)
                    || facts.neededBefore(user, name(at)))
            .toList();
    return !users.isEmpty() && users.stream().allMatch(this::isStoppedOnlyForEvery);
  }

  /// Modules that use each other key by key are a cycle in Terraform, as each needs all of the
  /// other.
  private boolean isNoCycle(Difference difference) {
    boolean crossed =
        bodies.resources().keySet().stream().anyMatch(each -> isOnlyForEvery(each, each));
    return crossed
        && facts.failsWith("plan_error", "cycle")
        && !bodies.hasCycle()
        && switch (difference.aspect()) {
          case RESULT -> difference.actual().equals("ok");
          case ERROR_CLASS -> difference.part().equals("cycle") && difference.isMissing();
          case RAN, NOT_RUN -> difference.isExtra();
          case OUTPUT -> true;
          default -> DeviationRules.STATE.contains(difference.aspect());
        };
  }

  /// A trigger that names no resource is told as what it is, and not as missing, too.
  private boolean isToldOnce(Difference difference) {
    boolean namesNone =
        bodies.resources().values().stream()
            .flatMap(each ->
                StepCheck.strings(each.path("lifecycle").path("replace_triggered_by")).stream())
            .anyMatch(trigger -> trigger.startsWith("var.") || trigger.startsWith("module."));
    return namesNone
        && errors.equals(Set.of("bad_reference"))
        && facts.untouched()
        && difference.aspect() == Aspect.ERROR_CLASS
        && difference.part().equals("replace_triggered_by")
        && difference.isMissing();
  }

  /// A reference to a module that lacks a key, or has one too many, is told as that. For Terraform
  /// it is one to an attribute or element that does not exist.
  private boolean isToldAsKey(Difference difference) {
    return facts.failsWith("plan_error", "bad_reference")
        && Set.of("unexpected_key", "missing_key").containsAll(errors)
        && !errors.isEmpty()
        && facts.untouched()
        && difference.aspect() == Aspect.ERROR_CLASS
        && (difference.part().equals("bad_reference")
            ? difference.isMissing()
            : errors.contains(difference.part()) && difference.isExtra());
  }

  /// What `output` repeats of a sensitive input is sensitive here, and so is what uses that.
  private boolean isEcho(Difference difference) {
    boolean marked =
        switch (difference.aspect()) {
          case SENSITIVE, CHANGE -> difference.isExtra();
          case NO_OP -> difference.isMissing();
          case RAN -> difference.part().equals("update") && difference.isExtra();
          default -> false;
        };
    return marked && usesEcho(name(difference.address()));
  }

  private boolean usesEcho(String resource) {
    boolean readsOutputs =
        bodies.closure(Set.of(resource), Reach.NAMED).stream()
            .flatMap(each -> bodies.declaration(each).findValues("$ref").stream())
            .anyMatch(reference -> reference.asText().contains(".output"));
    var needed = bodies.closure(bodies.named(resource, Reach.NAMED), Reach.NAMED);
    return readsOutputs && needed.stream().anyMatch(this::isSensitive);
  }

  /// Whether it changes, and its input is sensitive now or was.
  private boolean isSensitive(String resource) {
    return !changes(facts.step(), resource).isEmpty()
        && Stream.concat(Stream.of(facts.step()), facts.earlier().stream())
            .flatMap(step -> changes(step, resource).stream())
            .flatMap(change -> StreamSupport.stream(change.path("sensitive").spliterator(), false))
            .anyMatch(path -> path.get(0).asText().equals("input"));
  }

  private static List<JsonNode> changes(JsonNode step, String resource) {
    var changes = new ArrayList<JsonNode>();
    for (JsonNode change : step.path("expect").path("plan").path("changes"))
      if (name(change.get("addr").textValue()).equals(resource)) changes.add(change);
    return changes;
  }

  private List<String> operations(String field) {
    return StepCheck.strings(facts.expect().path(field));
  }

  private static String name(String address) {
    return ScenarioFacts.resource(address);
  }
}
