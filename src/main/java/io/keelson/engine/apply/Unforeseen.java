package io.keelson.engine.apply;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Compatibility;
import io.keelson.engine.plan.Change;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Value;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which objects have come out otherwise than the plan showed them. Their providers may do that.
///
/// @rule R-PRG-4
record Unforeseen(ApplyRun run) {
  /// Those that a declaration refers to.
  SortedSet<InstanceAddress> usedBy(ResourceConfig config) {
    var used = new TreeSet<InstanceAddress>();
    for (var referee : run.snapshot().config().closure().of(config))
      run.plan().changes().keySet().stream()
          .map(ObjectRef::instance)
          .filter(at -> isMeant(at, referee.resource()))
          .filter(at -> referee.key().stream().allMatch(at.key()::equals))
          .filter(this::isOtherwise)
          .forEach(used::add);
    return used;
  }

  private static boolean isMeant(InstanceAddress at, ResourceAddress resource) {
    return at.resource().equals(resource) && resource.mode() == ResourceAddress.Mode.MANAGED;
  }

  private boolean isOtherwise(InstanceAddress at) {
    var planned = run.change(ObjectRef.current(at)).flatMap(Change::after);
    var made = run.applied().value(at);
    return planned.isPresent() && made.isPresent() && isOtherwise(at, planned.get(), made.get());
  }

  private boolean isOtherwise(InstanceAddress at, Value planned, Value made) {
    Optional<Provider> provider = run.providers().toConverge(at.resource());
    return provider
        .flatMap(each -> each.schema(at.resource().type()))
        .filter(schema ->
            !Compatibility.check(
                    schema,
                    Subject.of(at),
                    provider.get().name(),
                    planned.unmark().value(),
                    made.unmark().value())
                .isEmpty())
        .isPresent();
  }
}
