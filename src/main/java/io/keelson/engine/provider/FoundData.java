package io.keelson.engine.provider;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a data source gives.
///
/// @param value an object of the data source's type, wholly known and unmarked
/// @param secret what in it comes from a Secret, beside what the schema says is sensitive
public record FoundData(Value value, SortedSet<AttributePath> secret, List<Diagnostic> warnings) {
  public FoundData {
    secret = Collections.unmodifiableSortedSet(new TreeSet<>(secret));
  }
}
