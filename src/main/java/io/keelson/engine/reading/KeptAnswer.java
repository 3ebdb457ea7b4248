package io.keelson.engine.reading;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.state.Completion;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a provider answered to one question. Holds secrets.
///
/// @param question a hash of all that the provider was told, and of its code and configuration
/// @param object the object of the answer; empty if the provider said that there is none
/// @param secret paths that hold secrets, beside those that the schema and the configuration tell
/// @param completion whether the provider said that the object is finished
public record KeptAnswer(
    String question,
    Optional<Prior> object,
    SortedSet<AttributePath> secret,
    Completion completion,
    List<Diagnostic> warnings) {
  public KeptAnswer {
    secret = Collections.unmodifiableSortedSet(new TreeSet<>(secret));
    warnings = List.copyOf(warnings);
  }

  /// The answer of a provider that does not say whether the object is finished.
  public KeptAnswer(
      String question,
      Optional<Prior> object,
      SortedSet<AttributePath> secret,
      List<Diagnostic> warnings) {
    this(question, object, secret, Completion.UNTOLD, warnings);
  }

  static KeptAnswer of(String question, Prior object, List<Diagnostic> warnings) {
    return new KeptAnswer(question, Optional.of(object), Collections.emptySortedSet(), warnings);
  }
}
