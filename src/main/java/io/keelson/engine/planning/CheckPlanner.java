package io.keelson.engine.planning;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.planning.order.Held;
import io.keelson.engine.reading.CheckLook;
import io.keelson.engine.snapshot.ComponentReview;
import io.keelson.engine.snapshot.DeclaredChecks;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.Dependency;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Evaluates the checks of a stack after everything is planned. A failed check stops nothing; a
/// check that depends on values known only after apply is evaluated again then.
///
/// @rule R-COND-9
final class CheckPlanner {
  private final Snapshot snapshot;
  private final StackScope scope;
  private final CheckLook checks;
  private final Selection selection;
  private final Findings findings;

  CheckPlanner(PlanContext context, CheckLook checks) {
    this.snapshot = context.snapshot();
    this.scope = context.scope();
    this.checks = checks;
    this.selection = context.selection();
    this.findings = context.findings();
  }

  /// @param held what nothing is planned for: checks that need any of it are left out
  void plan(Held held) {
    Predicate<ResourceAddress> missing = each -> held.touches(each) || !selection.includes(each);
    findings.report(ComponentReview.planned(snapshot, scope, selection, missing).problems());
    for (CheckConfig check : DeclaredChecks.of(snapshot, scope, missing)) {
      var result = checks.at(check, isPending(check));
      findings.check(check.subject(), result.status());
      findings.report(result.diagnostics());
    }
  }

  /// Whether this plan changes anything that the check depends on, directly or through others.
  private boolean isPending(CheckConfig check) {
    var dependencies = snapshot.dependencies();
    return dependencies.behind(check).stream()
        .flatMap(each ->
            Stream.concat(
                Stream.of(each), dependencies.stored(each).stream().map(Dependency::resource)))
        .anyMatch(findings::isPending);
  }
}
