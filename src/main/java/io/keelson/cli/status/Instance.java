package io.keelson.cli.status;

import io.keelson.operator.api.StatusDiagnostic;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.api.record.ResourceInstanceStatus;
import io.keelson.operator.status.Conditions;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is kept of a record: nothing of the object's attributes.
///
/// @param object the name of the record
/// @param writtenBy digest of the plan that wrote it last; empty if that is not known
/// @param madeBy digest of the plan that made its object
public record Instance(
    String address, String object, State state, String writtenBy, String madeBy) {

  static Instance of(ResourceInstance record) {
    var status = record.getStatus();
    return new Instance(
        record.getSpec().address,
        record.getMetadata().getName(),
        record.open().map(Instance::running).orElseGet(() -> resting(status)),
        status == null ? "" : Objects.requireNonNullElse(status.writtenBy, ""),
        status == null ? "" : Objects.requireNonNullElse(status.madeBy, ""));
  }

  private static State running(JournalEntry open) {
    var reason =
        switch (open.action) {
          case "Create" -> "Creating";
          case "Delete" -> "Deleting";
          default -> "Updating";
        };
    return new State(
        Health.WORKING, reason, "", Optional.ofNullable(open.startedAt).flatMap(Instance::time));
  }

  private static State resting(@Nullable ResourceInstanceStatus status) {
    if (status == null) return new State(Health.WORKING, "Creating", "");
    var health = Health.of(status.conditions);
    var phase = Objects.requireNonNullElse(status.phase, "");
    var ready = Conditions.find(status.conditions, Conditions.READY);
    if (health != Health.READY) {
      var message = ready == null ? "" : Objects.requireNonNullElse(ready.getMessage(), "");
      return new State(health, phase, joined(message, failure(status.diagnostics)));
    }
    return new State(health, phase, drift(status));
  }

  private static String drift(ResourceInstanceStatus status) {
    var drift = status.drift;
    if (drift == null) return "";
    if (drift.kind == ResourceInstanceStatus.DriftKind.Missing) return "drifted: it is gone";
    var attributes = drift.attributes == null ? List.<String>of() : drift.attributes;
    return "drifted: " + String.join(", ", attributes.subList(0, Math.min(5, attributes.size())));
  }

  /// The first error of the operation that ended last.
  static String failure(@Nullable List<StatusDiagnostic> diagnostics) {
    if (diagnostics == null) return "";
    return diagnostics.stream()
        .filter(each -> each.severity == StatusDiagnostic.Severity.Error)
        .findFirst()
        .map(Instance::told)
        .orElse("");
  }

  /// A problem in one sentence.
  static String told(StatusDiagnostic problem) {
    return joined(
        Objects.requireNonNullElse(problem.summary, "") + (problem.detail == null ? "" : ":"),
        Objects.requireNonNullElse(problem.detail, ""));
  }

  private static String joined(String one, String other) {
    return one.isEmpty() || other.isEmpty() ? one + other : one + " " + other;
  }

  /// When that was; empty if the text is no time.
  public static Optional<Instant> time(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
