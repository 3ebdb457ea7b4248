package io.keelson.engine.evaluation;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Evaluated;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// Says which resources of a stack may be expanded, so that no more instances are made than may be.
///
/// Most resources say how many they are without asking any other: these are counted before anything
/// is planned, those first that have records, in address order. The others are counted in their
/// turn, from what is left.
///
/// @rule R-LIM-1
/// @rule R-LIM-2
public final class InstanceQuota {
  private final Limits limits;

  /// Those that were counted before, with the instances that the stack had already at their turn.
  private final Map<ResourceAddress, Integer> before = new HashMap<>();

  private final AtomicInteger taken = new AtomicInteger();
  private volatile boolean exhausted;

  private InstanceQuota(Limits limits) {
    this.limits = limits;
  }

  /// @param expander asked for as many of them as can be told
  /// @param included which resources are planned
  public static InstanceQuota of(
      Limits limits,
      StackConfig config,
      StackState recorded,
      Expander expander,
      Predicate<ResourceAddress> included) {
    var quota = new InstanceQuota(limits);
    for (ResourceConfig resource : inOrder(config, recorded, included))
      quota.count(resource.address(), Expansion.size(room -> expander.expansion(resource, room)));
    return quota;
  }

  /// Makes the instances of a resource.
  public interface Expander {
    Expansion.Outcome expansion(ResourceConfig resource, Expansion.Room room);
  }

  /// How many instances a stack declares, as far as that is told without asking any resource, or
  /// has already.
  public static int told(Limits limits, StackConfig config, StackState recorded) {
    var nothing =
        new ResourceValues(
            _ -> new Expansion.Outcome.Failed(List.of()), _ -> Evaluated.failed(), _ -> true);
    var scope = new StackScope(config, nothing, limits::objection);
    var quota = of(limits, config, recorded, scope::expansion, _ -> true);
    return Math.max(quota.taken.get(), recorded.instances().size());
  }

  private static List<ResourceConfig> inOrder(
      StackConfig config, StackState recorded, Predicate<ResourceAddress> included) {
    var closure = config.closure();
    var counted = new ArrayList<ResourceConfig>();
    for (ResourceConfig resource : config.resources().values())
      if (included.test(resource.address()) && closure.ofRepetition(resource).isEmpty())
        counted.add(resource);
    counted.sort(
        Comparator.comparing((ResourceConfig resource) ->
                resource.address().instancesIn(recorded.instances()).isEmpty())
            .thenComparing(ResourceConfig::address));
    return counted;
  }

  private void count(ResourceAddress resource, int instances) {
    before.put(resource, taken.get());
    if (instances <= Math.min(limits.perResource(), limits.ofStack() - taken.get()))
      taken.addAndGet(instances);
  }

  /// What the instances of one resource are made by, once.
  public Expansion.Room of(ResourceAddress resource) {
    return (instances, countText) ->
        limits.objection(instances, countText).or(() -> objection(resource, instances, countText));
  }

  private Optional<String> objection(ResourceAddress resource, int instances, String countText) {
    var earlier = before.get(resource);
    if (earlier != null)
      return instances <= limits.ofStack() - earlier
          ? Optional.empty()
          : Optional.of(limits.exhausted(countText, earlier));
    while (true) {
      int others = taken.get();
      if (instances > limits.ofStack() - others) {
        exhausted = true;
        return Optional.of(limits.exhausted(countText, others));
      }
      if (taken.compareAndSet(others, others + instances)) return Optional.empty();
    }
  }

  /// Whether it depended on who came first that a resource was refused.
  public boolean isContended() {
    return exhausted;
  }
}
