package io.keelson.engine.config.declaration;

import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// A policy as it is written.
///
/// @param hash of all that is written
/// @param types patterns; nothing means all types
/// @param problems what could not be read
public record PolicyDeclaration(
    String name,
    String hash,
    PolicyConfig.Level level,
    List<String> types,
    Set<PolicyConfig.Action> actions,
    List<Rule> rules,
    List<Rule> stackRules,
    List<Diagnostic> problems) {
  public PolicyDeclaration {
    types = Collections.unmodifiableList(new ArrayList<>(types));
    rules = Collections.unmodifiableList(new ArrayList<>(rules));
    stackRules = Collections.unmodifiableList(new ArrayList<>(stackRules));
    problems = Collections.unmodifiableList(new ArrayList<>(problems));
  }

  /// @param set values that a policy which remediates puts into what is declared, by argument
  public record Rule(String name, StackDeclaration.CheckRule check, SortedMap<String, Value> set) {
    public Rule {
      set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
    }

    /// One that corrects nothing.
    public Rule(String name, StackDeclaration.CheckRule check) {
      this(name, check, new TreeMap<>());
    }
  }
}
