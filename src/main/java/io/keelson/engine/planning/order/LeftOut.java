package io.keelson.engine.planning.order;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.snapshot.Selection;
import io.keelson.engine.state.StackState;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The recorded instances that a limited plan is not about. They stay as they are, and so does what
/// they were made with: unless they are declared still, and so is what they use, so that a later
/// plan may find that they use another instance of it.
///
/// @param declared whether each is declared still; what cannot be told counts as not declared
/// @rule R-TGT-2
public record LeftOut(StackConfig config, SortedMap<InstanceAddress, Boolean> declared) {
  public LeftOut {
    declared = Collections.unmodifiableSortedMap(new TreeMap<>(declared));
  }

  /// @param expansions of all resources that were looked at
  public static LeftOut of(
      StackConfig config,
      StackState settled,
      Selection selection,
      Map<ResourceAddress, Expansion> expansions) {
    var declared = new TreeMap<InstanceAddress, Boolean>();
    if (selection.isLimited())
      for (InstanceAddress at : settled.instances().keySet())
        if (!selection.includes(at)) declared.put(at, isDeclared(at, config, expansions));
    return new LeftOut(config, declared);
  }

  private static boolean isDeclared(
      InstanceAddress at, StackConfig config, Map<ResourceAddress, Expansion> expansions) {
    var expansion = expansions.get(at.resource());
    if (expansion != null) return expansion.members().containsKey(at.key());
    // Without an expansion only what has no key, and can have none, is known to be declared.
    var path = at.resource().in();
    for (int depth = 1; depth <= path.depth(); depth++)
      if (!isOnly(config.repetition(path.first(depth)), at.key().components().get(depth - 1)))
        return false;
    return isOnly(config.repetition(at.resource()), at.key().own());
  }

  private static boolean isOnly(Optional<Repetition> repetition, InstanceKey key) {
    return key instanceof InstanceKey.None
        && repetition.filter(Repetition.Single.class::isInstance).isPresent();
  }

  boolean isEmpty() {
    return declared.isEmpty();
  }

  /// Those that were made with an object, as far as that is recorded.
  Stream<InstanceAddress> users(InstanceAddress of, StackState recorded) {
    boolean stays = config.declares(of.resource());
    return declared.entrySet().stream()
        .filter(each -> !(stays && each.getValue()))
        .map(Map.Entry::getKey)
        .filter(user ->
            HeldClosure.madeWith(recorded.instance(user))
                .anyMatch(need -> need.resource().equals(of.resource()) && need.relates(user, of)));
  }
}
