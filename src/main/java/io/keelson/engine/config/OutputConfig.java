package io.keelson.engine.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;

/// One declared output.
///
/// @param sensitive whether the declaration says that the value is secret
/// @param preconditions what has to hold before it gets a value
/// @param dependsOn resources and components that come first although neither value nor conditions
///   name them
public record OutputConfig(
    String name,
    Expression value,
    boolean sensitive,
    List<CheckRule> preconditions,
    List<Root> dependsOn) {
  public OutputConfig {
    dependsOn = Collections.unmodifiableList(new ArrayList<>(dependsOn));
    preconditions = Collections.unmodifiableList(new ArrayList<>(preconditions));
  }

  /// This output after further resources and components.
  OutputConfig after(List<Root> others) {
    var all = new ArrayList<>(dependsOn);
    all.addAll(others);
    return new OutputConfig(name, value, sensitive, preconditions, all);
  }

  /// What the value and the conditions refer to, without repeats.
  public List<Reference> references() {
    var all = new LinkedHashSet<>(value.references());
    all.addAll(CheckRule.references(preconditions));
    return new ArrayList<>(all);
  }
}
