package io.keelson.engine.scenario;

import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.config.declaration.PolicyDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.PolicyLoader;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The list `policies` in the configuration of a scenario.
final class ScenarioPolicies {
  static final String NAME = "policies";

  private ScenarioPolicies() {}

  /// @param problems where those of policies that cannot be used are added
  static List<PolicyConfig> in(SortedMap<String, Value> config, List<Diagnostic> problems) {
    if (!(config.get(NAME) instanceof Sequence list)) return List.of();
    var policies = new ArrayList<PolicyConfig>();
    for (Value each : list.elements()) {
      var loaded = PolicyLoader.load(declaration(Entries.of(NAME, each)), new CelExpressions());
      policies.add(loaded.policy());
      problems.addAll(loaded.problems());
    }
    return policies;
  }

  private static PolicyDeclaration declaration(Entries entries) {
    var actions = entries.texts("actions");
    var declared =
        new PolicyDeclaration(
            entries.text("name").orElseThrow(),
            "",
            PolicyConfig.Level.valueOf(
                entries.text("level").orElse("mandatory").toUpperCase(Locale.ROOT)),
            entries.texts("types"),
            actions.isEmpty()
                ? EnumSet.of(
                    PolicyConfig.Action.CREATE,
                    PolicyConfig.Action.UPDATE,
                    PolicyConfig.Action.REPLACE)
                : actions(actions),
            entries.list("rules").stream().map(ScenarioPolicies::rule).toList(),
            entries.list("stackRules").stream().map(ScenarioPolicies::rule).toList(),
            List.of());
    entries.end();
    return declared;
  }

  private static Set<PolicyConfig.Action> actions(List<String> words) {
    return words.stream()
        .map(each -> PolicyConfig.Action.valueOf(each.toUpperCase(Locale.ROOT)))
        .collect(Collectors.toSet());
  }

  private static SortedMap<String, Value> set(Value value) {
    return new TreeMap<>(((Mapping) value).entries());
  }

  private static PolicyDeclaration.Rule rule(Value value) {
    var entries = Entries.of("rule", value);
    var rule =
        new PolicyDeclaration.Rule(
            entries.text("name").orElseThrow(),
            new StackDeclaration.CheckRule(
                entries.take("condition").orElseThrow(),
                entries.take("errorMessage").orElseThrow()),
            entries.take("set").map(ScenarioPolicies::set).orElseGet(TreeMap::new));
    entries.end();
    return rule;
  }
}
