package io.keelson.provider.pulumi;

import com.google.protobuf.ByteString;
import io.keelson.engine.address.InstanceAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Of what providers draw the names that they give to objects. A plan that is made again gives the
/// same names, and the object that takes the place of another one gets another name.
///
/// @param stack which stack it is of all that there ever were
/// @rule R-PRG-5
record RandomSeed(String stack) {
  /// @param prior the object that is there, or whose place is taken
  ByteString of(InstanceAddress at, RecordedObject prior) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (var part : new String[] {stack, at.toString()}) {
        digest.update(part.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
      }
      return ByteString.copyFrom(digest.digest(prior.encode().toArray()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }
}
