package io.keelson.engine.planning;

import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.evaluation.ConditionCheck;
import io.keelson.engine.evaluation.OutputRoom;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.object.EphemeralValues;
import io.keelson.engine.plan.OutputChange;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.planning.order.Held;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Plans what becomes of the outputs.
///
/// @rule R-VAL-20
final class OutputPlanner {
  private final Snapshot snapshot;
  private final StackScope scope;
  private final PlanOptions options;
  private final Selection selection;
  private final Findings findings;
  private final StateCodec codec;

  OutputPlanner(PlanContext context, StateCodec codec) {
    this.codec = codec;
    this.snapshot = context.snapshot();
    this.scope = context.scope();
    this.options = context.options();
    this.selection = context.selection();
    this.findings = context.findings();
  }

  /// A limited plan leaves outputs that it is not about as they are, also one that needs no
  /// resource.
  ///
  /// @param held what nothing is planned for: an output that needs any of it stays as it is
  /// @rule R-TGT-5
  SortedMap<String, OutputChange> plan(Held held) {
    var changes = new TreeMap<String, OutputChange>();
    snapshot
        .config()
        .outputs()
        .forEach((name, output) -> {
          var behind = snapshot.dependencies().behind(output);
          boolean waits =
              behind.stream().anyMatch(each -> held.touches(each) || !selection.includes(each));
          boolean beside = selection.isLimited() && behind.isEmpty();
          if (!waits && !beside) change(output).ifPresent(change -> changes.put(name, change));
        });
    removeUndeclared(changes);
    leaveTooLarge(changes);
    return changes;
  }

  private void removeUndeclared(SortedMap<String, OutputChange> changes) {
    if (selection.isLimited()) return;
    snapshot
        .prior()
        .outputs()
        .forEach((name, value) -> {
          if (!snapshot.config().declaresOutput(name)) changes.put(name, gone(Optional.of(value)));
        });
  }

  /// An output that cannot be saved is one that fails: it keeps its value.
  ///
  /// @rule R-VAL-22
  private void leaveTooLarge(SortedMap<String, OutputChange> changes) {
    if (changes.isEmpty()) return;
    var values = new TreeMap<String, Value>();
    changes.forEach(
        (name, change) -> values.put(name, change.after().orElse(Value.nothing(Types.DYNAMIC))));
    var refused = new OutputRoom(codec, snapshot.prior().outputs()).refused(values);
    refused.keySet().forEach(changes::remove);
    findings.report(refused.values());
  }

  /// Removes all outputs. Where only a part is destroyed, every output stays until the next plan of
  /// the whole stack.
  SortedMap<String, OutputChange> planDestroy() {
    var changes = new TreeMap<String, OutputChange>();
    if (!selection.isLimited())
      snapshot
          .prior()
          .outputs()
          .forEach((name, value) -> changes.put(name, gone(Optional.of(value))));
    return changes;
  }

  private static OutputChange gone(Optional<Value> before) {
    return new OutputChange(OutputChange.Kind.DELETE, before, Optional.empty());
  }

  private Optional<OutputChange> change(OutputConfig output) {
    return holds(output) ? evaluated(output) : Optional.empty();
  }

  /// An output whose preconditions do not hold stays as it is.
  ///
  /// @rule R-COND-6
  /// @rule R-COND-8
  private boolean holds(OutputConfig output) {
    if (output.preconditions().isEmpty()) return true;
    var result = ConditionCheck.preconditions(output, scope);
    findings.check(Subject.part("output", output.name()), result.status());
    boolean stops =
        result.status() == CheckResult.Status.ERROR
            || options.mode() != PlanOptions.Mode.REFRESH_ONLY;
    findings.report(
        stops
            ? result.diagnostics()
            : result.diagnostics().stream().map(Diagnostic::asWarning).toList());
    return !(result.failed() && stops);
  }

  private Optional<OutputChange> evaluated(OutputConfig output) {
    return switch (output.value().evaluate(scope)) {
      case Evaluated.Failed(var diagnostics) -> {
        findings.report(diagnostics);
        yield Optional.empty();
      }
      case Evaluated.Ok(var value) ->
          isLasting(output, value) && declaredSafe(output, value) && canBecomeKnown(value)
              ? Optional.of(compare(output, value))
              : Optional.empty();
    };
  }

  private boolean isLasting(OutputConfig output, Value value) {
    var misplaced = EphemeralValues.inOutput(output.name(), value);
    misplaced.ifPresent(each -> findings.report(List.of(each)));
    return misplaced.isEmpty();
  }

  /// Whether an output can be stored. Reading alone makes no unknown value known, so an output with
  /// unknown values stays as it is.
  ///
  /// @rule R-MODE-1
  private boolean canBecomeKnown(Value value) {
    return options.mode() != PlanOptions.Mode.REFRESH_ONLY || value.whollyKnown();
  }

  private boolean declaredSafe(OutputConfig output, Value value) {
    var refusal = shownSecret(output, value);
    refusal.ifPresent(each -> findings.report(List.of(each)));
    return refusal.isEmpty();
  }

  /// What is wrong with an output that is sensitive and does not say so.
  ///
  /// @rule R-SENS-7
  static Optional<Diagnostic> shownSecret(OutputConfig output, Value value) {
    if (output.sensitive() || !Marks.sensitive(value.allMarks())) return Optional.empty();
    return Optional.of(
        Diagnostic.error(
            Code.OUTPUT,
            Subject.part("output", output.name()),
            "Output shows a sensitive value",
            "The value comes from "
                + String.join(", ", value.allMarks().stream().map(mark -> mark.source()).toList())
                + ". Set sensitive: true on the output, or take the secret out of it."));
  }

  private OutputChange compare(OutputConfig output, Value value) {
    Value after =
        output.sensitive() ? value.mark(Marks.sensitive("output." + output.name())) : value;
    var before = Optional.ofNullable(snapshot.prior().outputs().get(output.name()));
    return new OutputChange(kind(before, after), before, Optional.of(after));
  }

  private static OutputChange.Kind kind(Optional<Value> before, Value after) {
    if (before.isEmpty())
      return after.isNull() ? OutputChange.Kind.NO_OP : OutputChange.Kind.CREATE;
    boolean same =
        after.whollyKnown()
            && before.get().matches(after)
            && Marks.sensitive(before.get().allMarks()) == Marks.sensitive(after.allMarks());
    return same ? OutputChange.Kind.NO_OP : OutputChange.Kind.UPDATE;
  }
}
