package io.keelson.engine.evaluation;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.config.PolicyConfig.Exemption;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// What policies say of one thing that they look at: an error for each rule that forbids it, a
/// warning for each that only wants it told.
///
/// @rule R-POL-2
final class PolicyFindings {
  /// The most findings that are reported for one object or plan.
  static final int MOST_FINDINGS = 10;

  /// Characters; a message may hold whatever is planned.
  static final int LONGEST_MESSAGE = 1000;

  /// Names that describe an object, and are not among its attributes.
  private static final Set<String> DESCRIPTIONS = Set.of("resource", "resources", "plan");

  private final Subject subject;
  private final Function<PolicyConfig, Optional<Exemption>> exemptions;
  private final List<Diagnostic> found = new ArrayList<>();

  /// @param exemptions why a violation of a policy is only told
  PolicyFindings(Subject subject, Function<PolicyConfig, Optional<Exemption>> exemptions) {
    this.subject = subject;
    this.exemptions = exemptions;
  }

  List<Diagnostic> all() {
    return found;
  }

  /// What a policy cannot tell because it is written with a mistake.
  void mistake(PolicyConfig policy) {
    policy
        .problem()
        .ifPresent(why ->
            add(
                policy,
                "Policy " + policy.name() + " cannot be used",
                (policy.isBinding() ? "Whether it forbids this" : "Whether this is against it")
                    + " cannot be told, for there is a mistake in it: "
                    + why
                    + ". Whoever looks after the policy has to mend it; its status says more.",
                AttributePath.ROOT));
  }

  /// Checks a rule and keeps its finding.
  ///
  /// @param unknown what to tell where it depends on what is not known yet; empty if that is no
  ///   violation
  void look(PolicyConfig policy, PolicyConfig.Rule rule, Scope scope, Optional<String> unknown) {
    if (!isNews(policy)) return;
    switch (rule.check().verdict(Code.POLICY, subject, scope)) {
      case CheckRule.Verdict.Holds _ -> {}
      case CheckRule.Verdict.Unknown _ -> unknown.ifPresent(why -> violated(policy, rule, why));
      case CheckRule.Verdict.Broken(var why) ->
          violated(policy, rule, "The rule cannot be evaluated: " + why.getFirst().detail());
      case CheckRule.Verdict.Fails(var message, _) -> violated(policy, rule, message);
    }
  }

  /// Whether a finding of this policy is still wanted: in any case the first that forbids
  /// something.
  private boolean isNews(PolicyConfig policy) {
    return found.size() < MOST_FINDINGS || (policy.isBinding() && !PolicyCheck.forbids(found));
  }

  private void violated(PolicyConfig policy, PolicyConfig.Rule rule, String message) {
    var summary = forbids(policy) ? "Forbidden by policy " : "Against policy ";
    add(policy, summary + policy.name() + ", rule " + rule.name(), message, attribute(rule));
  }

  private boolean forbids(PolicyConfig policy) {
    return policy.isBinding() && exemptions.apply(policy).isEmpty();
  }

  private void add(PolicyConfig policy, String summary, String message, AttributePath path) {
    if (!isNews(policy)) return;
    var exemption =
        exemptions
            .apply(policy)
            .map(each -> " It is exempt until %s: %s".formatted(each.until(), cut(each.reason())))
            .orElse("");
    found.add(
        new Diagnostic(
            Code.POLICY,
            forbids(policy) ? Severity.ERROR : Severity.WARNING,
            summary,
            cut(message) + exemption,
            subject,
            path));
  }

  private static String cut(String message) {
    if (message.length() <= LONGEST_MESSAGE) return message;
    int end = LONGEST_MESSAGE - 1;
    return message.substring(0, Character.isHighSurrogate(message.charAt(end - 1)) ? end - 1 : end)
        + "…";
  }

  /// The attribute that the condition is about first.
  private static AttributePath attribute(PolicyConfig.Rule rule) {
    for (Reference each : rule.check().condition().references()) {
      var path = AttributePath.ROOT;
      for (Reference.Step step : each.steps()) {
        if (!(step instanceof Reference.Step.Attribute(var name))) break;
        path = path.attribute(name);
      }
      if (each.root() instanceof Root.Named(var name) && !DESCRIPTIONS.contains(name)) return path;
    }
    return AttributePath.ROOT;
  }
}
