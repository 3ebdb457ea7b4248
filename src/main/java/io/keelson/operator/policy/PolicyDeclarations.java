package io.keelson.operator.policy;

import io.keelson.engine.config.Policy.Action;
import io.keelson.engine.config.Policy.Level;
import io.keelson.engine.config.PolicyDeclaration;
import io.keelson.engine.config.StackDeclaration;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.Policy;
import io.keelson.operator.api.PolicySpec;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Policies as they stand in the cluster, in the words of the engine.
public final class PolicyDeclarations {
  private static final Set<Action> MAKING =
      EnumSet.of(Action.CREATE, Action.UPDATE, Action.REPLACE);

  private PolicyDeclarations() {}

  /// A word of a newer version must not make a policy milder: it counts as the strictest one.
  public static PolicyDeclaration of(Policy policy) {
    var spec = policy.getSpec();
    var match = spec.match == null ? new PolicySpec.Match() : spec.match;
    return new PolicyDeclaration(
        policy.getMetadata().getName(),
        level(spec.level),
        match.types == null ? List.of() : match.types,
        match.actions == null ? MAKING : actions(match.actions),
        spec.rules == null ? List.of() : spec.rules.stream().map(PolicyDeclarations::rule).toList(),
        spec.stackRules == null
            ? List.of()
            : spec.stackRules.stream().map(PolicyDeclarations::rule).toList());
  }

  private static Level level(PolicySpec.@Nullable Level level) {
    if (level == null) return Level.MANDATORY;
    return switch (level) {
      case Advisory -> Level.ADVISORY;
      case Mandatory -> Level.MANDATORY;
      case Disabled -> Level.DISABLED;
    };
  }

  /// A word that is not known reads as null.
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

  private static PolicyDeclaration.Rule rule(PolicySpec.Rule rule) {
    return rule(rule.name, rule.condition, rule.errorMessage);
  }

  private static PolicyDeclaration.Rule rule(PolicySpec.StackRule rule) {
    return rule(rule.name, rule.condition, rule.errorMessage);
  }

  private static PolicyDeclaration.Rule rule(String name, String condition, String errorMessage) {
    return new PolicyDeclaration.Rule(
        name, new StackDeclaration.CheckRule(Value.text(condition), Value.text(errorMessage)));
  }
}
