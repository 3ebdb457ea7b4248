package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Call;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import java.util.ArrayList;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Which findings come of programs, methods and functions that are not run here, or not once more.
public record RepeatedRunDifferences(ProviderStep step) {

  /// A program in which nothing changes, and whose outputs are known, is not told of what it did
  /// not know when the plan was made.
  public boolean isNotRunAgain(Finding finding) {
    var at = finding.what().at();
    return finding.aspect() == Aspect.ASKED
        && finding.call().equals(Call.CONSTRUCT)
        && at.startsWith("inputs.")
        && at.endsWith(".$output.value")
        && finding.actual().isMissingNode()
        && step.entry(finding.about()).isComponent()
        && isKnown(finding.about())
        && isUnchanged(finding.about());
  }

  /// Whether the preview knows all that its program gives.
  private boolean isKnown(String component) {
    var calls = step.expected().path("preview").path("calls");
    return RecordedCalls.about(calls, Call.CONSTRUCT, component)
        .map(each -> each.path("response"))
        .findFirst()
        .filter(each -> each.has("urn") && each.path("state").findValue("$unknown") == null)
        .isPresent();
  }

  /// Whether nothing in it is changed. What its program does not register any more goes without it.
  private boolean isUnchanged(String component) {
    var inside = step.within(component);
    return Stream.of(step.expected(), step.expected().path("preview"))
        .flatMap(part -> ExpectedActions.of(part).entrySet().stream())
        .filter(each -> inside.contains(each.getKey()))
        .allMatch(each -> each.getValue().equals("delete"));
  }

  /// A method that no target and no program needs is not called.
  public boolean isNotNeeded(Finding finding) {
    return finding.call().equals("Call")
        && isNotAsked(finding)
        && isUnneeded(step, finding.about(), ProgramEntry::isMethod);
  }

  /// Nor is a function. If it is called for something else, too, that is what its call is compared
  /// with.
  public boolean isUnneededFunction(Finding finding) {
    return finding.call().equals("Invoke")
        && (isNotAsked(finding) && isUnneeded(step, finding.about(), ProgramEntry::isFunction)
            || isOfUnneededCall(finding));
  }

  /// Whether only calls that are not needed have this argument.
  private boolean isOfUnneededCall(Finding finding) {
    if (finding.aspect() != Aspect.ASKED || !finding.what().at().startsWith("args.")) return false;
    var having = new ArrayList<JsonNode>();
    for (JsonNode call : step.calls()) {
      var request = call.path("request");
      if (call.path("call").asText().equals("Invoke")
          && request.path("tok").asText().equals(finding.about())
          && finding.what().within(request.path("args")).equals(finding.expected()))
        having.add(call);
    }
    return !having.isEmpty() && having.stream().allMatch(each -> isUnneeded(step, each));
  }

  /// What is looked up for no target and no program is not read.
  public boolean isUnneededReading(Finding finding) {
    return finding.call().equals("Read")
        && isNotAsked(finding)
        && isUnneededReading(step, finding.about());
  }

  /// Whether a run with targets needs nothing of what a resource looks up.
  public static boolean isUnneededReading(ProviderStep step, String resource) {
    var read = step.entry(resource);
    return step.json().has("targets") && read.isRead() && !isNeeded(step, read);
  }

  private static boolean isNotAsked(Finding finding) {
    return finding.aspect() == Aspect.ASKED
        && finding.what().at().isEmpty()
        && finding.actual().isMissingNode();
  }

  /// Whether a run with targets needs none of the calls of a function, or of a method.
  ///
  /// @param token what is called
  public static boolean isUnneeded(ProviderStep step, String token, Predicate<ProgramEntry> kind) {
    var called =
        step.program().stream()
            .filter(each -> kind.test(each) && each.token().equals(token))
            .toList();
    return step.json().has("targets")
        && !called.isEmpty()
        && called.stream().noneMatch(each -> isNeeded(step, each));
  }

  /// Whether a run with targets needs nothing of what was called: of a function.
  ///
  /// @param call as it is recorded
  public static boolean isUnneeded(ProviderStep step, JsonNode call) {
    var during = call.path("during").asText();
    return step.json().has("targets")
        && call.path("call").asText().equals("Invoke")
        && step.program().stream()
            .filter(each -> each.isFunction() && each.name().equals(during))
            .anyMatch(each -> !isNeeded(step, each));
  }

  private static boolean isNeeded(ProviderStep step, ProgramEntry called) {
    var targets = step.targets();
    return step.program().stream()
        .filter(each -> each.isComponent() || targets.contains(each.name()))
        .map(ProgramEntry::title)
        .anyMatch(each -> each.equals(called.title()) || step.isUsedThrough(called.title(), each));
  }
}
