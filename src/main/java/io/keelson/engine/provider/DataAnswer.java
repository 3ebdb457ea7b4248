package io.keelson.engine.provider;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a data source gives.
public sealed interface DataAnswer {
  /// @param value an object of the data source's type, wholly known and unmarked
  /// @param secret what in it comes from a Secret, beside what the schema says is sensitive
  record Found(Value value, SortedSet<AttributePath> secret, List<Diagnostic> warnings)
      implements DataAnswer {
    public Found {
      secret = Collections.unmodifiableSortedSet(new TreeSet<>(secret));
    }
  }

  /// The data source cannot be read yet.
  record Deferred(Deferral deferral) implements DataAnswer {}

  /// The data source cannot be read, or what it looks for does not exist.
  record Failed(List<Diagnostic> diagnostics) implements DataAnswer {}
}
