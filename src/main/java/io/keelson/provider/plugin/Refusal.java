package io.keelson.provider.plugin;

import com.google.protobuf.Message;
import io.keelson.provider.plugin.proto.Tfplugin.Diagnostic;
import java.util.List;

/// Tells of answers of all kinds whether the provider could not do what it was asked for now.
final class Refusal {
  private Refusal() {}

  /// Whether the answer has an error, or is put off.
  static boolean is(Message answer) {
    var fields = answer.getDescriptorForType();
    var deferred = fields.findFieldByName("deferred");
    if (deferred != null && answer.hasField(deferred)) return true;
    var diagnostics = fields.findFieldByName("diagnostics");
    return diagnostics != null
        && ((List<?>) answer.getField(diagnostics))
            .stream()
                .anyMatch(each -> ((Diagnostic) each).getSeverity() == Diagnostic.Severity.ERROR);
  }
}
