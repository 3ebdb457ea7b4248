package io.keelson.operator.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.PolicyConfig.Action;
import io.keelson.engine.config.PolicyConfig.Level;
import io.keelson.engine.config.declaration.PolicyDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.operator.api.ApiJson;
import io.keelson.operator.api.PolicyLevel;
import io.keelson.operator.api.policy.Policy;
import io.keelson.operator.api.policy.PolicySpec;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Turns Policies of the cluster into declarations of the engine.
public final class PolicyDeclarations {
  private static final Set<Action> MAKING =
      EnumSet.of(Action.CREATE, Action.UPDATE, Action.REPLACE);

  private static final JsonMapper SORTED =
      ApiJson.beans().configure(JsonNodeFeature.WRITE_PROPERTIES_SORTED, true).build();

  private final Subject subject;
  private final List<Diagnostic> problems = new ArrayList<>();

  private PolicyDeclarations(Subject subject) {
    this.subject = subject;
  }

  /// A word that only newer versions know must not make a policy milder: it counts as the strictest
  /// one.
  public static PolicyDeclaration of(Policy policy) {
    var name = policy.getMetadata().getName();
    return new PolicyDeclarations(Subject.part("policy", name)).of(name, policy.getSpec());
  }

  private PolicyDeclaration of(String name, PolicySpec spec) {
    var match = spec.match == null ? new PolicySpec.Match() : spec.match;
    var stackRules =
        spec.stackRules == null
            ? List.<PolicyDeclaration.Rule>of()
            : spec.stackRules.stream().map(PolicyDeclarations::rule).toList();
    return new PolicyDeclaration(
        name,
        hash(spec),
        level(spec.level),
        match.types == null ? List.of() : match.types,
        match.actions == null ? MAKING : actions(match.actions),
        rules(spec),
        stackRules,
        problems);
  }

  private List<PolicyDeclaration.Rule> rules(PolicySpec spec) {
    var rules = new ArrayList<PolicyDeclaration.Rule>();
    if (spec.rules != null)
      for (PolicySpec.Rule each : spec.rules)
        rules.add(
            new PolicyDeclaration.Rule(
                each.name, check(each.condition, each.errorMessage), set(each, rules.size())));
    return rules;
  }

  private SortedMap<String, Value> set(PolicySpec.Rule rule, int index) {
    var set = new TreeMap<String, Value>();
    if (rule.set == null) return set;
    var path = AttributePath.of("rules").index(index).attribute("set");
    try {
      if (JsonValues.read(rule.set) instanceof Mapping mapping) set.putAll(mapping.entries());
    } catch (JsonValues.NotAValue e) {
      problems.add(
          Diagnostic.error(
                  Code.INVALID_CONFIG, subject, "Not a value", String.valueOf(e.getMessage()))
              .at(path.then(e.path())));
    }
    return set;
  }

  /// The hash of a policy, which anybody can compute: `jq -jcS .spec sha256sum`.
  private static String hash(PolicySpec spec) {
    try {
      var text = SORTED.writeValueAsBytes(SORTED.valueToTree(spec));
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (JsonProcessingException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("what was read can be written", e);
    }
  }

  private static Level level(@Nullable PolicyLevel level) {
    if (level == null) return Level.MANDATORY;
    return switch (level) {
      case Advisory -> Level.ADVISORY;
      case Mandatory -> Level.MANDATORY;
      case Remediate -> Level.REMEDIATE;
      case Disabled -> Level.DISABLED;
    };
  }

  /// A word that is not known reads as null; then the policy is about all actions.
  private static Set<Action> actions(List<PolicySpec.Action> words) {
    return words.stream().anyMatch(Objects::isNull)
        ? EnumSet.allOf(Action.class)
        : words.stream().map(PolicyDeclarations::action).collect(Collectors.toSet());
  }

  private static Action action(PolicySpec.Action word) {
    return switch (word) {
      case Create -> Action.CREATE;
      case Update -> Action.UPDATE;
      case Replace -> Action.REPLACE;
      case Delete -> Action.DELETE;
    };
  }

  private static PolicyDeclaration.Rule rule(PolicySpec.StackRule rule) {
    return new PolicyDeclaration.Rule(rule.name, check(rule.condition, rule.errorMessage));
  }

  private static StackDeclaration.CheckRule check(String condition, String errorMessage) {
    return new StackDeclaration.CheckRule(Value.text(condition), Value.text(errorMessage));
  }
}
