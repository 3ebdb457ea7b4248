package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.Target;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.snapshot.Selection;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/// Tells what the options of a plan mean for it: that it leaves something out, that a request has
/// no effect.
final class OptionReport {
  private final PlanOptions options;
  private final Selection selection;
  private final Findings findings;

  OptionReport(PlanContext context) {
    this.options = context.options();
    this.selection = context.selection();
    this.findings = context.findings();
  }

  void report(MovedState moved) {
    // The rest of a run carries out what was approved, so requests of its options have no effect.
    if (options.openRun().isNone()) options.replace().forEach(this::reportMissingKey);
    if (selection.isLimited()) reportLimits(moved);
  }

  /// @rule R-REPL-2
  private void reportMissingKey(InstanceAddress at) {
    var keys = findings.byResource().getOrDefault(at.resource(), Map.of()).keySet();
    if (keys.isEmpty() || keys.contains(at.key())) return;
    var meant = Target.of(at);
    var instances =
        keys.stream().map(at.resource()::instance).filter(meant::covers).sorted().toList();
    if (instances.isEmpty()) return;
    findings.report(at.resource().in().isRoot() ? withoutKey(at) : withoutKeys(at, instances));
  }

  /// In a component an address means exactly one instance, so it has to have all keys.
  private static List<Diagnostic> withoutKeys(InstanceAddress at, List<InstanceAddress> instances) {
    return List.of(
        Diagnostic.error(
            Code.OPTIONS,
            Subject.of(at.resource()),
            "Nothing is replaced",
            "The option replace names "
                + at
                + ", but it means exactly one instance, and these exist: "
                + listed(instances)
                + ". Name those to replace with all of their keys."));
  }

  private static List<Diagnostic> withoutKey(InstanceAddress at) {
    return List.of(
        Diagnostic.warning(
            Code.OPTIONS,
            Subject.of(at.resource()),
            "Nothing is replaced",
            "The option replace names "
                + at
                + ", but this resource has several instances, and the option means exactly one."
                + " Name the instances to replace with their keys."));
  }

  private void reportLimits(MovedState moved) {
    findings.report(List.of(warning()));
    moved
        .origins()
        .forEach((to, from) -> {
          if (selection.names(to) && selection.names(from)) return;
          if (isOfRepetition(to, from) && selection.includes(to) == selection.includes(from))
            return;
          findings.fail(to.resource(), List.of(halved(to, from)));
          findings.fail(from.resource(), List.of());
        });
  }

  /// Whether nothing moves the object but that components around it get `count`, or lose it: then
  /// nobody has to name the move.
  ///
  /// @rule DEV-21
  private static boolean isOfRepetition(InstanceAddress to, InstanceAddress from) {
    if (!to.resource().equals(from.resource()) || !to.key().own().equals(from.key().own()))
      return false;
    var now = to.key().components();
    var former = from.key().components();
    return IntStream.range(0, now.size())
        .allMatch(i -> now.get(i).equals(former.get(i)) || isOnly(now.get(i), former.get(i)));
  }

  /// Whether one of two keys is none, and the other is the first.
  private static boolean isOnly(InstanceKey one, InstanceKey other) {
    return Set.of(one, other).equals(Set.of(new InstanceKey.None(), new InstanceKey.Index(0)));
  }

  /// @rule R-TGT-7
  private Diagnostic warning() {
    boolean targets = !options.targeting().targets().isEmpty();
    return Diagnostic.warning(
        Code.OPTIONS,
        Subject.stack(),
        "The plan leaves out a part of the stack",
        (targets
                ? "It is limited to " + listed(options.targeting().targets())
                : "It leaves out " + listed(options.targeting().excluded()))
            + ", and what follows from that. What it leaves out is neither read nor changed, so the"
            + " stack may not be as declared afterwards. Plan without this option to see the"
            + " rest.");
  }

  private static String listed(Collection<?> addresses) {
    return PlanText.listed(addresses.stream().map(Object::toString).toList());
  }

  /// @rule R-MOV-15
  private Diagnostic halved(InstanceAddress to, InstanceAddress from) {
    boolean targets = !options.targeting().targets().isEmpty();
    return Diagnostic.error(
        Code.MOVED,
        Subject.of(to),
        "Move is left out",
        "The object at "
            + from
            + " moves to "
            + to
            + ", but the plan is not about both addresses. "
            + (targets ? "Target both, or do without targets." : "Exclude neither of them."));
  }
}
