package io.keelson.operator.status;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.operator.api.StatusDiagnostic;
import java.util.List;
import java.util.Optional;

/// Diagnostics as statuses show them.
public final class Diagnostics {
  private Diagnostics() {}

  /// The first ones, shortened to what a status may hold.
  public static List<StatusDiagnostic> shown(List<Diagnostic> all, int most) {
    return all.stream().limit(most).map(Diagnostics::shown).toList();
  }

  private static StatusDiagnostic shown(Diagnostic diagnostic) {
    var entry = new StatusDiagnostic();
    entry.severity =
        diagnostic.severity() == Severity.ERROR
            ? StatusDiagnostic.Severity.Error
            : StatusDiagnostic.Severity.Warning;
    entry.code = diagnostic.code().name();
    entry.summary = Conditions.shortened(diagnostic.summary());
    entry.detail = Conditions.shortened(diagnostic.detail());
    entry.subject = Conditions.shortened(diagnostic.subject().toString());
    entry.path = diagnostic.path().isRoot() ? null : diagnostic.path().toString();
    return entry;
  }

  /// The error to be told of before all others; empty if there is none. A program fails when
  /// something fails that it has registered, so that is told first.
  public static Optional<Diagnostic> firstError(List<Diagnostic> all) {
    var errors = all.stream().filter(Diagnostic::isError).toList();
    return errors.stream()
        .filter(each ->
            each.code() != Code.PROGRAM
                || errors.stream().noneMatch(other -> isInside(other, each)))
        .findFirst();
  }

  private static boolean isInside(Diagnostic other, Diagnostic program) {
    return other.subject().toString().startsWith(program.subject() + ".");
  }

  /// The text about the first of some problems. If it is about one of several instances whose
  /// existence is unknown, all of them have to be looked at, so all are named.
  public static String told(Diagnostic first, List<Diagnostic> all) {
    var uncertain =
        all.stream()
            .filter(each -> each.isError() && each.code() == Code.OUTCOME_UNKNOWN)
            .map(each -> each.subject().toString())
            .distinct()
            .toList();
    return first.code() == Code.OUTCOME_UNKNOWN && uncertain.size() > 1
        ? "Of %d instances nobody knows whether they exist: %s. %s"
            .formatted(uncertain.size(), Names.of(uncertain), first)
        : first.toString();
  }

  /// The condition reason for a problem with this code that was met while planning.
  public static ConditionReason reason(Code code) {
    return switch (code) {
      case VARIABLE -> ConditionReason.VariableMissing;
      case NO_DEFINITION -> ConditionReason.DefinitionNotFound;
      case BREAKING_CHANGE -> ConditionReason.BreakingChange;
      case INPUT -> ConditionReason.InvalidInputs;
      case PROVIDER_MISSING -> ConditionReason.ProviderMissing;
      case NO_VERSION -> ConditionReason.NoSuchVersion;
      case DUPLICATE -> ConditionReason.DuplicateAddress;
      case PREVENT_DESTROY -> ConditionReason.PreventDestroy;
      case REPLACE_ORDER_CONFLICT -> ConditionReason.ReplaceOrderConflict;
      case CREDENTIALS -> ConditionReason.CredentialsMissing;
      case PROVIDER_NOT_READY -> ConditionReason.ProviderNotReady;
      case PROVIDER_IDENTITY -> ConditionReason.ProviderIdentityChanged;
      case STATE_TOO_LARGE -> ConditionReason.StateTooLarge;
      case LIMIT, VALUES_TOO_LARGE -> ConditionReason.LimitExceeded;
      case POLICY -> ConditionReason.PolicyViolation;
      case CHECK, PRECONDITION, POSTCONDITION -> ConditionReason.ConditionFailed;
      case OUTPUT -> ConditionReason.OutputFailed;
      case OUTCOME_UNKNOWN -> ConditionReason.StateUncertain;
      case TRIGGER -> ConditionReason.DependencyNotReady;
      case INTERNAL,
          NO_ANSWER,
          PROGRAM,
          PROVIDER_ERROR,
          PROVIDER_CONTRACT,
          STATE_NEWER_THAN_PROVIDER ->
          ConditionReason.PlanFailed;
      case OBJECT_EXISTS, INCONSISTENT_FINAL_PLAN, INTERRUPTED, RECORD_REFUSED, STALE_PLAN ->
          ConditionReason.ApplyFailed;
      case APPLY_CYCLE,
          BAD_ADDRESS,
          BAD_REFERENCE,
          BROKEN_REFERENCE,
          CONDITION_EXPRESSION,
          COUNT,
          CYCLE,
          ENABLED,
          EPHEMERAL,
          EXPRESSION,
          FOR_EACH,
          IMPORT,
          INVALID_CONFIG,
          MISSING_KEY,
          MOVED,
          OPTIONS,
          REMOVED,
          REPETITION,
          SELF_REFERENCE,
          UNDECLARED,
          UNEXPECTED_KEY,
          UNKNOWN_TYPE ->
          ConditionReason.InvalidConfiguration;
    };
  }

  /// The condition reason for a problem with this code that was met while a plan was carried out.
  public static ConditionReason reasonOfApply(Code code) {
    return switch (reason(code)) {
      case StateUncertain -> ConditionReason.StateUncertain;
      case CredentialsMissing -> ConditionReason.CredentialsMissing;
      default -> ConditionReason.ApplyFailed;
    };
  }

  /// Whether trying again can help although nobody changes a declaration.
  public static boolean mayPass(Code code) {
    return switch (reason(code)) {
      case PlanFailed,
          ApplyFailed,
          ConditionFailed,
          VariableMissing,
          OutputFailed,
          CredentialsMissing,
          DefinitionNotFound,
          DependencyNotReady,
          NoSuchVersion,
          ProviderNotReady ->
          true;
      default -> false;
    };
  }
}
