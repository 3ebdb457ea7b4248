package io.keelson.provider.plugin.schema;

/// A schema that contradicts the protocol: the provider is itself broken.
public final class BrokenSchema extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param what it is about, such as `resource type time_static`
  /// @param why a clause
  public BrokenSchema(String what, String why) {
    super("the provider's schema of " + what + " cannot be used: " + why);
  }
}
