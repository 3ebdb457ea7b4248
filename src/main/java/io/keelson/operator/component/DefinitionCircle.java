package io.keelson.operator.component;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds definitions that contain each other, as they are written now.
final class DefinitionCircle {
  private final Publications publications;
  private final Set<DefinitionKey> seen = new HashSet<>();
  private final Deque<DefinitionKey> way = new ArrayDeque<>();

  DefinitionCircle(Publications publications) {
    this.publications = publications;
  }

  /// The way from a definition back to itself, as text; empty if there is none.
  Optional<String> from(DefinitionKey key) {
    return leadsTo(key, key)
        ? Optional.of(
            way.stream().map(DefinitionKey::toString).collect(Collectors.joining(" → "))
                + " → "
                + key)
        : Optional.empty();
  }

  private boolean leadsTo(DefinitionKey at, DefinitionKey wanted) {
    if (!seen.add(at)) return false;
    var definition = publications.definition(at);
    if (definition.isEmpty()) return false;
    way.addLast(at);
    for (DefinitionKey each : Publications.uses(at, definition.get()))
      if (each.equals(wanted) || leadsTo(each, wanted)) return true;
    way.removeLast();
    return false;
  }
}
