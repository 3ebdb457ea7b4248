package io.keelson.engine.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/// A policy as it is written.
///
/// @param types patterns; nothing means all types
public record PolicyDeclaration(
    String name,
    Policy.Level level,
    List<String> types,
    Set<Policy.Action> actions,
    List<Rule> rules,
    List<Rule> stackRules) {
  public PolicyDeclaration {
    types = Collections.unmodifiableList(new ArrayList<>(types));
    rules = Collections.unmodifiableList(new ArrayList<>(rules));
    stackRules = Collections.unmodifiableList(new ArrayList<>(stackRules));
  }

  public record Rule(String name, StackDeclaration.CheckRule check) {}
}
