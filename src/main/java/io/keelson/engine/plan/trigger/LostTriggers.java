package io.keelson.engine.plan.trigger;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.state.StackState;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/// Finds the changes whose triggers would be lost: they replace an object that the plan leaves
/// alone because of a problem. Triggers have no memory: once the problem is mended, nothing would
/// change any more, and nothing would be replaced.
///
/// What a provider defers has no problem, and may wait for the very change.
///
/// @rule R-RTB-3
/// @rule R-PLAN-52
public final class LostTriggers {
  private final StackConfig config;
  private final StackState settled;
  private final ReplaceTriggers triggers;

  /// @param settled what is recorded, at its new addresses
  /// @param changes of the instances that could be planned, by resource and key
  public LostTriggers(
      StackConfig config,
      StackState settled,
      Map<ResourceAddress, ? extends Map<InstanceKey, Change>> changes) {
    this.config = config;
    this.settled = settled;
    this.triggers = new ReplaceTriggers(changes);
  }

  /// Of a plan.
  public static LostTriggers in(Plan plan, StackConfig config) {
    var changes = new TreeMap<ResourceAddress, SortedMap<InstanceKey, Change>>();
    plan.changes()
        .forEach((object, change) -> {
          var at = object.instance();
          if (object.deposed().isEmpty())
            changes.computeIfAbsent(at.resource(), _ -> new TreeMap<>()).put(at.key(), change);
        });
    return new LostTriggers(config, plan.refreshed(), changes);
  }

  /// The instances whose changes replace something that is left out of a part of the plan, each
  /// with one of what it replaces.
  ///
  /// @param leftOut which instances are
  /// @param included which changes the part has
  public SortedMap<InstanceAddress, InstanceAddress> of(
      Predicate<InstanceAddress> leftOut, Predicate<Change> included) {
    var lost = new TreeMap<InstanceAddress, InstanceAddress>();
    var declared = declared();
    if (declared.isEmpty()) return lost;
    settled
        .instances()
        .forEach((user, instance) -> {
          var entries = declared.getOrDefault(user.resource(), List.of());
          if (entries.isEmpty() || instance.current().isEmpty() || !leftOut.test(user)) return;
          triggers
              .firing(entries, user, included.negate())
              .forEach(at -> lost.putIfAbsent(at, user));
        });
    return lost;
  }

  /// What is declared to replace something, by what is replaced.
  private SortedMap<ResourceAddress, List<Reference>> declared() {
    var declared = new TreeMap<>(config.frozen().triggers());
    config
        .resources()
        .forEach((address, resource) -> {
          var entries = resource.lifecycle().replaceTriggeredBy();
          if (!entries.isEmpty()) declared.put(address, entries);
        });
    return declared;
  }

  /// Why a change has to wait.
  ///
  /// @param user what it replaces, of which there is a problem
  public static Diagnostic problem(InstanceAddress at, InstanceAddress user) {
    return Diagnostic.error(
        Code.TRIGGER,
        Subject.of(at),
        "Waits for what it replaces",
        "A change of %s replaces %s, which cannot be planned now: its replacement would be forgotten. Mend what is wrong with %s, or take %s out of its lifecycle.replaceTriggeredBy."
            .formatted(at, user, user.resource(), at.resource()));
  }
}
