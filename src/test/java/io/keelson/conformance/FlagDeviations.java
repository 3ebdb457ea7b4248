package io.keelson.conformance;

import io.keelson.conformance.Difference.Aspect;

/// Which differences from Terraform come from a create-before-destroy flag that it loses.
final class FlagDeviations {
  private final ScenarioFacts facts;

  FlagDeviations(ScenarioFacts facts) {
    this.facts = facts;
  }

  /// Terraform has lost the flag of an object that somebody needs who creates first, or never gives
  /// it one.
  boolean isStored(Difference difference) {
    var end = "delete " + difference.address();
    return (facts.failed(end) || facts.isNotRun(end) || !facts.mode().equals("destroy"))
        && difference.aspect() == Aspect.CREATE_BEFORE_DESTROY
        && difference.actual().equals("true")
        && facts.isUsedByCreateBeforeDestroy(ScenarioFacts.resource(difference.address()));
  }

  /// Where the plan is limited, Terraform also replaces in the other order.
  ///
  /// @param at the instance of which the product says that it keeps the flag
  boolean isOrderedByIt(String at, Difference difference) {
    if (!facts.isUsedByCreateBeforeDestroy(ScenarioFacts.resource(at))
        || !facts.step().path("plan").has("target")) return false;
    return switch (difference.aspect()) {
      case ACTIONS, ORDER -> isCreatedFirst(at, difference);
      case RAN, NOT_RUN, ROLE, OBJECT ->
          difference.address().equals(at)
              ? facts.failed("delete " + at) || facts.failed("create " + at)
              : facts.failed("delete " + at) && isMadeAfterTheEnd(at, difference);
      // "Attempt to restore non-existent deposed object": it has lost in which order it replaces.
      case ERROR_CLASS ->
          facts.failed("create " + at)
              && difference.isMissing()
              && difference.part().equals("other");
      default -> false;
    };
  }

  /// There, what the instance needs waits for its end, and is not made if that fails.
  private boolean isMadeAfterTheEnd(String at, Difference difference) {
    var made = "create " + difference.address();
    return facts.isNotRun(made)
        && !difference.part().startsWith("delete")
        && facts.order().leads("delete " + at, made, (_, _) -> true);
  }

  /// Whether only the product creates an instance first, or it is an order that comes of that.
  static boolean isCreatedFirst(String at, Difference difference) {
    return switch (difference.aspect()) {
      case ACTIONS ->
          difference.address().equals(at)
              && difference.expected().equals("[delete, create]")
              && difference.actual().equals("[create, delete]");
      case ORDER -> difference.part().startsWith("delete " + at + ", ");
      default -> false;
    };
  }
}
