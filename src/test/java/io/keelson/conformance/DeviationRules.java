package io.keelson.conformance;

import io.keelson.conformance.Difference.Aspect;
import io.keelson.engine.plan.Deviation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;

/// Which differences from Terraform a listed deviation explains: for each, a predicate over the
/// scenario and the difference, never the name of a scenario. What none explains is a bug.
final class DeviationRules {
  private static final String LATER_OUTPUTS = "Outputs that are not known";
  private static final String NO_OUTPUT = "Outputs that never were";
  private static final String MADE_FROM = "What a destruction goes by";
  private static final String ONLY_WHAT_GOES = "Targets of a destruction";
  private static final String FAILED_UPDATE = "Dependencies after a failed update";

  /// What can be said of objects in the state.
  static final Set<Aspect> STATE =
      Set.of(
          Aspect.OBJECT,
          Aspect.ROLE,
          Aspect.VALUE,
          Aspect.TYPE,
          Aspect.TAINTED,
          Aspect.CREATE_BEFORE_DESTROY,
          Aspect.DEPENDENCY);

  /// What can be said of the plan for an instance, and of carrying that out.
  static final Set<Aspect> COURSE =
      Set.of(
          Aspect.CHANGE,
          Aspect.NO_OP,
          Aspect.ACTIONS,
          Aspect.REASON,
          Aspect.REPLACE_PATH,
          Aspect.PLANNED,
          Aspect.RAN,
          Aspect.NOT_RUN);

  private final ScenarioFacts facts;
  private final List<Deviation> recorded;
  private final SortedSet<String> errors;

  /// @param recorded what the engine says that it did otherwise than Terraform
  /// @param errors the classes of errors with which the product refused to plan; empty if it did
  ///   not
  DeviationRules(ScenarioFacts facts, List<Deviation> recorded, SortedSet<String> errors) {
    this.facts = facts;
    this.recorded = recorded;
    this.errors = errors;
  }

  /// The deviations that explain a difference, as the documentation lists them.
  List<String> explaining(Difference difference) {
    var titles = new ArrayList<String>();
    for (Deviation each : recorded)
      if (explains(each, difference) && !titles.contains(each.kind().title()))
        titles.add(each.kind().title());
    if (isNewName(difference)) titles.add(Deviation.Kind.NEEDS_AT_NEW_ADDRESS.title());
    if (isLaterOutput(difference)) titles.add(LATER_OUTPUTS);
    if (neverWas(difference)) titles.add(NO_OUTPUT);
    if (isWhatItWasMadeFrom(difference)) titles.add(MADE_FROM);
    if (isLeftToTheNextPlan(difference)) titles.add(ONLY_WHAT_GOES);
    if (new StoppedDeviations(facts).isMadeWith(difference)) titles.add(FAILED_UPDATE);
    if (new FlagDeviations(facts).isStored(difference))
      titles.add(Deviation.Kind.CREATE_FIRST_STORED.title());
    if (new StoppedDeviations(facts).isNeededByUnchanged(difference))
      titles.add(Deviation.Kind.NEEDS_AT_NEW_ADDRESS.title());
    titles.addAll(new ErrorDeviations(facts, errors).explaining(difference));
    titles.addAll(new TargetDeviations(facts).explaining(difference));
    if (facts.step().has("calls")) {
      titles.addAll(new ComponentDeviations(facts, errors).explaining(difference));
      titles.addAll(new ReferenceDeviations(facts, errors).explaining(difference));
      titles.addAll(new MoveDeviations(facts, errors).explaining(difference));
    }
    return titles.stream().distinct().toList();
  }

  private boolean explains(Deviation deviation, Difference difference) {
    var at = ScenarioAddress.of(deviation.at());
    return switch (deviation.kind()) {
      case SET_ASIDE_WHEN_SURE -> isStillCurrent(at, difference);
      case PROTECTED_UNDECLARED -> isProtected(at, difference);
      case CREATE_FIRST_STORED ->
          new FlagDeviations(facts).isOrderedByIt(at, difference)
              || isCarriedOut(
                  "apply_cycle",
                  facts.step().path("plan").has("target") && facts.cycle().contains(name(at)),
                  difference);
      case TRIGGER_OF_NOTHING ->
          isCarriedOut("tf_internal", !facts.triggers(name(at)).isEmpty(), difference);
      case OWN_DEPENDENCIES ->
          isOrderOfDeposed(at, difference)
              || new StoppedDeviations(facts).isNeededByDeposed(at, difference);
      case NEEDS_AT_NEW_ADDRESS ->
          isStillNeeded(at, difference)
              || new MoveDeviations(facts, errors).endsBeforeWhatMoved(at, difference)
              || new StoppedDeviations(facts).isNeededAtNewName(at, difference);
      case CREATED_FIRST_BY_STATE ->
          isCarriedOut("apply_cycle", facts.cycle().contains(name(at)), difference)
              || isCreatedFirst(at, difference);
      case NEEDED_LAST ->
          isCarriedOut("apply_cycle", facts.cycle().contains(name(at)), difference)
              || isNeededByTriggered(at, difference);
      case TARGET_DELETES -> isDeletedAsPlanned(at, difference);
      case TRIGGER_CREATED -> isTriggered(name(at), difference);
      // Objects of scenarios do not vanish.
      case MISSING_KEEPS_RECORD -> false;
    };
  }

  private static String name(String address) {
    return ScenarioFacts.resource(address);
  }

  /// Terraform has set the object aside, and then an error came before the create. Nothing else
  /// differs: not even the object.
  private boolean isStillCurrent(String at, Difference difference) {
    return facts.result().equals("apply_error")
        && difference.aspect() == Aspect.ROLE
        && difference.address().equals(at)
        && difference.expected().equals("deposed");
  }

  /// Terraform destroys what is no longer declared. We refuse, and so do nothing at all, and meet
  /// no error that comes while that is applied.
  private boolean isProtected(String at, Difference difference) {
    boolean wasProtected =
        facts.declaration(name(at)).isMissingNode()
            && facts.earlier().stream()
                .map(step -> ScenarioFacts.declaration(step, name(at)))
                .anyMatch(declared ->
                    declared.path("lifecycle").path("prevent_destroy").asBoolean(false));
    return wasProtected
        && errors.equals(Set.of("prevent_destroy"))
        && facts.untouched()
        && switch (difference.aspect()) {
          case RESULT -> difference.actual().equals("plan_error");
          case ERROR_CLASS ->
              difference.part().equals("prevent_destroy")
                  ? difference.isExtra()
                  : facts.result().equals("apply_error") && difference.isMissing();
          default -> STATE.contains(difference.aspect());
        };
  }

  /// What is destroyed waits here for what it needs under its new name, and stays if that fails.
  private boolean isStillNeeded(String at, Difference difference) {
    return facts.result().equals("apply_error")
        && difference.address().equals(at)
        && switch (difference.aspect()) {
          case RAN -> difference.part().equals("delete") && difference.isMissing();
          case NOT_RUN -> difference.part().equals("delete") && difference.isExtra();
          case OBJECT -> difference.isExtra();
          default -> false;
        };
  }

  private boolean isOrderOfDeposed(String at, Difference difference) {
    return difference.aspect() == Aspect.ORDER
        && difference.part().contains("delete " + at + " deposed ");
  }

  /// What an object needs has moved, and it was not applied since: besides the old name, its record
  /// has the new one.
  private boolean isNewName(Difference difference) {
    var dependency = difference.part().split(" on ", 2);
    return difference.aspect() == Aspect.DEPENDENCY
        && difference.isExtra()
        && facts.movedTo(dependency[1]).stream()
            .anyMatch(former -> facts.depends(dependency[0], former));
  }

  /// Terraform refuses the plan, so a scenario cannot say what becomes of it. What the product
  /// makes of it is held to being [SettledCheck], which nothing excuses.
  private boolean isCarriedOut(String refusal, boolean concerned, Difference difference) {
    return concerned
        && facts.failsWith("plan_error", refusal)
        && switch (difference.aspect()) {
          case RESULT ->
              difference.actual().equals("ok")
                  || (difference.actual().equals("apply_error") && facts.hasPostconditions());
          case ERROR_CLASS ->
              difference.part().equals(refusal)
                  ? difference.isMissing()
                  : difference.part().equals("postcondition") && facts.hasPostconditions();
          case RAN, NOT_RUN -> difference.isExtra();
          default -> STATE.contains(difference.aspect()) || difference.aspect() == Aspect.OUTPUT;
        };
  }

  /// Terraform shows the deletion in its plan, and then does not start it.
  private boolean isDeletedAsPlanned(String at, Difference difference) {
    return facts.step().path("plan").has("target")
        && facts.result().equals("ok")
        && facts.isNotRun("delete " + at)
        && difference.address().equals(at)
        && switch (difference.aspect()) {
          case RAN -> difference.part().equals("delete") && difference.isExtra();
          case NOT_RUN -> difference.part().equals("delete") && difference.isMissing();
          case OBJECT -> difference.isMissing();
          default -> false;
        };
  }

  /// Terraform creates the trigger and leaves alone what names it. That, and what uses that, may go
  /// another way; nothing else may.
  private boolean isTriggered(String name, Difference difference) {
    boolean triggered =
        facts.triggers(name).stream()
            .anyMatch(trigger -> facts.plans(ScenarioFacts.resource(trigger), "create"));
    if (!triggered) return false;
    var concerned = facts.users(name);
    concerned.add(name);
    return switch (difference.aspect()) {
      case ORDER -> difference.isMissing() && isOrderThrough(name, difference);
      case OUTPUT, OUTPUT_CHANGE -> {
        var output = facts.step().path("outputs").path(difference.address());
        yield facts.namesIn(output).stream().anyMatch(concerned::contains);
      }
      default ->
          concerned.contains(ScenarioFacts.resource(difference.address()))
              && (COURSE.contains(difference.aspect()) || STATE.contains(difference.aspect()));
    };
  }

  /// Whether Terraform has an order only because of what it does with the resource.
  private boolean isOrderThrough(String name, Difference difference) {
    var ends = ComponentDeviations.ends(difference);
    return !facts
        .order()
        .leads(
            ends[0],
            ends[1],
            (first, then) ->
                !name(ComponentDeviations.address(first)).equals(name)
                    && !name(ComponentDeviations.address(then)).equals(name));
  }

  /// What only the product replaces, as its trigger is created, needs an object to the end.
  private boolean isNeededByTriggered(String at, Difference difference) {
    return recorded.stream().anyMatch(each -> each.kind() == Deviation.Kind.TRIGGER_CREATED)
        && difference.aspect() == Aspect.ORDER
        && difference.part().startsWith("delete " + at + ", ");
  }

  /// Terraform stores an output that is known already though what it needs fails, and null where
  /// reading alone, or a part of everything, cannot make it known. We leave both as they were.
  private boolean isLaterOutput(Difference difference) {
    boolean ofOutputs =
        difference.aspect() == Aspect.OUTPUT || difference.aspect() == Aspect.OUTPUT_CHANGE;
    if (!ofOutputs) return false;
    var after =
        facts.expect().path("plan").path("outputs").path(difference.address()).path("after");
    boolean known = after.findValues("$unknown").isEmpty();
    if (facts.mode().equals("refresh-only")) return !known;
    if (!known && facts.step().path("plan").has("target"))
      return difference.aspect() == Aspect.OUTPUT && difference.expected().contains("null");
    return known
        && difference.aspect() == Aspect.OUTPUT
        && facts.result().equals("apply_error")
        && facts.needsWhatFailed(difference.address());
  }

  /// Terraform lists the end of outputs that are declared, but not stored.
  private boolean neverWas(Difference difference) {
    return difference.aspect() == Aspect.OUTPUT_CHANGE
        && facts.mode().equals("destroy")
        && difference.isMissing()
        && !facts.previous().path("expect").path("outputs").has(difference.address());
  }

  /// For Terraform, what its plan leaves as it is counts as made from what is declared now. For us,
  /// everything that is destroyed counts as made from what is recorded.
  private boolean isWhatItWasMadeFrom(Difference difference) {
    if (!facts.mode().equals("destroy")) return false;
    return switch (difference.aspect()) {
      case DEPENDENCY -> {
        var dependency = difference.part().split(" on ", 2);
        yield difference.isExtra() && facts.dependedBefore(dependency[0], dependency[1]);
      }
      case ORDER -> {
        var ends = difference.part().replace("delete ", "").split(", ", 2);
        yield difference.isMissing() && facts.neededBefore(ends[1], name(ends[0]));
      }
      default -> false;
    };
  }

  /// An orphan forces what it needs, and what that needs by now: also where Terraform finds no
  /// cycle, as it does not know yet what else is replaced.
  private boolean isCreatedFirst(String at, Difference difference) {
    return FlagDeviations.isCreatedFirst(at, difference)
        || new StoppedDeviations(facts).isKeptWithoutSuccessor(at, difference);
  }

  /// Before it destroys targets, Terraform refreshes what they need as it is declared now, and
  /// stores what it saw on the way, outputs too.
  private boolean isLeftToTheNextPlan(Difference difference) {
    if (!facts.mode().equals("destroy") || !facts.step().path("plan").has("target")) return false;
    return switch (difference.aspect()) {
      case CREATE_BEFORE_DESTROY -> facts.isNeededByTarget(name(difference.address()));
      case DEPENDENCY ->
          difference.isMissing() && facts.isNeededByTarget(name(difference.address()));
      case OUTPUT -> !facts.expect().path("plan").path("outputs").has(difference.address());
      default -> false;
    };
  }
}
