package io.keelson.operator.stack.report;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.operator.status.Durations;
import io.keelson.operator.status.Names;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;

/// The sentence about data sources that give something else since the last apply.
final class PutOff {
  private PutOff() {}

  /// @param changed the data sources
  /// @param next when everything is read again; empty if that is never
  /// @return empty if none has changed
  static Optional<String> told(SortedSet<InstanceAddress> changed, Optional<Instant> next) {
    if (changed.isEmpty()) return Optional.empty();
    var names = Names.of(changed.stream().map(InstanceAddress::toString).toList());
    return Optional.of(
        "%s %s something else since the last apply. What follows from that is planned %swhen something is declared anew, or a Run asks for it."
            .formatted(
                names,
                changed.size() == 1 ? "gives" : "give",
                next.map(time -> "at " + Durations.shown(time) + ", or before that ").orElse("")));
  }
}
