package io.keelson.operator.stack.declaration;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.api.ImportAllow;
import io.keelson.operator.api.ResourceSpec;
import io.keelson.operator.api.Run;
import io.keelson.operator.api.RunSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.ApprovalMode;
import io.keelson.operator.api.StackSpec.Deletes;
import io.keelson.operator.api.StackSpec.DeletionApproval;
import io.keelson.operator.api.StackSpec.DeletionPolicy;
import io.keelson.operator.api.StackSpec.DriftMode;
import io.keelson.operator.api.StackSpec.OnFailure;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds words that this version of the operator does not know, because the CRDs of another version
/// allow them. They read as null; nothing else does, as the API server fills in defaults. Their
/// meaning cannot be guessed, so nothing is done because of them.
public final class UnknownWords {
  private UnknownWords() {}

  /// A field, its word as far as it is known, and the words that it may hold.
  private record Field(String path, @Nullable Enum<?> word, List<? extends Enum<?>> known) {
    boolean isUnknown() {
      return word == null;
    }

    String advice() {
      return "%s holds a word that this version of the operator does not know. It knows %s."
          .formatted(path, words());
    }

    String words() {
      return known.stream().map(Enum::name).collect(Collectors.joining(", "));
    }
  }

  /// The report about a Stack with settings that cannot be read; empty if all can.
  public static Optional<Report> in(Stack stack) {
    var spec = stack.getSpec();
    var fields =
        Stream.of(
            new Field("spec.deletes", spec.deletes, List.of(Deletes.values())),
            new Field("spec.onFailure", spec.onFailure, List.of(OnFailure.values())),
            new Field("spec.approval.mode", spec.approval.mode, List.of(ApprovalMode.values())),
            new Field("spec.driftPolicy.mode", spec.driftPolicy.mode, List.of(DriftMode.values())),
            new Field(
                "spec.deletion.policy", spec.deletion.policy, List.of(DeletionPolicy.values())),
            new Field(
                "spec.deletion.approval",
                spec.deletion.approval,
                List.of(DeletionApproval.values())));
    return told(
            Stream.concat(fields, imports(stack)),
            " Nothing is planned, applied or destroyed. Update the operator, or write")
        .or(() -> inStatus(stack));
  }

  private static Stream<Field> imports(Stack stack) {
    var imports = stack.getSpec().imports;
    if (imports == null) return Stream.empty();
    return IntStream.range(0, imports.size())
        .mapToObj(i ->
            new Field(
                "spec.imports[" + i + "].allow",
                imports.get(i).allow,
                List.of(ImportAllow.values())));
  }

  private static Optional<Report> inStatus(Stack stack) {
    var status = stack.getStatus();
    if (status == null || status.plan == null || status.plan.phase != null) return Optional.empty();
    return Optional.of(
        Report.stalled(
            ConditionReason.InvalidConfiguration,
            "status.plan.phase holds a word that this version of the operator does not know: a"
                + " newer one was here, and whether its plan runs cannot be told. Nothing is"
                + " planned, applied or destroyed. Update the operator."));
  }

  /// The report about a Run that cannot be read; empty if it can.
  public static Optional<Report> in(Run run) {
    var spec = run.getSpec();
    var fields =
        Stream.of(
            new Field("spec.mode", spec.mode, List.of(RunSpec.Mode.values())),
            new Field("spec.refresh", spec.refresh, List.of(RunSpec.Refresh.values())),
            new Field("spec.scope", spec.scope, List.of(RunSpec.Scope.values())));
    return told(fields, " Nothing is done. Update the operator, or create another Run with");
  }

  /// The problems of a Resource that cannot be read: its instances are frozen.
  static List<Diagnostic> in(ResourceSpec spec, Subject subject) {
    var problems = new ArrayList<Diagnostic>();
    if (spec.mode == null)
      problems.add(
          unknown(
                  subject,
                  "Unknown mode",
                  "a mode",
                  "create the Resource with the mode Managed, Data or Ephemeral")
              .at(AttributePath.of("mode")));
    var fields = new ArrayList<Field>();
    if (spec.lifecycle != null)
      fields.add(
          new Field(
              "lifecycle.onPartialCreate",
              spec.lifecycle.onPartialCreate,
              List.of(ResourceSpec.OnPartialCreate.values())));
    if (spec.imported != null)
      fields.add(new Field("import.allow", spec.imported.allow, List.of(ImportAllow.values())));
    for (Field field : fields)
      if (field.isUnknown())
        problems.add(
            unknown(subject, "Unknown word", "a word", "write one of " + field.words())
                .at(AttributePath.parse(field.path())));
    return problems;
  }

  private static Diagnostic unknown(Subject subject, String summary, String what, String remedy) {
    return Diagnostic.error(
        Code.INVALID_CONFIG,
        subject,
        summary,
        "The CustomResourceDefinitions in this cluster know "
            + what
            + " that this version of the operator does not, so nothing is planned for the Resource."
            + " Update the operator, or "
            + remedy
            + ".");
  }

  private static Optional<Report> told(Stream<Field> fields, String remedy) {
    return fields
        .filter(Field::isUnknown)
        .findFirst()
        .map(field ->
            Report.stalled(
                ConditionReason.InvalidConfiguration, field.advice() + remedy + " one of these."));
  }
}
