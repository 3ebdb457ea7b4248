package io.keelson.engine.plan;

import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.Set;

/// Chooses the key under which an object is set aside. It is derived from the object, so that
/// planning the same again gives the same plan.
public final class DeposedKeys {
  private static final int DIGITS = 8;

  private DeposedKeys() {}

  /// @param taken keys of other deposed objects of the instance
  public static DeposedKey choose(
      InstanceAddress at, Value prior, Set<DeposedKey> taken, Bytes secret) {
    String hash =
        new ContentHash(secret).text(at.toString()).value(prior, Collections.emptySet()).hex();
    var key = new DeposedKey(hash.substring(0, DIGITS));
    while (taken.contains(key)) {
      hash = new ContentHash(secret).text(hash).hex();
      key = new DeposedKey(hash.substring(0, DIGITS));
    }
    return key;
  }
}
