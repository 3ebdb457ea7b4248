package io.keelson.operator.stack.run;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.Target;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;

/// Finds addresses in a Run that match nothing in its Stack. That is no error, but mostly a
/// mistake.
///
/// @rule R-REPL-2
/// @rule R-TGT-8
public final class Unmatched {
  private final Snapshot snapshot;
  private final Plan plan;
  private final List<Diagnostic> found = new ArrayList<>();

  private Unmatched(Snapshot snapshot, Plan plan) {
    this.snapshot = snapshot;
    this.plan = plan;
  }

  public static List<Diagnostic> in(RequestedPlan request, Snapshot snapshot, Plan plan) {
    var unmatched = new Unmatched(snapshot, plan);
    request.replace().forEach(unmatched::replace);
    request.targeting().targets().forEach(at -> unmatched.limit("spec.targets", at));
    request.targeting().excluded().forEach(at -> unmatched.limit("spec.exclude", at));
    return unmatched.found;
  }

  private void replace(InstanceAddress at) {
    boolean planned = plan.changes().containsKey(ObjectRef.current(at));
    // The engine reports a missing key itself.
    boolean lacksKey = at.key() instanceof InstanceKey.None && isKnown(at);
    if (!planned && !lacksKey)
      add("spec.replace", Subject.of(at), at.toString(), "Nothing is replaced there.");
  }

  private void limit(String field, Target target) {
    if (isKnown(target)) return;
    var subject = target.block().map(Subject::of).orElseGet(() -> Subject.of(target.path()));
    add(field, subject, target.toString(), "It changes nothing about what is planned.");
  }

  private boolean isKnown(Target target) {
    var config = snapshot.config();
    boolean declared =
        target.block().map(config::declares).orElseGet(() -> config.declares(target.path()));
    return declared || snapshot.prior().instances().keySet().stream().anyMatch(target::covers);
  }

  /// Whether the resource is declared, or the instance recorded; without a key, any instance.
  private boolean isKnown(InstanceAddress at) {
    var config = snapshot.config();
    if (config.declares(at.resource()) || config.frozen().resources().contains(at.resource()))
      return true;
    return snapshot.prior().instances().keySet().stream()
        .anyMatch(each ->
            each.equals(at)
                || (at.key() instanceof InstanceKey.None && each.resource().equals(at.resource())));
  }

  private void add(String field, Subject subject, String at, String consequence) {
    found.add(
        Diagnostic.warning(
            Code.OPTIONS,
            subject,
            "The address means nothing here",
            field
                + " names "
                + at
                + ", but the plan has no such instance: it is neither declared nor recorded, or is"
                + " left out. "
                + consequence
                + " To see what there is: kubectl get resourceinstances."));
  }
}
