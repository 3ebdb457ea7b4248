package io.keelson.engine.config;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.diagnostic.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// Assertions about a stack that stop nothing: where one does not hold, that is told.
///
/// @param in the instance of a component whose check it is
/// @param data a data source that only these assertions look at
/// @rule R-COND-9
public record CheckConfig(
    String name, ComponentInstance in, Optional<ResourceConfig> data, List<CheckRule> assertions) {
  /// What the subjects of checks in components have behind the component.
  public static final String IN_COMPONENT = ".check";

  /// A check of the stack, or one of a component's body.
  public CheckConfig(String name, Optional<ResourceConfig> data, List<CheckRule> assertions) {
    this(name, ComponentInstance.ROOT, data, assertions);
  }

  public CheckConfig {
    assertions = Collections.unmodifiableList(new ArrayList<>(assertions));
  }

  /// This check of a component's body, for one instance of the component.
  ///
  /// @rule R-CMP-7
  public CheckConfig within(ComponentInstance instance) {
    return new CheckConfig(
        name,
        instance,
        data.map(each -> each.within(instance.path())),
        CheckRule.within(instance.path(), assertions));
  }

  /// The same, whose data source uses another provider configuration.
  public CheckConfig using(String configuration) {
    return new CheckConfig(name, in, data.map(each -> each.using(configuration)), assertions);
  }

  /// The provider configuration that its data source uses; in a definition, the slot.
  public Optional<String> providerConfiguration() {
    return data.flatMap(ResourceConfig::providerConfiguration);
  }

  public Subject subject() {
    return Subject.part(in.keys().isEmpty() ? "check" : in + IN_COMPONENT, name);
  }

  /// What the data source and the assertions refer to, without repeats: nothing that is the check's
  /// own.
  public List<Reference> references() {
    var all = new LinkedHashSet<>(CheckRule.references(assertions));
    data.ifPresent(own -> {
      all.removeIf(each -> each.root().equals(new Root.Resource(own.address().local())));
      all.addAll(own.references());
    });
    return new ArrayList<>(all);
  }
}
