package io.keelson.engine.provider;

import java.util.function.Supplier;

/// A provider threw an exception instead of answering. Any other exception is a fault of Keelson.
public final class ProviderThrew extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String provider;

  private ProviderThrew(String provider, RuntimeException cause) {
    super(cause);
    this.provider = provider;
  }

  /// The name of the provider.
  public String provider() {
    return provider;
  }

  /// The answer of a call.
  ///
  /// @throws ProviderThrew in the place of any other exception
  static <T> T unless(String provider, Supplier<T> call) {
    try {
      return call.get();
    } catch (ProviderThrew e) {
      throw e;
    } catch (RuntimeException e) {
      throw new ProviderThrew(provider, e);
    }
  }
}
