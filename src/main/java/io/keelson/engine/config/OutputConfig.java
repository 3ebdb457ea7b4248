package io.keelson.engine.config;

import io.keelson.engine.address.ResourceAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// One declared output.
///
/// @param sensitive whether the declaration says that the value is secret
/// @param preconditions what has to hold before it gets a value
/// @param dependsOn resources that come first although neither value nor conditions name them
public record OutputConfig(
    String name,
    Expression value,
    boolean sensitive,
    List<CheckRule> preconditions,
    SortedSet<ResourceAddress> dependsOn) {
  public OutputConfig {
    dependsOn = Collections.unmodifiableSortedSet(new TreeSet<>(dependsOn));
    preconditions = Collections.unmodifiableList(new ArrayList<>(preconditions));
  }

  /// What the value and the conditions refer to, without repeats.
  public List<Reference> references() {
    var all = new LinkedHashSet<>(value.references());
    all.addAll(CheckRule.references(preconditions));
    return new ArrayList<>(all);
  }
}
