package io.keelson.testing;

import io.keelson.engine.provider.Deferral;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a call to a [FakeProvider] does instead of what it should.
public sealed interface Misbehaviour {
  /// Reports an error.
  ///
  /// @param object empty if nothing was done; else the object was made or changed all the same,
  ///   with these attributes unlike what was planned
  record Fails(String message, Optional<SortedMap<String, Value>> object) implements Misbehaviour {}

  /// Reports an error, and does not say that the object was made or changed all the same.
  record FailsUntold(String message) implements Misbehaviour {}

  /// Succeeds, with these attributes unlike what they should be.
  record Answers(SortedMap<String, Value> different) implements Misbehaviour {
    public Answers {
      different = Collections.unmodifiableSortedMap(new TreeMap<>(different));
    }
  }

  /// Reports success and gives no object; a destruction leaves its object and says so.
  record AnswersNothing() implements Misbehaviour {}

  /// Says that it cannot tell yet.
  record Defers(Deferral.Reason reason) implements Misbehaviour {
    Deferral deferral() {
      return new Deferral(reason, List.of());
    }
  }

  /// No answer comes.
  ///
  /// @param done whether the work was done
  record Lost(boolean done) implements Misbehaviour {}

  /// The call does not reach the provider.
  record NotSent() implements Misbehaviour {}

  /// Ends with an exception.
  record Throws() implements Misbehaviour {}
}
