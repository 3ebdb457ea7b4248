package io.keelson.engine.reading;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.state.ProviderKey;
import java.util.List;

/// The provider that can tell what became of a create that was never finished.
public sealed interface Maker {
  /// @param key of the provider, as it is stored with the object
  record Known(Provider provider, ProviderKey key) implements Maker {}

  /// @param problems why no provider can tell; empty if none has the type
  record Unreachable(List<Diagnostic> problems) implements Maker {}
}
