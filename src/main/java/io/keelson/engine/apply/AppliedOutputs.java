package io.keelson.engine.apply;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.ConditionCheck;
import io.keelson.engine.evaluation.OutputRoom;
import io.keelson.engine.object.EphemeralValues;
import io.keelson.engine.plan.OutputChange;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Step;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StateCodec;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The outputs after a run: new where they can be evaluated, as they were elsewhere.
///
/// @rule R-APPLY-54
final class AppliedOutputs {
  private final Snapshot snapshot;
  private final AppliedState applied;
  private final Scope scope;
  private final SortedSet<ResourceAddress> undone;
  private final SortedMap<String, Value> outputs;

  private AppliedOutputs(
      Snapshot snapshot, AppliedState applied, Scope scope, SortedSet<ResourceAddress> undone) {
    this.snapshot = snapshot;
    this.applied = applied;
    this.scope = scope;
    this.undone = undone;
    this.outputs = new TreeMap<>(snapshot.prior().outputs());
  }

  static SortedMap<String, Value> after(
      List<StepResult> steps, Plan plan, Snapshot snapshot, ApplyRun run) {
    var after = new AppliedOutputs(snapshot, run.applied(), run.values().scope(), undone(steps));
    plan.outputs().forEach(after::add);
    after.leaveTooLarge(run.codec());
    return after.outputs;
  }

  /// An output that cannot be saved keeps its value; how large it is may be known only now.
  ///
  /// @rule R-VAL-22
  private void leaveTooLarge(StateCodec codec) {
    var before = snapshot.prior().outputs();
    var changed = new TreeMap<>(outputs);
    before.keySet().forEach(name -> changed.putIfAbsent(name, Value.nothing(Types.DYNAMIC)));
    var refused = new OutputRoom(codec, before).refused(changed);
    refused
        .keySet()
        .forEach(name ->
            Optional.ofNullable(before.get(name))
                .ifPresentOrElse(value -> outputs.put(name, value), () -> outputs.remove(name)));
    applied.report(new ArrayList<>(refused.values()));
  }

  /// Resources whose planned operations were not carried out.
  static SortedSet<ResourceAddress> undone(List<StepResult> steps) {
    return visited(steps, false);
  }

  /// Resources of which planned operations were carried out.
  static SortedSet<ResourceAddress> done(List<StepResult> steps) {
    return visited(steps, true);
  }

  private static SortedSet<ResourceAddress> visited(List<StepResult> steps, boolean done) {
    var resources = new TreeSet<ResourceAddress>();
    for (StepResult result : steps)
      if (result.outcome().isDone() == done)
        switch (result.step()) {
          case Step.Converge(var at) -> resources.add(at.resource());
          case Step.Check(var at) -> resources.add(at.resource());
          case Step.Read(var at) -> resources.add(at.resource());
          case Step.Destroy _, Step.Forget _, Step.Barrier _ -> {}
        }
    return resources;
  }

  private void add(String name, OutputChange change) {
    if (change.kind() == OutputChange.Kind.DELETE && change.after().isEmpty()) {
      outputs.remove(name);
      return;
    }
    var declared = snapshot.config().outputs().get(name);
    if (declared == null) return;
    var needed = snapshot.dependencies().behind(declared);
    if (needed.stream().anyMatch(undone::contains) || !holds(declared)) return;
    var planned = change.after().filter(Value::whollyKnown);
    if (planned.isEmpty()) evaluate(declared);
    else if (planned.get().isNull()) outputs.remove(name);
    else outputs.put(name, planned.get());
  }

  /// @rule R-COND-8
  private boolean holds(OutputConfig output) {
    if (output.preconditions().isEmpty()) return true;
    var result = ConditionCheck.preconditions(output, scope);
    applied.check(Subject.part("output", output.name()), result.status());
    applied.report(result.diagnostics());
    return !result.failed();
  }

  private void evaluate(OutputConfig output) {
    switch (output.value().evaluate(scope)) {
      case Evaluated.Failed(var diagnostics) -> applied.report(diagnostics);
      case Evaluated.Ok(var value) -> {
        var misplaced = EphemeralValues.inOutput(output.name(), value);
        if (misplaced.isPresent()) applied.report(List.of(misplaced.get()));
        else if (value.isNull()) outputs.remove(output.name());
        else if (value.whollyKnown()) outputs.put(output.name(), marked(output, value));
      }
    }
  }

  private static Value marked(OutputConfig output, Value value) {
    return output.sensitive() ? value.mark(Marks.sensitive("output." + output.name())) : value;
  }
}
