package io.keelson.conformance.pulumiprovider.rule.component;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.OwnActions;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which findings come of options that programs register something with.
///
/// @param before what was recorded
public record RegisteredOptionDifferences(ProviderStep step, Before before) {
  private static final String CONTAINER = "deletedWith";
  private static final String RETAINED = "retainOnDelete";
  private static final String REPLACED = "delete-replaced";

  /// What the old object of a replacement goes with is said there by what was declared when it was
  /// made, and here by what is declared now: it goes with one that goes in the same run.
  public boolean isGoneWithItsContainer(Finding finding) {
    return step.steps()
        .valueStream()
        .filter(each -> each.path("op").asText().equals(REPLACED))
        .filter(each -> hasContainerFromNow(each.path("resource").asText()))
        .anyMatch(each -> isDeletion(each.path("resource").asText(), each.path("oldId"), finding));
  }

  private boolean hasContainerFromNow(String member) {
    return before.isKnown(member)
        && !Before.record(before.state(), member).has(CONTAINER)
        && step.registrations(member)
            .map(each -> each.path(CONTAINER).asText())
            .filter(each -> each.startsWith("::"))
            .anyMatch(each -> isGoing(each.substring("::".length())));
  }

  /// Whether the recorded object goes.
  private boolean isGoing(String container) {
    var id = Before.record(before.state(), container).path("id");
    return step.steps()
        .valueStream()
        .filter(each -> each.path("resource").asText().equals(container))
        .filter(each -> each.path("op").asText().startsWith("delete") && !each.has("status"))
        .anyMatch(each -> each.path("oldId").equals(id));
  }

  /// Whether it says that the recorded object is deleted there alone.
  private boolean isDeletion(String resource, JsonNode id, Finding finding) {
    if (!finding.what().at().isEmpty()
        || !Before.record(before.state(), resource).path("id").equals(id)) return false;
    if (finding.aspect() == Aspect.CALLS)
      return finding.about().equals(resource)
          && finding.call().equals("Delete")
          && finding.actual().isMissingNode()
          && finding.expected().path("id").equals(id);
    return finding.aspect() == Aspect.WORLD
        && finding.expected().isMissingNode()
        && finding.actual().path("id").equals(id);
  }

  /// What is destroyed first, but left alone, is only struck off: there first, and here when the
  /// new object is made.
  public boolean isForgottenFirst(Finding finding) {
    boolean planned = finding.aspect() == Aspect.PLAN || finding.aspect() == Aspect.RUN;
    return planned
        && finding.expected().asText().equals(OwnActions.DESTROY_FIRST)
        && finding.actual().asText().equals(OwnActions.CREATE_FIRST)
        && before.isRetained(finding.about())
        && step.registrations(finding.about())
            .anyMatch(each -> each.path(RETAINED).asBoolean(false));
  }

  /// What an option hides no more, or from now on, or a secret declares where a change is ignored,
  /// is updated, which nobody is asked for.
  public boolean isOtherwiseSecret(Finding finding) {
    boolean planned = finding.aspect() == Aspect.PLAN;
    var part = planned ? step.expected().path("preview") : step.expected();
    if (ExpectedActions.of(part).containsKey(finding.about()) || !before.isKnown(finding.about()))
      return false;
    var hidden = hiddenOtherwise(finding.about());
    var ignored = ignoredSecrets(finding.about());
    return switch (finding.aspect()) {
      case PLAN, RUN ->
          finding.expected().asText().equals("none")
              && finding.actual().asText().equals("update")
              && !(hidden.isEmpty() && ignored.isEmpty());
      case STATE ->
          Before.plain(finding.expected()).equals(Before.plain(finding.actual()))
              && (hidden.contains(finding.what().at()) || ignored.contains(finding.what().at()));
      case PLAN_CALLS, ASKED, CALLS, WORLD, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  /// The outputs that an option hides in one of the record and what is registered.
  private SortedSet<String> hiddenOtherwise(String resource) {
    var otherwise = new TreeSet<String>();
    step.registrations(resource)
        .map(each -> each.path("additionalSecretOutputs"))
        .forEach(now -> {
          var declared = new TreeSet<String>();
          now.forEach(each -> declared.add(each.asText()));
          for (String each : declared)
            if (!before.hidden(resource).contains(each)) otherwise.add("outputs." + each);
          for (String each : before.hidden(resource))
            if (!declared.contains(each)) otherwise.add("outputs." + each);
        });
    return otherwise;
  }

  /// The inputs whose changes are ignored, and that are what they were, but secrets.
  private SortedSet<String> ignoredSecrets(String resource) {
    var ignored = new TreeSet<String>();
    step.registrations(resource)
        .forEach(asked ->
            asked
                .path("ignoreChanges")
                .forEach(each -> {
                  var recorded = before.inputs(resource).path(each.asText());
                  var declared = asked.path("object").path(each.asText());
                  if (declared.has("$secret")
                      && Before.secrets(recorded) == 0
                      && Before.plain(declared).equals(Before.plain(recorded)))
                    ignored.add("inputs." + each.asText());
                }));
    return ignored;
  }
}
