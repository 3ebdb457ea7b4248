package io.keelson.engine.provider;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.List;

/// What a provider sees of an object.
public sealed interface ReadAnswer {
  record Found(Prior object, List<Diagnostic> warnings) implements ReadAnswer {}

  /// The object does not exist. Answered only for certain.
  record Gone() implements ReadAnswer {}

  /// It cannot be told yet whether it exists, or what it is like.
  record Deferred(Deferral deferral) implements ReadAnswer {}

  record Failed(List<Diagnostic> diagnostics) implements ReadAnswer {}
}
