package io.keelson.provider.plugin.rpc;

import com.google.protobuf.Message;
import io.keelson.provider.plugin.proto.Tfplugin.Diagnostic;
import java.util.List;

/// Tells of answers of all kinds whether the provider could not do what it was asked for now.
public final class Refusal {
  private static final String DIAGNOSTICS = "diagnostics";

  private Refusal() {}

  /// Whether the answer has an error, or is put off.
  public static boolean is(Message answer) {
    var fields = answer.getDescriptorForType();
    var deferred = fields.findFieldByName("deferred");
    if (deferred != null && answer.hasField(deferred)) return true;
    return isError(answer);
  }

  private static boolean isError(Message answer) {
    var diagnostics = answer.getDescriptorForType().findFieldByName(DIAGNOSTICS);
    return diagnostics != null
        && ((List<?>) answer.getField(diagnostics))
            .stream()
                .anyMatch(each -> ((Diagnostic) each).getSeverity() == Diagnostic.Severity.ERROR);
  }

  /// The answer, where it has an error with one more diagnostic.
  @SuppressWarnings("unchecked") // A builder of a message makes messages of its kind.
  public static <A extends Message> A explained(A answer, Diagnostic why) {
    if (!isError(answer)) return answer;
    var diagnostics = answer.getDescriptorForType().findFieldByName(DIAGNOSTICS);
    return (A) answer.toBuilder().addRepeatedField(diagnostics, why).build();
  }
}
