package io.keelson.provider.pulumi;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.ProviderFault;
import io.keelson.provider.plugin.process.Redaction;
import io.keelson.provider.plugin.process.StartFailed;
import io.keelson.provider.pulumi.proto.Pulumi.CheckFailure;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorResourceInitFailed;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import io.keelson.provider.pulumi.wire.MalformedProperty;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Turns what a Pulumi provider reports, and what goes wrong with it, into diagnostics.
///
/// @param provider what it is called
/// @param redaction takes out the secrets that are known
record PulumiReports(String provider, Redaction redaction) {
  private static final String REPORTED = "The provider reported a problem";
  private static final String LACKING = "The provider lacks a feature";

  /// Providers on the Terraform bridge have the place in the text, after the name of the resource.
  private static final Pattern PLACE = Pattern.compile("Examine values at '([^']{1,300})'");

  List<Diagnostic> failures(List<CheckFailure> failures) {
    return failures.stream().map(this::failure).toList();
  }

  private Diagnostic failure(CheckFailure failure) {
    return new Diagnostic(
        Code.PROVIDER_ERROR,
        Severity.ERROR,
        "The provider does not accept the configuration",
        redaction.apply(failure.getReason()),
        Subject.stack(),
        place(failure).before(this::isHidden));
  }

  private static AttributePath place(CheckFailure failure) {
    if (!failure.getProperty().isEmpty()) return PropertyPaths.lenient(failure.getProperty());
    var found = PLACE.matcher(failure.getReason());
    if (!found.find()) return AttributePath.ROOT;
    int dot = found.group(1).indexOf('.');
    return dot < 0 ? AttributePath.ROOT : PropertyPaths.lenient(found.group(1).substring(dot + 1));
  }

  private boolean isHidden(String name) {
    return !redaction.apply(name).equals(name);
  }

  /// The provider says no.
  Diagnostic refused(String message) {
    return problem(REPORTED, message.isEmpty() ? "It does not say which." : message);
  }

  /// The provider says no.
  ///
  /// @param stopped why it had been asked to come to an end, as a clause
  Diagnostic refused(String message, Optional<String> stopped) {
    return refused(
        stopped
            .map(why ->
                message
                    + " The provider had been asked to stop, because "
                    + why
                    + "; what it reports may come from that.")
            .orElse(message));
  }

  /// Something was made that is not as it should be.
  ///
  /// @param why the error of the call, which counts where no reasons are given
  Diagnostic unfinished(ErrorResourceInitFailed failed, Diagnostic why) {
    return failed.getReasonsCount() == 0
        ? why
        : refused(String.join("\n", failed.getReasonsList()));
  }

  /// Something went wrong that is no mistake of the configuration.
  Diagnostic problem(String summary, String detail) {
    return Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), summary, redaction.apply(detail));
  }

  /// No process came of a start.
  Diagnostic of(StartFailed e) {
    var summary = "The provider does not start";
    return e.mayPass() ? problem(summary, e.reason()) : unfit(summary, e.reason());
  }

  /// The program is none that this host can work with, however often it is started.
  Diagnostic unfit(String summary, String detail) {
    return Diagnostic.error(
        Code.PROVIDER_CONTRACT, Subject.stack(), summary, redaction.apply(detail));
  }

  /// The provider does not know a call.
  Diagnostic lacking(PulumiRpc<?, ?> rpc) {
    return problem(LACKING, lack(rpc));
  }

  /// The provider does not know a call without which it cannot be used at all.
  Diagnostic unfit(PulumiRpc<?, ?> rpc) {
    return unfit(LACKING, lack(rpc));
  }

  private String lack(PulumiRpc<?, ?> rpc) {
    return provider + " does not know " + rpc + ". Use a newer version of it, or do without.";
  }

  /// The provider did what the protocol forbids.
  ///
  /// @param what a clause about it
  Diagnostic fault(String summary, String what) {
    return new ProviderFault(Subject.stack(), provider, summary).at(AttributePath.ROOT, what);
  }

  /// An answer that is no value of its type.
  Diagnostic malformed(MalformedProperty e) {
    return new ProviderFault(Subject.stack(), provider, "Provider produced a value of a wrong type")
        .at(e.path().before(this::isHidden), e.reason());
  }
}
