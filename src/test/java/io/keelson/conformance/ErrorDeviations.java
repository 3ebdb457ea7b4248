package io.keelson.conformance;

import io.keelson.conformance.Difference.Aspect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;

/// Which differences from Terraform come of when, and how, the product tells of a mistake.
final class ErrorDeviations {
  private static final String NO_INTERNAL_ERROR = "Errors in expressions, not internal";
  private static final String FOUND_EARLIER = "Errors in expressions, found earlier";
  private static final String DESTROYED_ALL_THE_SAME = "Destroying with a wrong declaration";
  private static final String CONTRADICTION = "Removals that contradict each other";
  private static final String FURTHER_ERRORS = "Parts, further errors";

  private final ScenarioFacts facts;
  private final SortedSet<String> errors;

  /// @param errors the classes of errors with which the product refused to plan
  ErrorDeviations(ScenarioFacts facts, SortedSet<String> errors) {
    this.facts = facts;
    this.errors = errors;
  }

  List<String> explaining(Difference difference) {
    var titles = new ArrayList<String>();
    if (namesTheMistake(difference)) titles.add(NO_INTERNAL_ERROR);
    if (isFoundEarlier(difference) || isFoundUnused(difference) || neverFires(difference))
      titles.add(FOUND_EARLIER);
    if (isDestroyedAllTheSame(difference)) titles.add(DESTROYED_ALL_THE_SAME);
    if (isContradiction(difference)) titles.add(CONTRADICTION);
    if (isFurtherError(difference)) titles.add(FURTHER_ERRORS);
    return titles;
  }

  /// A resource that triggers itself is told as that.
  private boolean namesTheMistake(Difference difference) {
    return facts.failsWith("plan_error", "tf_internal")
        && errors.equals(Set.of("self_reference"))
        && facts.untouched()
        && difference.aspect() == Aspect.ERROR_CLASS
        && (difference.part().equals("tf_internal") || difference.part().equals("self_reference"));
  }

  /// Terraform applies, and meets the wrong expression on the way. We refuse to plan it, and so do
  /// nothing at all.
  private boolean isFoundEarlier(Difference difference) {
    return facts.failsWith("apply_error", "expression")
        && errors.equals(Set.of("expression"))
        && facts.untouched()
        && (difference.aspect() == Aspect.RESULT
            || DeviationRules.STATE.contains(difference.aspect()));
  }

  /// Terraform does not look at what a module declares of which there is no instance, or which no
  /// target means.
  private boolean isFoundUnused(Difference difference) {
    var bodies = facts.bodies();
    boolean wrong =
        errors.equals(Set.of("self_reference")) && bodies.namesItselfInside()
            || errors.equals(Set.of("moved")) && bodies.movesWithoutInstances();
    return wrong
        && facts.result().equals("ok")
        && (difference.aspect() == Aspect.RESULT
            || difference.aspect() == Aspect.ERROR_CLASS && difference.isExtra());
  }

  /// Terraform takes a trigger that names no attribute for one that never changes.
  private boolean neverFires(Difference difference) {
    return facts.result().equals("ok")
        && facts.hasTriggerWithoutAttribute()
        && errors.equals(Set.of("bad_reference"))
        && facts.untouched()
        && (difference.aspect() == Aspect.RESULT
            || difference.aspect() == Aspect.ERROR_CLASS
            || difference.aspect() == Aspect.OUTPUT
            || DeviationRules.STATE.contains(difference.aspect()));
  }

  /// Terraform plans the declaration before it destroys, and stops where that is wrong.
  private boolean isDestroyedAllTheSame(Difference difference) {
    boolean wrongDeclaration =
        facts.mode().equals("destroy") && facts.result().equals("plan_error") && errors.isEmpty();
    boolean isProtected =
        facts
            .declaration(ScenarioFacts.resource(difference.address()))
            .path("lifecycle")
            .path("prevent_destroy")
            .asBoolean(false);
    return wrongDeclaration
        && !isProtected
        && switch (difference.aspect()) {
          case RESULT -> difference.actual().equals("ok");
          case ERROR_CLASS -> difference.isMissing();
          case RAN -> difference.part().equals("delete") || difference.part().startsWith("delete ");
          case OBJECT -> difference.isMissing();
          case OUTPUT -> true;
          default -> false;
        };
  }

  /// Terraform takes one of the statements.
  private boolean isContradiction(Difference difference) {
    return facts.result().equals("ok")
        && facts.step().path("removed").size() > 1
        && errors.equals(Set.of("removed"))
        && facts.untouched()
        && (difference.aspect() == Aspect.RESULT
            || difference.aspect() == Aspect.ERROR_CLASS
            || DeviationRules.STATE.contains(difference.aspect()));
  }

  /// Terraform stops where moves and targets contradict each other, and looks at no move where
  /// declarations need each other. We say what else is wrong, too.
  private boolean isFurtherError(Difference difference) {
    boolean first =
        facts.failsWith("plan_error", "moved") && errors.contains("moved")
            || facts.failsWith("plan_error", "cycle")
                && errors.contains("cycle")
                && difference.part().equals("moved");
    return first
        && facts.untouched()
        && difference.aspect() == Aspect.ERROR_CLASS
        && difference.isExtra();
  }
}
