package io.keelson.conformance;

/// Which differences from Terraform come from what stays after a failure, as the product knows that
/// somebody still uses it.
final class StoppedDeviations {
  private final ScenarioFacts facts;

  StoppedDeviations(ScenarioFacts facts) {
    this.facts = facts;
  }

  /// What an object was made with has moved. It is not destroyed, not even to be replaced, while
  /// the destruction of that object has failed.
  ///
  /// @param user what needs it under its former name
  boolean isNeededAtNewName(String user, Difference difference) {
    return facts.failed("delete " + user)
        && isStopped(difference)
        && facts.movedTo(ScenarioFacts.resource(difference.address())).stream()
            .anyMatch(former -> facts.neededBefore(user, former));
  }

  /// A deposed object still needs what only its own record names, and was not destroyed.
  boolean isNeededByDeposed(String user, Difference difference) {
    var deposed = "delete " + user + " deposed ";
    return isStopped(difference)
        && StepCheck.strings(facts.expect().path("not_run")).stream()
            .filter(operation -> operation.startsWith(deposed))
            .map(operation -> operation.substring(deposed.length()))
            .anyMatch(id -> facts.dependedBefore(id, ScenarioFacts.resource(difference.address())));
  }

  /// What an object was made with stays recorded while its update fails.
  boolean isMadeWith(Difference difference) {
    if (difference.aspect() != Difference.Aspect.DEPENDENCY || !difference.isExtra()) return false;
    var dependency = difference.part().split(" on ", 2);
    return facts.failed("update " + difference.address())
        && facts.dependedBefore(dependency[0], dependency[1]);
  }

  /// What moved is still needed under its former name by what was not applied, or failed.
  boolean isNeededByUnchanged(Difference difference) {
    var former = facts.movedTo(ScenarioFacts.resource(difference.address()));
    if (former.isEmpty() || !isStopped(difference)) return false;
    return StepCheck.strings(facts.expect().path("not_run")).stream()
        .filter(operation -> operation.startsWith("update "))
        .map(operation -> facts.formerAddress(ComponentDeviations.address(operation)))
        .anyMatch(user -> former.stream().anyMatch(name -> facts.neededBefore(user, name)));
  }

  /// What only the product creates first stays where that fails.
  boolean isKeptWithoutSuccessor(String at, Difference difference) {
    return difference.address().equals(at) && facts.failed("create " + at) && isStopped(difference);
  }

  private boolean isStopped(Difference difference) {
    if (!facts.result().equals("apply_error")) return false;
    return switch (difference.aspect()) {
      case RAN -> difference.isMissing();
      case NOT_RUN -> difference.isExtra();
      default -> DeviationRules.STATE.contains(difference.aspect());
    };
  }
}
