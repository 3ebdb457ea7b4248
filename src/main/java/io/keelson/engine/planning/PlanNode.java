package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.snapshot.Departure;
import java.util.Optional;

/// One visit of the planning walk.
sealed interface PlanNode {
  /// A declared resource; expands into its instances and what is left of earlier ones.
  record Declared(ResourceAddress resource) implements PlanNode {
    @Override
    public Optional<InstanceAddress> instance() {
      return Optional.empty();
    }
  }

  record Instance(ResourceConfig config, Expansion.Member member) implements PlanNode {

    @Override
    public ResourceAddress resource() {
      return config.address();
    }

    @Override
    public Optional<InstanceAddress> instance() {
      return Optional.of(config.address().instance(member.key()));
    }
  }

  record Departing(Departure departure) implements PlanNode {
    @Override
    public ResourceAddress resource() {
      return departure.object().instance().resource();
    }

    @Override
    public Optional<InstanceAddress> instance() {
      return Optional.of(departure.object().instance());
    }
  }

  ResourceAddress resource();

  /// The instance that the visit is about; empty where it is about a whole resource.
  Optional<InstanceAddress> instance();

  default Subject subject() {
    return instance().map(Subject::of).orElseGet(() -> Subject.of(resource()));
  }
}
