package io.keelson.engine.plan;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.PlanOptions.Mode;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.plan.PlanOptions.Scope;
import java.util.ArrayList;
import java.util.List;

/// Finds options that cannot be meant together. With any of them nothing is planned.
final class Contradictions {
  private final List<Diagnostic> found = new ArrayList<>();

  private Contradictions() {}

  static List<Diagnostic> in(PlanOptions options) {
    var contradictions = new Contradictions();
    contradictions.look(options);
    contradictions.lookAtLimits(options);
    return contradictions.found;
  }

  /// @rule R-REPL-1
  /// @rule R-MODE-1
  private void look(PlanOptions options) {
    if (options.mode() != Mode.NORMAL && !options.replace().isEmpty())
      add(
          "Replacing where nothing is planned",
          "The option replace names "
              + options.replace().first()
              + ", but nothing is replaced when everything is "
              + (options.mode() == Mode.DESTROY ? "destroyed" : "only read")
              + ". Take one of the options away.");
    options.replace().stream()
        .filter(at -> at.resource().mode() != ResourceAddress.Mode.MANAGED)
        .findFirst()
        .ifPresent(at ->
            add(
                at.resource().mode() == ResourceAddress.Mode.DATA
                    ? "Replacing a data source"
                    : "Replacing an ephemeral resource",
                "The option replace names "
                    + at
                    + (at.resource().mode() == ResourceAddress.Mode.DATA
                        ? ", which is only read: there is no object to replace. It is read anew"
                            + " with every plan that reads everything."
                        : ", which is recorded nowhere: there is no object to replace. It is opened"
                            + " anew with every plan and apply.")
                    + " Take it out of the option."));
    if (options.mode() == Mode.REFRESH_ONLY && options.reading().refresh() != Refresh.ALL)
      add(
          "Refreshing without reading",
          "A refresh-only plan reads every object, but the option refresh says to read "
              + (options.reading().refresh() == Refresh.NONE ? "none" : "only the affected ones")
              + ". Take one of the options away.");
  }

  /// @rule R-TGT-2
  /// @rule R-PUL-55
  private void lookAtLimits(PlanOptions options) {
    var targeting = options.targeting();
    if (!targeting.targets().isEmpty() && !targeting.excluded().isEmpty())
      add(
          "Targets and exclusions",
          "The plan is limited to "
              + targeting.targets().first()
              + ", and is to leave out "
              + targeting.excluded().first()
              + ". Say either what it is about, or what it leaves out.");
    if (targeting.scope() != Scope.NEEDED && targeting.targets().isEmpty())
      add(
          "Scope without targets",
          "The option scope says what is planned together with targets, and there are none. Name"
              + " targets, or take the option away.");
  }

  private void add(String summary, String detail) {
    found.add(Diagnostic.error(Code.OPTIONS, Subject.stack(), summary, detail));
  }
}
