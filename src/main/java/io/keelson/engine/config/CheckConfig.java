package io.keelson.engine.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Assertions about a stack that stop nothing: where one does not hold, that is told.
///
/// @rule R-COND-9
public record CheckConfig(String name, List<CheckRule> assertions) {
  public CheckConfig {
    assertions = Collections.unmodifiableList(new ArrayList<>(assertions));
  }

  /// What the assertions refer to, without repeats.
  public List<Reference> references() {
    return new ArrayList<>(CheckRule.references(assertions));
  }
}
