package io.keelson.engine.object;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;

/// Shows policies what is planned: for an object, and as a whole.
///
/// @rule R-POL-1
public final class PolicyReview {
  private static final String STAYS = "None";
  private static final Value NOTHING = Value.nothing(Types.DYNAMIC);
  private static final Value UNKNOWN = Value.unknown(Types.DYNAMIC);

  private PolicyReview() {}

  /// The names of the policies that set attributes of an instance, by attribute.
  ///
  /// @rule R-POL-3
  public static SortedMap<String, String> remedies(InstanceAddress at, ResourceConfig config) {
    return Remediation.setBy(at, config.remedies());
  }

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

  /// What the policies say of a resource as it is declared, if it were made: nobody is asked, so
  /// most of the object is not known.
  ///
  /// @param declared the configuration as it is evaluated, with its marks
  public static List<Diagnostic> ofDeclared(
      ResourceConfig config, Schema schema, Value declared, PolicyCheck policies, Scope scope) {
    var at = config.address().instance(new InstanceKey.None());
    return switch (Remediation.of(at, config.remedies(), schema, scope, declared)) {
      case Evaluated.Failed(var diagnostics) -> diagnostics;
      case Evaluated.Ok(Mapping corrected) -> {
        var marked = Sensitivity.marked(schema, corrected, corrected.unmark());
        var expected = ExpectedObject.of(schema, corrected);
        yield policies.findings(
            new PolicyCheck.Act(
                at,
                PolicyConfig.Action.CREATE,
                Optional.empty(),
                () -> Optional.of(marked),
                Optional.of(Sensitivity.marked(schema, expected, expected.unmark()))),
            scope);
      }
      case Evaluated.Ok(_) -> List.of();
    };
  }

  /// The policies that look at a plan, or correct anything in it.
  public static List<PolicyConfig> looking(Plan plan, List<PolicyConfig> policies) {
    if (policies.isEmpty()) return List.of();
    var changes =
        plan.effective().stream().filter(each -> each.object().deposed().isEmpty()).toList();
    return policies.stream().filter(policy -> looks(policy, changes)).toList();
  }

  private static boolean looks(PolicyConfig policy, List<Change> changes) {
    return policy.looksAtPlans()
        || changes.stream()
            .anyMatch(change ->
                change.setBy().containsValue(policy.name())
                    || action(change.action())
                        .filter(action -> policy.looksAt(change.object().instance(), action))
                        .isPresent());
  }

  /// What the policies say of a plan as a whole. One that does nothing violates nothing.
  ///
  /// @rule R-POL-6
  public static List<Diagnostic> of(Plan plan, PolicyCheck policies, Scope scope) {
    if (!policies.looksAtPlans() || !plan.applyable()) return List.of();
    return policies.findings(
        new PolicyCheck.Whole(plan.counts().inRules(), considered(plan)), scope);
  }

  /// What is planned for every object, and that the others are there, too: a plan that leaves out a
  /// part must not look as if that were gone. Of what was set aside it says nothing.
  private static List<PolicyCheck.Considered> considered(Plan plan) {
    var all = new ArrayList<PolicyCheck.Considered>();
    for (Change change : plan.changes().values())
      if (change.object().deposed().isEmpty() && !change.isRead() && isThere(change))
        all.add(
            PolicyCheck.Considered.of(
                change.object().instance(),
                word(change.action()),
                change.before().orElse(NOTHING),
                (change.isNoOp() ? change.before() : change.after()).orElse(NOTHING)));
    plan.refreshed()
        .instances()
        .forEach((at, state) -> {
          if (state.current().isPresent() && !plan.changes().containsKey(ObjectRef.current(at)))
            all.add(PolicyCheck.Considered.of(at, STAYS, UNKNOWN, UNKNOWN));
        });
    return all;
  }

  private static boolean isThere(Change change) {
    return change.before().isPresent() || change.after().isPresent();
  }

  private static String word(Action action) {
    return switch (action) {
      case Action.NoOp _, Action.Read _ -> STAYS;
      case Action.Forget _ -> "Forget";
      case Action.Create _, Action.Recreate _, Action.Update _, Action.Replace _, Action.Delete _ ->
          action(action).map(PolicyConfig.Action::word).orElseThrow();
    };
  }

  private static Optional<PolicyConfig.Action> action(Action action) {
    return switch (action) {
      case Action.NoOp _, Action.Read _, Action.Forget _ -> Optional.empty();
      case Action.Create _, Action.Recreate _ -> Optional.of(PolicyConfig.Action.CREATE);
      case Action.Update _ -> Optional.of(PolicyConfig.Action.UPDATE);
      case Action.Replace _ -> Optional.of(PolicyConfig.Action.REPLACE);
      case Action.Delete _ -> Optional.of(PolicyConfig.Action.DELETE);
    };
  }
}
