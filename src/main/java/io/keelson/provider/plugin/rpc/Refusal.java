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

  /// The answer, with a sentence at the end of each error.
  @SuppressWarnings("unchecked") // A builder of a message makes messages of its kind.
  public static <A extends Message> A explained(A answer, String why) {
    if (!isError(answer)) return answer;
    var field = answer.getDescriptorForType().findFieldByName(DIAGNOSTICS);
    var explained = answer.toBuilder().clearField(field);
    for (var each : (List<?>) answer.getField(field))
      explained.addRepeatedField(field, explained((Diagnostic) each, why));
    return (A) explained.build();
  }

  private static Diagnostic explained(Diagnostic diagnostic, String why) {
    if (diagnostic.getSeverity() != Diagnostic.Severity.ERROR) return diagnostic;
    var detail = diagnostic.getDetail();
    return diagnostic.toBuilder().setDetail(detail.isEmpty() ? why : detail + " " + why).build();
  }
}
