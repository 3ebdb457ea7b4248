package io.keelson.engine.provider;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.Completion;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a provider sees of an object.
public sealed interface ReadAnswer {
  /// @param secret paths that hold what came from a Secret now, whatever they held before
  /// @param completion whether the object is finished
  record Found(
      Prior object,
      SortedSet<AttributePath> secret,
      Completion completion,
      List<Diagnostic> warnings)
      implements ReadAnswer {
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
  record Gone() implements ReadAnswer {}

  /// The provider cannot tell yet whether the object exists, or what it is like.
  record Deferred(Deferral deferral) implements ReadAnswer {}

  record Failed(List<Diagnostic> diagnostics) implements ReadAnswer {}
}
