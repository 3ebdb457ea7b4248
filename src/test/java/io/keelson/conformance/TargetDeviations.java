package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.Difference.Aspect;
import io.keelson.conformance.ScenarioBodies.Reach;
import io.keelson.engine.plan.Deviation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Which differences from Terraform come from what targets mean where there are components.
final class TargetDeviations {
  private static final String BESIDE_TARGETS = "Targets, deletions that they do not name";
  private static final String WITHOUT_KEYS = "Targets without the keys of components";
  private static final String STILL_USED = "What a limited run leaves out";
  private static final String ONE_INSTANCE = "Targets of which others need more";
  private static final String DEV_18 = "DEV-18";

  private final ScenarioFacts facts;
  private final ScenarioBodies bodies;
  private final List<String> targets;

  TargetDeviations(ScenarioFacts facts) {
    this.facts = facts;
    this.bodies = facts.bodies();
    this.targets = StepCheck.strings(facts.step().path("plan").path("target"));
  }

  List<String> explaining(Difference difference) {
    var titles = new ArrayList<String>();
    if (isNamedByNoTarget(difference)) titles.add(BESIDE_TARGETS);
    if (isStillUsed(difference)) titles.add(STILL_USED);
    if (targets.stream().anyMatch(each -> isOfAll(each, difference))) titles.add(WITHOUT_KEYS);
    if (targets.stream().anyMatch(each -> isOfOtherInstance(each, difference))) titles.add(DEV_18);
    if (isOfOneInstance(difference) && isNeededAsAWhole(difference.address())
        || usesWhatIsNeededAsAWhole(difference)) titles.add(ONE_INSTANCE);
    if (isDoneAsPlanned(difference)) titles.add(Deviation.Kind.TARGET_DELETES.title());
    if (isTakenAlongForEvery(difference)) titles.add(ReferenceDeviations.COMPUTED_KEY);
    titles.addAll(whyNothingFails(difference));
    return titles;
  }

  /// Why nothing is done of all that fails there; empty if something is.
  private List<String> whyNothingFails(Difference difference) {
    boolean fails =
        difference.aspect() == Aspect.RESULT && difference.actual().equals("ok")
            || difference.aspect() == Aspect.ERROR_CLASS && difference.isMissing();
    if (!fails || !facts.result().equals("apply_error")) return List.of();
    var why = new ArrayList<String>();
    for (String operation : StepCheck.strings(facts.expect().path("ran"))) {
      if (!operation.endsWith(" !failed")) continue;
      var one = explaining(Difference.notRun(difference.step(), operation));
      if (one.isEmpty()) return List.of();
      why.addAll(one);
    }
    return why;
  }

  /// A target that lacks the key of a call around it means nothing for Terraform, and all instances
  /// here.
  private boolean isOfAll(String target, Difference difference) {
    if (!lacksKey(target)) return false;
    if (difference.aspect() == Aspect.APPLYABLE || isOfBothEnds(difference)) return true;
    var at = name(difference.address());
    var inside = bodies.inside(name(target));
    boolean goesAlong =
        facts.mode().equals("destroy")
            && inside.stream().anyMatch(used -> bodies.needs(at, used, Reach.NAMED));
    return isOfOneInstance(difference)
        && (goesAlong || bodies.closure(inside, Reach.NAMED).contains(at));
  }

  /// Both ends of a move are meant here. For Terraform one is, which it refuses.
  private boolean isOfBothEnds(Difference difference) {
    return facts.failsWith("plan_error", "moved")
        && switch (difference.aspect()) {
          case RESULT -> difference.actual().equals("ok");
          case ERROR_CLASS -> difference.part().equals("moved") && difference.isMissing();
          default -> false;
        };
  }

  /// What is not declared any more stays while something was made with it that no target means. A
  /// step that was about nothing else does nothing.
  private boolean isStillUsed(Difference difference) {
    var staying = new ArrayList<String>();
    for (JsonNode change : facts.expect().path("plan").path("changes"))
      if (StepCheck.strings(change.path("actions")).equals(List.of("delete"))
          && isUsedByLeftOut(change.get("addr").textValue()))
        staying.add(change.get("addr").textValue());
    if (targets.isEmpty() || staying.isEmpty()) return false;
    return switch (difference.aspect()) {
      case NO_OP -> difference.isMissing() && facts.onlyDeletes(staying);
      case CHANGE, RAN, NOT_RUN -> staying.contains(difference.address()) && difference.isMissing();
      case OBJECT -> staying.contains(difference.address()) && difference.isExtra();
      case APPLYABLE, RESULT, ERROR_CLASS -> facts.onlyDeletes(staying);
      default -> false;
    };
  }

  private boolean isUsedByLeftOut(String address) {
    for (JsonNode each : facts.previous().path("expect").path("state"))
      if (StepCheck.strings(each.path("deps")).contains(name(address))
          && targets.stream().noneMatch(target -> each.get("addr").textValue().startsWith(target)))
        return true;
    return false;
  }

  private static boolean isOfOneInstance(Difference difference) {
    return DeviationRules.COURSE.contains(difference.aspect())
        || DeviationRules.STATE.contains(difference.aspect());
  }

  private boolean lacksKey(String target) {
    var component = ScenarioAddress.parse(inside(target)).component();
    int around = component.keys().size();
    // Without its own key, a module means all of its instances for Terraform, too.
    if (isModule(target)) around--;
    return ComponentDeviations.lacksKey(bodies, component, around);
  }

  /// Terraform takes along what a target needs in all instances of a call.
  private boolean isOfOtherInstance(String target, Difference difference) {
    if (difference.aspect() == Aspect.APPLYABLE) {
      var ran = StepCheck.strings(facts.expect().path("ran"));
      return !ran.isEmpty()
          && ran.stream()
              .allMatch(each -> isOfOtherInstance(target, ComponentDeviations.address(each)));
    }
    return isOfOneInstance(difference)
        && difference.aspect() != Aspect.CREATE_BEFORE_DESTROY
        && isOfOtherInstance(target, difference.address());
  }

  private boolean isOfOtherInstance(String target, String at) {
    var call = ComponentDeviations.callBetween(at, inside(target));
    return call.isPresent()
        && ComponentDeviations.isEnclosed(bodies, call.get(), name(at), name(target))
        && bodies.inside(name(target)).stream()
            .anyMatch(each -> bodies.needs(each, name(at), Reach.NAMED));
  }

  /// Terraform takes along all that is in a module of which a target needs something by a computed
  /// key.
  private boolean isTakenAlongForEvery(Difference difference) {
    if (targets.isEmpty() || !isOfOneInstance(difference)) return false;
    var named = new TreeSet<String>();
    targets.forEach(target -> named.addAll(bodies.inside(name(target))));
    var at = name(difference.address());
    return bodies.closure(named, Reach.EVERY).contains(at)
        && !bodies.closure(named, Reach.NAMED).contains(at);
  }

  /// Of a resource of which a target names one instance, or one of a call around it, Terraform
  /// plans no other, though another target needs the resource.
  private boolean isNeededAsAWhole(String at) {
    boolean limited =
        targets.stream().anyMatch(target -> target.endsWith("]") && isOf(name(target), name(at)))
            && targets.stream().noneMatch(target -> isOf(target, at));
    return limited
        && targets.stream()
            .flatMap(target -> bodies.inside(name(target)).stream())
            .anyMatch(each -> bodies.needs(each, name(at), Reach.EVERY));
  }

  /// What uses such an instance in the same component goes another way.
  private boolean usesWhatIsNeededAsAWhole(Difference difference) {
    if (targets.isEmpty() || !isOfOneInstance(difference)) return false;
    var at = difference.address().split(" <", 2)[0];
    var path = ScenarioBodies.pathOf(name(at));
    var here = path.isEmpty() ? "" : at.substring(0, at.indexOf(ScenarioStep.TYPE + "."));
    return bodies.closure(Set.of(name(at)), Reach.NAMED).stream()
        .filter(used -> !used.equals(name(at)) && ScenarioBodies.pathOf(used).equals(path))
        .anyMatch(used -> isNeededAsAWhole(here + used.substring(path.length())));
  }

  /// Terraform plans all instances of what a target needs, and then starts only those that it names
  /// by their key.
  private boolean isDoneAsPlanned(Difference difference) {
    return !targets.isEmpty()
        && facts.result().equals("ok")
        && facts.isNotRun("create " + difference.address())
        && switch (difference.aspect()) {
          case RAN -> difference.part().equals("create") && difference.isExtra();
          case NOT_RUN -> difference.part().equals("create") && difference.isMissing();
          case OBJECT -> difference.isExtra();
          default -> false;
        };
  }

  /// Whether an address is that of a target, of one of its instances, or inside of it.
  private static boolean isOf(String target, String at) {
    return at.equals(target) || at.startsWith(target + ".") || at.startsWith(target + "[");
  }

  private static boolean isModule(String target) {
    return target.startsWith("module.") && !target.contains(ScenarioStep.TYPE + ".");
  }

  /// The address of a resource that a target means, declared or not.
  private static String inside(String target) {
    return isModule(target) ? target + "." + ScenarioStep.TYPE + ".any" : target;
  }

  private static String name(String address) {
    return ScenarioFacts.resource(address);
  }

  /// Where a target names one instance in a call, Terraform also lists the end of others, which it
  /// then does not start.
  private boolean isNamedByNoTarget(Difference difference) {
    if (difference.aspect() != Aspect.CHANGE && difference.aspect() != Aspect.NOT_RUN) return false;
    var at = difference.address();
    return difference.isMissing()
        && at.startsWith("module.")
        && facts.isNotRun("delete " + at)
        && targets.stream().anyMatch(target -> name(target).equals(name(at)))
        && targets.stream()
            .noneMatch(target ->
                at.equals(target)
                    || at.startsWith(target + ".")
                    || at.startsWith(target + "[")
                    || name(at).equals(target));
  }
}
