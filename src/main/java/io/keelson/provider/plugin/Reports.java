package io.keelson.provider.plugin;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.ProviderFault;
import io.keelson.engine.provider.Deferral;
import io.keelson.provider.plugin.process.Redaction;
import io.keelson.provider.plugin.process.StartFailed;
import io.keelson.provider.plugin.proto.Tfplugin;
import io.keelson.provider.plugin.wire.MalformedValue;
import java.util.List;

/// Turns what a provider reports, and what goes wrong with it, into diagnostics.
///
/// @param provider what it is called
/// @param redaction takes out the secrets that are known
record Reports(String provider, Redaction redaction) {
  private static final String SUMMARY = "The provider reported a problem";

  List<Diagnostic> of(List<Tfplugin.Diagnostic> reported) {
    return reported.stream().map(this::of).toList();
  }

  private Diagnostic of(Tfplugin.Diagnostic reported) {
    boolean warning = reported.getSeverity() == Tfplugin.Diagnostic.Severity.WARNING;
    var summary = redaction.apply(reported.getSummary());
    return new Diagnostic(
        Code.PROVIDER_ERROR,
        warning ? Severity.WARNING : Severity.ERROR,
        summary.isEmpty() ? SUMMARY : summary,
        redaction.apply(reported.getDetail()),
        Subject.stack(),
        path(reported.getAttribute()).before(this::isHidden));
  }

  /// A provider may make a key, or a name in an object of any type, of a secret.
  private boolean isHidden(String name) {
    return !redaction.apply(name).equals(name);
  }

  /// A path as messages have it; what cannot be told ends it.
  static AttributePath path(Tfplugin.AttributePath path) {
    var read = AttributePath.ROOT;
    for (var step : path.getStepsList()) {
      switch (step.getSelectorCase()) {
        case ATTRIBUTE_NAME -> read = read.attribute(step.getAttributeName());
        case ELEMENT_KEY_STRING -> read = read.key(step.getElementKeyString());
        case ELEMENT_KEY_INT -> {
          if (step.getElementKeyInt() != (int) step.getElementKeyInt()) return read;
          read = read.index((int) step.getElementKeyInt());
        }
        case SELECTOR_NOT_SET -> {
          return read;
        }
      }
    }
    return read;
  }

  /// Something went wrong that is no mistake of the configuration.
  Diagnostic problem(String summary, String detail) {
    return Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), summary, redaction.apply(detail));
  }

  /// What goes with the errors of a call that was stopped.
  ///
  /// @param why it was, as a clause
  static String stopped(String why) {
    return "The provider had been asked to stop, because "
        + why
        + "; what it reports may come from that.";
  }

  /// A create was stopped, and its answer does not tell what there is.
  ///
  /// @param reported what the answer says instead; at least one error, which says why
  Diagnostic stopped(List<Diagnostic> reported) {
    var error = reported.stream().filter(Diagnostic::isError).findFirst().orElseThrow();
    return problem(
        "The provider was stopped during a create",
        provider
            + " was asked to stop, and does not tell whether it has made the object: "
            + error.summary()
            + (error.detail().isEmpty() ? "." : ". " + error.detail()));
  }

  /// The program is none that this host can work with, however often it is started.
  Diagnostic unfit(String summary, String detail) {
    return Diagnostic.error(
        Code.PROVIDER_CONTRACT, Subject.stack(), summary, redaction.apply(detail));
  }

  /// No process came of a start.
  Diagnostic of(StartFailed e) {
    var summary = "The provider does not start";
    return e.mayPass() ? problem(summary, e.reason()) : unfit(summary, e.reason());
  }

  /// The provider did what the protocol forbids.
  ///
  /// @param what a clause about it
  Diagnostic fault(String summary, String what) {
    return new ProviderFault(Subject.stack(), provider, summary).at(AttributePath.ROOT, what);
  }

  /// An answer that is no value of its type.
  Diagnostic malformed(MalformedValue e) {
    return new ProviderFault(Subject.stack(), provider, "Provider produced a value of a wrong type")
        .at(e.path(), e.reason());
  }

  /// A deferred answer.
  ///
  /// @param warnings what was reported with it
  static Deferral deferral(Tfplugin.Deferred deferred, List<Diagnostic> warnings) {
    var reason =
        switch (deferred.getReason()) {
          case RESOURCE_CONFIG_UNKNOWN -> Deferral.Reason.RESOURCE_CONFIG_UNKNOWN;
          case PROVIDER_CONFIG_UNKNOWN -> Deferral.Reason.PROVIDER_CONFIG_UNKNOWN;
          case ABSENT_PREREQ -> Deferral.Reason.ABSENT_PREREQUISITE;
          case UNKNOWN, UNRECOGNIZED -> Deferral.Reason.UNSPECIFIED;
        };
    return new Deferral(reason, warnings);
  }

  /// A deferred answer to a call that cannot be deferred.
  Diagnostic cannotWait(Deferral deferral) {
    return problem(
        "The provider cannot tell yet",
        provider + " was asked for an object, and defers: " + deferral.reason().sentence() + ".");
  }
}
