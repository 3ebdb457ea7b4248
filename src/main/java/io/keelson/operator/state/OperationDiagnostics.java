package io.keelson.operator.state;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.operator.api.StatusDiagnostic;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.api.record.ResourceInstanceStatus;
import io.keelson.operator.status.Diagnostics;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a record says of the operation that ended last. Its errors stay until the object was read
/// after it: they are what tells the next process that it has to be.
final class OperationDiagnostics {
  private static final int MOST = 10;

  private OperationDiagnostics() {}

  /// @param record as it was before this write
  static @Nullable List<StatusDiagnostic> told(
      InstanceRecords.Content content, ResourceInstance record) {
    var before = before(record);
    var told = new ArrayList<StatusDiagnostic>();
    if (content.told() == null) told.addAll(before);
    else
      told.addAll(
          Diagnostics.shown(content.told().stream().sorted(Diagnostic.ORDER).toList(), MOST));
    if (content.isKnown()) told.removeIf(OperationDiagnostics::isError);
    else if (content.state().lastFailed() && told.stream().noneMatch(OperationDiagnostics::isError))
      told.addAll(0, failure(before, record));
    return told.isEmpty() ? null : List.copyOf(told.subList(0, Math.min(told.size(), MOST)));
  }

  private static List<StatusDiagnostic> before(ResourceInstance record) {
    var status = record.getStatus();
    return status == null || status.diagnostics == null ? List.of() : status.diagnostics;
  }

  /// Why the current object is to be read, where what ended last was about another one, or
  /// elsewhere.
  private static List<StatusDiagnostic> failure(
      List<StatusDiagnostic> before, ResourceInstance record) {
    var known = before.stream().filter(OperationDiagnostics::isError).toList();
    if (!known.isEmpty()) return known;
    var at = InstanceAddress.parse(record.getSpec().address);
    return Diagnostics.shown(
        List.of(
            Diagnostic.error(
                Code.PROVIDER_ERROR,
                Subject.of(at),
                "The last operation failed",
                "It may have changed the object, which is read before the next plan.")),
        1);
  }

  /// The errors of the operation that ended last.
  static Stream<StatusDiagnostic> errors(ResourceInstanceStatus status) {
    var told = status.diagnostics;
    return told == null ? Stream.empty() : told.stream().filter(OperationDiagnostics::isError);
  }

  private static boolean isError(StatusDiagnostic diagnostic) {
    return diagnostic.severity == StatusDiagnostic.Severity.Error;
  }
}
