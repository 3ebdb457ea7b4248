package io.keelson.operator.stack.gate;

import io.keelson.engine.address.ResourceAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Delays calling instances orphans: a Resource that vanished may be back in a moment.
public final class RemovalGrace {
  private final SortedMap<ResourceAddress, Instant> vanished = new TreeMap<>();
  private final SortedSet<ResourceAddress> confirmed = new TreeSet<>();

  /// Notes which recorded resources are declared now.
  ///
  /// @param declared whether an address is declared
  void note(SortedSet<ResourceAddress> recorded, Predicate<ResourceAddress> declared, Instant now) {
    vanished.keySet().removeIf(address -> declared.test(address) || !recorded.contains(address));
    confirmed.retainAll(vanished.keySet());
    for (ResourceAddress address : recorded)
      if (!declared.test(address)) vanished.putIfAbsent(address, now);
  }

  /// The resources that are still waited for.
  SortedSet<ResourceAddress> waiting(Duration grace, Instant now) {
    var waiting = new TreeSet<ResourceAddress>();
    vanished.forEach((address, since) -> {
      if (now.isBefore(since.plus(grace))) waiting.add(address);
    });
    return waiting;
  }

  /// The resources whose time is over, but whose absence no quorum list has confirmed yet.
  SortedSet<ResourceAddress> unconfirmed(Duration grace, Instant now) {
    var over = new TreeSet<>(vanished.keySet());
    over.removeAll(waiting(grace, now));
    over.removeAll(confirmed);
    return over;
  }

  void confirm(SortedSet<ResourceAddress> absent) {
    confirmed.addAll(absent);
  }

  /// The time at which the next wait is over.
  Optional<Instant> next(Duration grace, Instant now) {
    return vanished.values().stream()
        .map(since -> since.plus(grace))
        .filter(now::isBefore)
        .min(Instant::compareTo);
  }
}
