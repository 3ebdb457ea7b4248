package io.keelson.engine.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// Assertions about a stack that stop nothing: where one does not hold, that is told.
///
/// @param data a data source that only these assertions look at
/// @rule R-COND-9
public record CheckConfig(String name, Optional<ResourceConfig> data, List<CheckRule> assertions) {
  public CheckConfig {
    assertions = Collections.unmodifiableList(new ArrayList<>(assertions));
  }

  /// What the data source and the assertions refer to, without repeats: nothing that is the check's
  /// own.
  public List<Reference> references() {
    var all = new LinkedHashSet<>(CheckRule.references(assertions));
    data.ifPresent(own -> {
      all.removeIf(each -> each.root().equals(new Root.Resource(own.address())));
      all.addAll(own.references());
    });
    return new ArrayList<>(all);
  }
}
