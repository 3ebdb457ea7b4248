package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.Difference.Aspect;
import io.keelson.conformance.ScenarioBodies.Reach;
import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;

/// Which differences from Terraform come from what components do otherwise than modules.
final class ComponentDeviations {
  private static final String DEV_18 = "DEV-18";
  private static final String DEV_21 = "DEV-21";
  private static final String WITHOUT_KEY = "Replacements without a key";
  private static final String DESTROYED_ALL_THE_SAME = "Destroying with a wrong declaration";

  /// Errors that tell of a value, and not of an operation.
  private static final Set<String> OF_VALUES =
      Set.of("validation", "input", "output_precondition", "precondition", "postcondition");

  private final ScenarioFacts facts;
  private final SortedSet<String> errors;
  private final ScenarioBodies bodies;

  /// What was declared before: what goes may be declared no more.
  private final ScenarioBodies former;

  /// @param errors the classes of errors with which the product refused to plan
  ComponentDeviations(ScenarioFacts facts, SortedSet<String> errors) {
    this.facts = facts;
    this.errors = errors;
    this.bodies = facts.bodies();
    this.former = new ScenarioBodies(facts.previous());
  }

  List<String> explaining(Difference difference) {
    var titles = new ArrayList<String>();
    if (isOrderOfInstances(difference) || isOfOtherInstance(difference)) titles.add(DEV_18);
    if (isMovedIntoRepetition(difference)) titles.add(DEV_21);
    if (isReplacementWithoutKey(difference)) titles.add(WITHOUT_KEY);
    if (isNotValidated(difference)) titles.add(DESTROYED_ALL_THE_SAME);
    return titles;
  }

  /// Terraform orders creates and updates over all instances of a call. Destroys of one module it
  /// orders inside each instance alone, so an order of nothing but such is a real one; those of a
  /// module and of one inside it again over all.
  private boolean isOrderOfInstances(Difference difference) {
    if (difference.aspect() != Aspect.ORDER || !difference.isMissing()) return false;
    var ends = ends(difference);
    var call = callBetween(address(ends[0]), address(ends[1]));
    return call.isPresent()
        && isEnclosed(call.get(), name(address(ends[0])), name(address(ends[1])))
        && !isOrderOfDestroys(ends[0], ends[1]);
  }

  private boolean isOrderOfDestroys(String first, String then) {
    return facts
        .order()
        .leads(
            first,
            then,
            (before, after) ->
                before.startsWith("delete ")
                    && after.startsWith("delete ")
                    && !isAcrossModules(address(before), address(after)));
  }

  private static boolean isAcrossModules(String one, String other) {
    return callBetween(one, other).isPresent()
        && !component(one).path().equals(component(other).path());
  }

  /// Whether nothing that the call is given leads back to either: then no instance of it needs
  /// another.
  private boolean isEnclosed(String call, String one, String other) {
    return isEnclosed(bodies, call, one, other);
  }

  static boolean isEnclosed(ScenarioBodies bodies, String call, String one, String other) {
    var given = bodies.closure(bodies.namedByCall(call), Reach.NAMED);
    return !given.contains(one) && !given.contains(other);
  }

  /// After a failure in one instance of a call, Terraform does not run in the others what needs the
  /// same there.
  private boolean isOfOtherInstance(Difference difference) {
    if (!facts.result().equals("apply_error")) return false;
    boolean going =
        switch (difference.aspect()) {
          case RAN -> difference.isExtra();
          case NOT_RUN -> difference.isMissing();
          default -> DeviationRules.STATE.contains(difference.aspect());
        };
    var at = difference.address();
    return going && isStoppedByOthers(at);
  }

  /// Whether Terraform did not start what is to be done at the address, and only other instances of
  /// a call around it tell why.
  private boolean isStoppedByOthers(String at) {
    var stopped = operations("not_run").stream().map(ComponentDeviations::address).toList();
    if (!stopped.contains(at)) return false;
    boolean elsewhere = false;
    for (String operation : operations("ran")) {
      if (!operation.endsWith(" !failed")) continue;
      var failed = address(operation);
      if (failed.equals(at)) return false;
      if (!isRelated(name(at), name(failed)) && !isBehind(at, failed, stopped)) continue;
      var call = callBetween(at, failed);
      if (call.isEmpty() || !isEnclosed(call.get(), name(at), name(failed))) return false;
      elsewhere = true;
    }
    boolean refused =
        ScenarioFacts.errorClasses(facts.expect()).stream().anyMatch(OF_VALUES::contains)
            && stopped.stream()
                .anyMatch(other ->
                    !other.equals(at)
                        && callBetween(at, other).isPresent()
                        && isEnclosed(callBetween(at, other).get(), name(at), name(other)));
    return elsewhere || refused;
  }

  /// Whether it needs something that was stopped in the instance where the same resource failed.
  private boolean isBehind(String at, String failed, List<String> stopped) {
    return name(at).equals(name(failed))
        && stopped.stream()
            .anyMatch(other ->
                component(other).equals(component(failed)) && isRelated(name(at), name(other)));
  }

  private boolean isRelated(String one, String other) {
    return Stream.of(bodies, former)
        .anyMatch(
            each -> each.needs(one, other, Reach.EVERY) || each.needs(other, one, Reach.EVERY));
  }

  private List<String> operations(String field) {
    return StepCheck.strings(facts.expect().path(field));
  }

  /// The two operations whose order is missing.
  static String[] ends(Difference difference) {
    return difference.part().split(", (?=create |update |delete |forget )", 2);
  }

  /// `b` of `delete b deposed <id:b@1>` and of `create b !failed`.
  static String address(String operation) {
    return operation.split(" ", 2)[1].split(" deposed | !failed", 2)[0];
  }

  private static String name(String address) {
    return ScenarioFacts.resource(address);
  }

  private static ComponentInstance component(String address) {
    return ScenarioAddress.parse(address).component();
  }

  /// The outermost call of which the two stand in different instances, such as `module.m.`.
  static Optional<String> callBetween(String one, String other) {
    var mine = component(one);
    var theirs = component(other);
    var path = new StringBuilder();
    for (int i = 0; i < Math.min(mine.keys().size(), theirs.keys().size()); i++) {
      var name = mine.path().names().get(i);
      if (!name.equals(theirs.path().names().get(i))) return Optional.empty();
      path.append("module.").append(ScenarioAddress.module(name)).append('.');
      if (!mine.keys().get(i).equals(theirs.keys().get(i))) return Optional.of(path.toString());
    }
    return Optional.empty();
  }

  /// Terraform destroys what is in a call that gets `count`, or loses it, and makes it anew.
  private boolean isMovedIntoRepetition(Difference difference) {
    if (isProtectedAnew(difference)) return true;
    if (!Set.of("ok", "apply_error").contains(facts.result())) return false;
    return switch (difference.aspect()) {
      case RESULT -> difference.actual().equals("ok") && failsAnewAlone();
      case ERROR_CLASS -> difference.isMissing() && failsAnewAlone();
      case OUTPUT, OUTPUT_CHANGE ->
          facts.namesIn(facts.step().path("outputs").path(difference.address())).stream()
              .anyMatch(this::isNewlyRepeated);
      case ORDER -> {
        var ends = ends(difference);
        yield isImplied(address(ends[0]))
            || isImplied(address(ends[1]))
            || (difference.isMissing() && isOrderThroughImplied(ends[0], ends[1]));
      }
      case PREVIOUS_ADDRESS -> isImplied(objectAddress(difference));
      default ->
          (DeviationRules.COURSE.contains(difference.aspect())
                  || DeviationRules.STATE.contains(difference.aspect()))
              && (isImplied(objectAddress(difference))
                  || waitsForImplied(difference.address())
                  || bodies.closure(Set.of(name(difference.address())), Reach.EVERY).stream()
                      .anyMatch(this::isNewlyRepeated));
    };
  }

  /// Of what moves here, Terraform plans the end, which the declaration forbids.
  private boolean isProtectedAnew(Difference difference) {
    boolean protectedAnew =
        errors.isEmpty()
            && facts.failsWith("plan_error", "prevent_destroy")
            && bodies.resources().entrySet().stream()
                .filter(
                    each -> each.getValue().path("lifecycle").path("prevent_destroy").asBoolean())
                .anyMatch(each -> isNewlyRepeated(each.getKey()));
    return protectedAnew
        && switch (difference.aspect()) {
          case RESULT -> difference.actual().equals("ok");
          case ERROR_CLASS -> difference.isMissing();
          case RAN, NOT_RUN, OUTPUT -> true;
          default -> DeviationRules.STATE.contains(difference.aspect());
        };
  }

  /// Whether Terraform has an order only because of what it makes anew.
  private boolean isOrderThroughImplied(String first, String then) {
    return !facts
        .order()
        .leads(first, then, (one, other) -> !isImplied(address(one)) && !isImplied(address(other)));
  }

  /// Whether everything that fails is destroyed or made for the new key alone.
  private boolean failsAnewAlone() {
    var failed = operations("ran").stream().filter(each -> each.endsWith(" !failed")).toList();
    return !failed.isEmpty() && failed.stream().allMatch(each -> isImplied(address(each)));
  }

  /// Whether the end of an object waits in vain for something that fails and that the product does
  /// not do.
  private boolean waitsForImplied(String address) {
    return failsAnewAlone()
        && operations("not_run").stream()
            .filter(each -> each.equals("delete " + address))
            .anyMatch(waiting ->
                operations("ran").stream()
                    .filter(each -> each.endsWith(" !failed"))
                    .map(each -> each.replace(" !failed", ""))
                    .anyMatch(failed -> facts.order().leads(failed, waiting, (_, _) -> true)));
  }

  private static String objectAddress(Difference difference) {
    return address("at " + difference.address());
  }

  private boolean isNewlyRepeated(String resource) {
    var path = ScenarioBodies.pathOf(resource);
    for (int end = path.indexOf('.', 7); end > 0; end = path.indexOf('.', end + 8))
      if (isNewRepetition(path.substring(0, end + 1))) return true;
    return false;
  }

  /// Whether the call has `count`, and something is recorded in it at no key, or the other way
  /// round.
  private boolean isNewRepetition(String call) {
    var now = bodies.call(call);
    if (now.isMissingNode() || now.has("for_each")) return false;
    InstanceKey former = now.has("count") ? new InstanceKey.None() : new InstanceKey.Index(0);
    return recorded()
        .anyMatch(at -> {
          var component = component(at);
          int depth = (int) call.chars().filter(c -> c == '.').count() / 2;
          return ScenarioBodies.pathOf(name(at)).startsWith(call)
              && component.keys().get(depth - 1).equals(former);
        });
  }

  /// The addresses of what was there before the step.
  private Stream<String> recorded() {
    var addresses = new ArrayList<String>();
    for (JsonNode object : facts.previous().path("expect").path("state"))
      addresses.add(object.get("addr").textValue());
    for (JsonNode operation : facts.step().path("surgery"))
      if (operation.has("to")) addresses.add(operation.get("to").textValue());
    return addresses.stream();
  }

  /// Whether it stands in such a call, at no key or at the first.
  private boolean isImplied(String at) {
    var component = component(at);
    var path = new StringBuilder();
    for (int i = 0; i < component.keys().size(); i++) {
      path.append("module.")
          .append(ScenarioAddress.module(component.path().names().get(i)))
          .append('.');
      var key = component.keys().get(i);
      boolean first =
          key instanceof InstanceKey.None || key instanceof InstanceKey.Index(int n) && n == 0;
      if (first && isNewRepetition(path.toString())) return true;
    }
    return false;
  }

  /// Terraform does nothing for an address in a call that lacks a key. We say that there is no such
  /// instance.
  private boolean isReplacementWithoutKey(Difference difference) {
    return errors.equals(Set.of("options"))
        && facts.untouched()
        && StepCheck.strings(facts.step().path("plan").path("replace")).stream()
            .anyMatch(this::lacksKey)
        && switch (difference.aspect()) {
          case RESULT -> difference.actual().equals("plan_error");
          case ERROR_CLASS -> !difference.isExtra() || difference.part().equals("options");
          case MESSAGE, OUTPUT -> true;
          default -> DeviationRules.STATE.contains(difference.aspect());
        };
  }

  private boolean lacksKey(String address) {
    var component = component(address);
    var declared = bodies.declaration(name(address));
    boolean lacksOwn =
        ScenarioAddress.parse(address).key().own() instanceof InstanceKey.None
            && (declared.has("count") || declared.has("for_each"));
    return !component.keys().isEmpty()
        && (lacksOwn || lacksKey(bodies, component, component.keys().size()));
  }

  /// Whether a call has keys, and an address in it has none there.
  ///
  /// @param calls how many are looked at, from the outermost inwards
  static boolean lacksKey(ScenarioBodies bodies, ComponentInstance component, int calls) {
    var path = new StringBuilder();
    for (int i = 0; i < calls; i++) {
      path.append("module.")
          .append(ScenarioAddress.module(component.path().names().get(i)))
          .append('.');
      var call = bodies.call(path.toString());
      if (component.keys().get(i) instanceof InstanceKey.None
          && (call.has("count") || call.has("for_each"))) return true;
    }
    return false;
  }

  /// Of what is destroyed, no rule of a variable is asked.
  private boolean isNotValidated(Difference difference) {
    return facts.mode().equals("destroy")
        && facts.failsWith("plan_error", "validation")
        && errors.isEmpty()
        && difference.aspect() == Aspect.MESSAGE;
  }
}
