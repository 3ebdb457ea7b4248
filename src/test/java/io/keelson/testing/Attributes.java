package io.keelson.testing;

import io.keelson.engine.schema.Attribute;

/// Attributes as no provider of our own has them.
public final class Attributes {
  private Attributes() {}

  /// The same attribute, handed to the provider but never stored.
  public static Attribute writeOnly(Attribute attribute) {
    return new Attribute(attribute.shape(), attribute.presence(), attribute.sensitive(), true);
  }
}
