package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.Difference.Aspect;
import io.keelson.engine.address.InstanceKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;

/// Which differences from Terraform come from moves of components that meet with other moves.
final class MoveDeviations {
  private static final String COUNTED = "Counts in what moves";
  private static final String BESIDE_TARGETS = "Moves beside targets";
  private static final String OF_DEFINITION = "Moves to where a definition moves its own";
  private static final String CONTRADICTION = "Moves that contradict each other";

  private final ScenarioFacts facts;
  private final SortedSet<String> errors;
  private final ScenarioBodies bodies;

  /// @param errors the classes of errors with which the product refused to plan
  MoveDeviations(ScenarioFacts facts, SortedSet<String> errors) {
    this.facts = facts;
    this.errors = errors;
    this.bodies = facts.bodies();
  }

  List<String> explaining(Difference difference) {
    var titles = new ArrayList<String>();
    if (isCounted(difference)) titles.add(COUNTED);
    if (isContradiction(difference)) titles.add(CONTRADICTION);
    if (isLeftWhereItIs(difference)) titles.add(BESIDE_TARGETS);
    if (isBesideItsOwn(difference)) titles.add(OF_DEFINITION);
    return titles;
  }

  /// In a module that moves, Terraform does not see that a resource gets `count`, or loses it.
  private boolean isCounted(Difference difference) {
    return switch (difference.aspect()) {
      case ORDER -> {
        var ends = ComponentDeviations.ends(difference);
        yield isCounted(ComponentDeviations.address(ends[0]))
            || isCounted(ComponentDeviations.address(ends[1]));
      }
      case RESULT -> difference.actual().equals("ok") && failsAnewAlone();
      case ERROR_CLASS -> difference.isMissing() && failsAnewAlone();
      default ->
          (DeviationRules.COURSE.contains(difference.aspect())
                  || DeviationRules.STATE.contains(difference.aspect())
                  || difference.aspect() == Aspect.PREVIOUS_ADDRESS)
              && isCounted(ComponentDeviations.address("at " + difference.address()));
    };
  }

  /// Whether everything that fails is made anew, or destroyed, for the new key alone.
  private boolean failsAnewAlone() {
    var failed =
        StepCheck.strings(facts.expect().path("ran")).stream()
            .filter(operation -> operation.endsWith(" !failed"))
            .map(ComponentDeviations::address)
            .toList();
    return !failed.isEmpty() && failed.stream().allMatch(this::isCounted);
  }

  private boolean isCounted(String address) {
    var key = ScenarioAddress.parse(address).key().own();
    if (!key.equals(new InstanceKey.None()) && !key.equals(new InstanceKey.Index(0))) return false;
    var resource = ScenarioFacts.resource(address);
    var declared = bodies.declaration(resource);
    if (declared.isMissingNode() || declared.has("for_each")) return false;
    InstanceKey former = declared.has("count") ? new InstanceKey.None() : new InstanceKey.Index(0);
    var names = facts.movedTo(resource);
    for (JsonNode object : facts.previous().path("expect").path("state")) {
      var at = object.get("addr").textValue();
      if (names.contains(ScenarioFacts.resource(at))
          && ScenarioAddress.parse(at).key().own().equals(former)) return true;
    }
    return false;
  }

  /// One statement moves a call, and another its only instance. Terraform takes one of them.
  private boolean isContradiction(Difference difference) {
    var moved = new HashSet<String>();
    boolean twice = bodies.moves().stream().anyMatch(move -> !moved.add(move.getKey()));
    return twice
        && !facts.result().equals("plan_error")
        && errors.equals(Set.of("moved"))
        && facts.untouched()
        && (difference.aspect() == Aspect.RESULT
            || difference.aspect() == Aspect.ERROR_CLASS
            || difference.aspect() == Aspect.OUTPUT
            || DeviationRules.STATE.contains(difference.aspect()));
  }

  /// Terraform refuses targets beside a call that gets `count`, or loses it, where a statement
  /// tells that. Here it says what is implied, and waits.
  private boolean isLeftWhereItIs(Difference difference) {
    return facts.step().path("plan").has("target")
        && bodies.statements().stream().allMatch(each -> each.isOfCall() || !isDue(each))
        && isPlanned(difference);
  }

  /// Terraform refuses to move something to where the definition of a module moves its own.
  private boolean isBesideItsOwn(Difference difference) {
    var statements = bodies.statements();
    return statements.stream()
            .filter(each -> each.path().isEmpty())
            .anyMatch(outer ->
                statements.stream()
                    .anyMatch(inner -> !inner.path().isEmpty() && inner.isTo(outer.to())))
        && isPlanned(difference);
  }

  /// Terraform refuses the plan for its moves, so a scenario cannot say what becomes of it.
  private boolean isPlanned(Difference difference) {
    return facts.failsWith("plan_error", "moved")
        && errors.isEmpty()
        && switch (difference.aspect()) {
          case RESULT -> !difference.actual().equals("plan_error");
          case ERROR_CLASS -> difference.isMissing();
          case RAN, NOT_RUN -> difference.isExtra();
          case OUTPUT -> true;
          default -> DeviationRules.STATE.contains(difference.aspect());
        };
  }

  private boolean isDue(ScenarioBodies.Statement move) {
    for (JsonNode object : facts.previous().path("expect").path("state"))
      if (move.isFrom(object.get("addr").textValue())) return true;
    return false;
  }

  /// Terraform has lost that an object was made with what moves, and destroys that first.
  boolean endsBeforeWhatMoved(String at, Difference difference) {
    var ends = difference.part().split(", ", 2);
    return difference.aspect() == Aspect.ORDER
        && difference.isMissing()
        && ends[0].startsWith("delete ")
        && ends[1].equals("delete " + at)
        && facts.movedTo(ScenarioFacts.resource(ends[0].substring("delete ".length()))).stream()
            .anyMatch(former -> facts.neededBefore(at, former));
  }
}
