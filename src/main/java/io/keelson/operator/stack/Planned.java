package io.keelson.operator.stack;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Snapshot;
import io.keelson.operator.api.Stack;
import java.util.List;
import java.util.SortedMap;

/// A plan, and everything it was made from.
///
/// @param members what was declared, with generations; changes while it is applied stop the apply
record Planned(
    Stack stack,
    SortedMap<String, String> members,
    Snapshot snapshot,
    Plan plan,
    DigestKey key,
    long epoch,
    List<Diagnostic> diagnostics) {

  /// The same changes, carried out as part of an approved plan: what they write carries its digest.
  Planned as(String digest) {
    var under =
        new Plan(
            plan.changes(),
            plan.steps(),
            plan.refreshed(),
            plan.bookkeeping(),
            plan.outputs(),
            plan.deviations(),
            plan.leaves(),
            digest);
    return new Planned(stack, members, snapshot, under, key, epoch, diagnostics);
  }
}
