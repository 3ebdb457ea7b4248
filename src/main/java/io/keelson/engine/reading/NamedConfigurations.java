package io.keelson.engine.reading;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.reading.ConfiguredProviders.Purpose;
import io.keelson.engine.reading.ProviderSetup.Setup;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.value.Bytes;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/// What the name of a provider configuration stands for in one run: what is declared, or what was
/// used last where that waits for something, or where all is destroyed. Notes what waits, and what
/// was used.
///
/// @rule R-UNK-12
final class NamedConfigurations {
  private final Purpose purpose;
  private final ProviderSetup setup;
  private final Snapshot snapshot;
  private final FormerSystems former;
  private final LeftSystems left;
  private final SortedSet<String> pending;
  private final SortedMap<String, Bytes> used = new ConcurrentSkipListMap<>();

  /// @param pending those of which the plan says that they wait; more are found out
  NamedConfigurations(
      Purpose purpose, ProviderSetup setup, Snapshot snapshot, SortedSet<String> pending) {
    this.purpose = purpose;
    this.setup = setup;
    this.snapshot = snapshot;
    this.pending = new ConcurrentSkipListSet<>(pending);
    this.former = new FormerSystems(setup, snapshot.config(), name -> !refers(name));
    this.left = new LeftSystems(former, snapshot.config(), used);
  }

  FormerSystems former() {
    return former;
  }

  LeftSystems left() {
    return left;
  }

  /// For new objects: nothing but what is declared says where they will be.
  Setup asDeclared(String name) {
    var current = current(name);
    boolean waits = purpose == Purpose.PLANNING && pending.contains(name);
    return waits ? setup.asDeclared(name) : current;
  }

  /// For what is created, updated or read in the turn of its resource.
  Setup current(String name) {
    if (!setup.isDeclared(name)) return setup.asBefore(name);
    if (purpose == Purpose.PLANNING_TO_DESTROY && refers(name)) {
      pending.add(name);
      return setup.asBefore(name);
    }
    var declared = setup.asDeclared(name);
    if (!(declared instanceof Setup.Ready ready)) return orAsBefore(name, declared);
    if (ready.json().isPresent()) {
      // The plan has no replacements for a configuration that was not known when it was made.
      var usable = left.inPlace(name, ready, !pending.contains(name));
      if (usable == ready) used.put(name, ready.json().get());
      return usable;
    }
    pending.add(name);
    if (purpose == Purpose.APPLYING) return new Setup.Failed(List.of(ProviderSetup.open(name)));
    return setup.wasUsed(name) ? setup.asBefore(name) : declared;
  }

  /// When all is destroyed, what the declared configuration needs may be gone already. Then the
  /// configuration that was last used is used again.
  private Setup orAsBefore(String name, Setup failed) {
    if (purpose != Purpose.PLANNING_TO_DESTROY || !setup.wasUsed(name)) return failed;
    if (!(setup.asBefore(name) instanceof Setup.Ready before)) return failed;
    pending.add(name);
    return before;
  }

  /// For objects that exist, at any time.
  Setup existing(String name) {
    boolean waits = purpose == Purpose.APPLYING ? pending.contains(name) : refers(name);
    return waits ? setup.asBefore(name) : current(name);
  }

  /// Whether a configuration depends on resources. An ephemeral one is opened at any time, unless
  /// it depends on others itself.
  private boolean refers(String name) {
    return needs(name).stream()
        .anyMatch(each ->
            each.mode() != ResourceAddress.Mode.EPHEMERAL
                || !snapshot.dependencies().isSelfSufficient(each));
  }

  /// The resources that a configuration refers to.
  SortedSet<ResourceAddress> needs(String name) {
    var declared = snapshot.config().providerConfigurations().get(name);
    return declared == null
        ? Collections.emptySortedSet()
        : snapshot.dependencies().behind(declared.references());
  }

  boolean isPending(String name) {
    return pending.contains(name);
  }

  /// Those that depend on something that is yet to be done.
  SortedSet<String> pending() {
    return Collections.unmodifiableSortedSet(pending);
  }

  /// Those that are wholly known and were used so far, by name.
  SortedMap<String, Bytes> used() {
    return Collections.unmodifiableSortedMap(used);
  }
}
