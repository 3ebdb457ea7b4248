package io.keelson.engine.provider;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The result of opening, renewing or closing an ephemeral resource.
public sealed interface EphemeralAnswer {
  /// The resource can be used until it is closed.
  ///
  /// @param value an object of the type's schema, wholly known; never to be stored
  /// @param lease what the provider wants back
  record Opened(Value value, Lease lease, List<Diagnostic> warnings) implements EphemeralAnswer {}

  /// The resource stays open, or is closed.
  ///
  /// @param lease takes the place of the one before
  record Held(Lease lease, List<Diagnostic> warnings) implements EphemeralAnswer {}

  /// The resource cannot be opened yet. Only answered to opening.
  record Deferred(Deferral deferral) implements EphemeralAnswer {}

  record Failed(List<Diagnostic> diagnostics) implements EphemeralAnswer {}

  /// @param privateData opaque, handed back to renew and to close
  /// @param renewAt when it has to be renewed at the latest; empty if it never has to
  record Lease(Bytes privateData, Optional<Instant> renewAt) {}
}
