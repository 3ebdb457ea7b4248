package io.keelson.engine.reading;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Prior;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a provider answered to one question. Holds secrets.
///
/// @param question a hash of all that the provider was told, and of its code and configuration
/// @param object what it gave; empty if it said that there is no such object
/// @param secret paths that hold secrets, beside those that the schema and the configuration tell
public record KeptAnswer(
    String question,
    Optional<Prior> object,
    SortedSet<AttributePath> secret,
    List<Diagnostic> warnings) {
  public KeptAnswer {
    secret = Collections.unmodifiableSortedSet(new TreeSet<>(secret));
    warnings = List.copyOf(warnings);
  }

  static KeptAnswer of(String question, Prior object, List<Diagnostic> warnings) {
    return new KeptAnswer(question, Optional.of(object), Collections.emptySortedSet(), warnings);
  }
}
