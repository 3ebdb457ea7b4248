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
  /// @param sensitive what in it is secret, beside what the schema says
  record Found(Value value, SortedSet<AttributePath> sensitive, List<Diagnostic> warnings)
      implements DataAnswer {
    public Found {
      sensitive = Collections.unmodifiableSortedSet(new TreeSet<>(sensitive));
    }
  }

  /// It cannot be read yet.
  record Deferred(Deferral deferral) implements DataAnswer {}

  /// It cannot be read, or what it looks for does not exist.
  record Failed(List<Diagnostic> diagnostics) implements DataAnswer {}
}
