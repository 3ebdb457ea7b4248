package io.keelson.engine.plan;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.diagnostic.Subject;
import java.util.SortedSet;

/// Looks at the checks of a stack after everything is planned. They stop nothing; one that depends
/// on what is only known after apply is looked at again then.
///
/// @rule R-COND-9
final class CheckPlanner {
  private final Snapshot snapshot;
  private final StackScope scope;
  private final Selection selection;
  private final Findings findings;

  CheckPlanner(Snapshot snapshot, StackScope scope, Selection selection, Findings findings) {
    this.snapshot = snapshot;
    this.scope = scope;
    this.selection = selection;
    this.findings = findings;
  }

  /// @param held resources that nothing is planned for: what needs one is not looked at
  void plan(SortedSet<ResourceAddress> held) {
    for (CheckConfig check : snapshot.config().checks().values()) {
      var subject = Subject.part("check", check.name());
      boolean waits =
          snapshot.dependencies().behind(check.references()).stream()
              .anyMatch(each -> held.contains(each) || !selection.includes(each));
      if (waits) continue;
      var result = ConditionCheck.assertions(check, scope);
      findings.check(subject, result.status());
      findings.report(result.diagnostics());
    }
  }
}
