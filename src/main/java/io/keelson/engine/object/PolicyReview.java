package io.keelson.engine.object;

import io.keelson.engine.config.Policy;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Shows policies what is planned for an object.
///
/// @rule R-POL-1
public final class PolicyReview {
  private PolicyReview() {}

  /// A configuration with its marks and those of the schema: also ephemeral values are not to be
  /// shown.
  public static Supplier<Optional<Value>> declared(Schema schema, Unmarked config) {
    return () -> Optional.of(config.remark(Sensitivity.marked(schema, config.value(), config)));
  }

  /// What the policies say of a planned change. Of an object that was set aside they say nothing:
  /// its replacement was looked at.
  ///
  /// @param planned what the object becomes, as it is known by now; empty if it goes
  public static List<Diagnostic> of(
      Change change,
      Supplier<Optional<Value>> declared,
      Optional<Value> planned,
      PolicyCheck policies,
      Scope scope) {
    if (policies.isIdle() || change.object().deposed().isPresent()) return List.of();
    return action(change.action())
        .map(action ->
            new PolicyCheck.Act(
                change.object().instance(), action, change.before(), declared, planned))
        .map(act -> policies.findings(act, scope))
        .orElse(List.of());
  }

  private static Optional<Policy.Action> action(Action action) {
    return switch (action) {
      case Action.NoOp _, Action.Read _, Action.Forget _ -> Optional.empty();
      case Action.Create _, Action.Recreate _ -> Optional.of(Policy.Action.CREATE);
      case Action.Update _ -> Optional.of(Policy.Action.UPDATE);
      case Action.Replace _ -> Optional.of(Policy.Action.REPLACE);
      case Action.Delete _ -> Optional.of(Policy.Action.DELETE);
    };
  }
}
