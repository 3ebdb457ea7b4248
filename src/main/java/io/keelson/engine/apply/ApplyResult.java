package io.keelson.engine.apply;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Compatibility;
import io.keelson.engine.object.InstancePlanner.Decided;
import io.keelson.engine.object.PlanChecks;
import io.keelson.engine.object.ProviderFault;
import io.keelson.engine.plan.Action;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.PlannedState.Promise;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a create or update came to, after checking the provider's answer.
///
/// @param value the object to store, wholly known; empty if what was stored before still holds
/// @param failed whether there was an error, reported or found
/// @param uncertain whether an object may exist that nothing is known about
/// @rule R-CHK-21
record ApplyResult(
    Optional<Value> value, boolean failed, boolean uncertain, List<Diagnostic> diagnostics) {

  /// @param promised what the object may be, partly unknown
  /// @rule R-CHK-14
  /// @rule R-CHK-15
  static ApplyResult of(
      Schema schema,
      Subject subject,
      String provider,
      Decided decided,
      Value promised,
      ApplyAnswer.Returned returned) {
    var diagnostics = new ArrayList<>(Diagnostic.about(subject, returned.diagnostics()));
    var value = returned.value().filter(each -> !each.isNull()).map(each -> each.unmark().value());
    if (value.isEmpty()) return nothing(subject, provider, diagnostics);
    var wrong = PlanChecks.conforms(schema, subject, provider, value.get(), schema.type());
    if (!wrong.isEmpty()) {
      diagnostics.addAll(wrong);
      boolean create = decided.action() instanceof Action.Create;
      return new ApplyResult(Optional.empty(), true, create, diagnostics);
    }
    diagnostics.addAll(
        PlanChecks.known(
            subject, provider, value.get(), "it is unknown after apply, and stored as null"));
    if (!Diagnostic.anyError(diagnostics) && decided.promise() != Promise.LEGACY) {
      var otherwise = Compatibility.check(schema, subject, provider, promised, value.get());
      if (decided.promise() == Promise.EXACT) diagnostics.addAll(otherwise);
      else told(subject, provider, otherwise).ifPresent(diagnostics::add);
    }
    return new ApplyResult(
        Optional.of(known(value.get())), Diagnostic.anyError(diagnostics), false, diagnostics);
  }

  /// @rule R-CHK-16
  private static ApplyResult nothing(
      Subject subject, String provider, List<Diagnostic> diagnostics) {
    if (!Diagnostic.anyError(diagnostics))
      diagnostics.add(
          new ProviderFault(subject, provider, "Provider returned no object")
              .at(AttributePath.ROOT, "success is reported, but there is no object"));
    return new ApplyResult(Optional.empty(), true, false, diagnostics);
  }

  /// What the plan showed otherwise than it has come.
  ///
  /// @rule R-PRG-4
  private static Optional<Diagnostic> told(
      Subject subject, String provider, List<Diagnostic> otherwise) {
    if (otherwise.isEmpty()) return Optional.empty();
    var attributes = otherwise.stream().map(each -> attribute(each.path())).distinct().toList();
    return Optional.of(
        Diagnostic.warning(
            Code.INCONSISTENT_FINAL_PLAN,
            subject,
            "Not what the plan showed",
            "The plan had other values of this object for "
                + String.join(", ", attributes)
                + ". Provider '"
                + provider
                + "' need not foresee values exactly, so this is no bug. The object is recorded as"
                + " it is. What uses such a value is compared with what was approved before"
                + " anything is done."));
  }

  /// What may be shown of a path: parts of it may be keys out of what is secret.
  private static String attribute(AttributePath path) {
    return path.isRoot()
        ? "the object as a whole"
        : new AttributePath(path.steps().subList(0, 1)).toString();
  }

  /// The value with null wherever it is unknown.
  private static Value known(Value value) {
    if (value.whollyKnown()) return value;
    return switch (value) {
      case Value.Unknown unknown -> Value.nothing(unknown.type());
      case Sequence sequence ->
          sequence.withElements(sequence.elements().stream().map(ApplyResult::known).toList());
      case Mapping mapping -> mapping.mapValues((_, each) -> known(each));
      case Value.Null _, Value.Text _, Value.Num _, Value.Truth _ -> value;
    };
  }
}
