package io.keelson.engine.provider;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// What a provider knows of an object that is to be taken over.
public sealed interface ImportAnswer {
  /// @param object enough of it to read the rest; wholly known
  /// @param secret paths that hold secrets, beside those that the schema and the configuration tell
  record Found(Prior object, SortedSet<AttributePath> secret, List<Diagnostic> warnings)
      implements ImportAnswer {
    public Found {
      secret = Collections.unmodifiableSortedSet(new TreeSet<>(secret));
    }

    /// An object without secrets of its own.
    public Found(Prior object) {
      this(object, new TreeSet<>(), List.of());
    }
  }

  /// The answer of a provider that tells objects of a type apart by nothing but their id.
  static ImportAnswer noIdentity(String type) {
    return new Failed(
        List.of(
            Diagnostic.error(
                Code.IMPORT,
                Subject.stack(),
                "Type has no identity",
                "Objects of type "
                    + type
                    + " have no identity to be found by. Import the object by its id.")));
  }

  /// There is no such object. Answered only for certain.
  record Absent() implements ImportAnswer {}

  /// The provider cannot tell yet.
  record Deferred(Deferral deferral) implements ImportAnswer {}

  /// The object cannot be looked up now, the import key is not usable, or objects of the type
  /// cannot be taken over.
  record Failed(List<Diagnostic> diagnostics) implements ImportAnswer {}
}
