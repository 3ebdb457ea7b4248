package io.keelson.testing;

import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.schema.Schema;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// A resource type made up for a test. Objects are told apart by their computed attribute `id`.
///
/// @param requiresReplace attributes that cannot change on a living object
/// @param recomputed computed attributes that get a new value with every update
public record FakeType(
    String name,
    Schema schema,
    SortedSet<String> requiresReplace,
    SortedSet<String> recomputed,
    CreateRecovery recovery) {
  public FakeType {
    requiresReplace = Collections.unmodifiableSortedSet(new TreeSet<>(requiresReplace));
    recomputed = Collections.unmodifiableSortedSet(new TreeSet<>(recomputed));
  }
}
