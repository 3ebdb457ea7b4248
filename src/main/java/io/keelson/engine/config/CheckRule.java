package io.keelson.engine.config;

import io.keelson.engine.address.AttributePath;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Something that has to hold, with what to tell where it does not.
///
/// @param condition gives a bool
/// @param errorMessage gives a string; evaluated only where the condition does not hold
/// @param path where the rule is declared, such as `lifecycle.preconditions[0]`
public record CheckRule(Expression condition, Expression errorMessage, AttributePath path) {

  /// What these rules refer to, without repeats.
  static Set<Reference> references(List<CheckRule> rules) {
    var all = new LinkedHashSet<Reference>();
    for (CheckRule rule : rules) {
      all.addAll(rule.condition().references());
      all.addAll(rule.errorMessage().references());
    }
    return all;
  }
}
