package io.keelson.engine.provider;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.Completion;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a provider sees of an object.
public sealed interface Sighting {
  /// @param secret paths that hold what came from a Secret now, whatever they held before
  /// @param completion whether the object is finished
  record Found(
      Prior object,
      SortedSet<AttributePath> secret,
      Completion completion,
      List<Diagnostic> warnings)
      implements Sighting {
    public Found {
      secret = Collections.unmodifiableSortedSet(new TreeSet<>(secret));
    }

    public Found(Prior object, List<Diagnostic> warnings) {
      this(object, Collections.emptySortedSet(), warnings);
    }

    public Found(Prior object, SortedSet<AttributePath> secret, List<Diagnostic> warnings) {
      this(object, secret, Completion.UNTOLD, warnings);
    }
  }

  /// The object does not exist. Answered only for certain.
  record Gone() implements Sighting {}
}
