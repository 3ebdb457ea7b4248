package io.keelson.operator.state;

import io.keelson.engine.value.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Encrypts the secret parts of records with a Stack's key: AES-256-GCM.
///
/// A sealed part opens only in the record, at the serial and under the name it was sealed for, so
/// it can neither be moved elsewhere nor be replaced by an older one.
public final class Sealer {
  public static final int KEY_LENGTH = 32;

  private static final byte FORMAT = 1;
  private static final int NONCE_LENGTH = 12;
  private static final int TAG_BITS = 128;
  private static final int FINGERPRINT_LENGTH = 16;

  private final Bytes key;
  private final SecureRandom random;

  /// The key does not open a part: it was sealed with another one, or altered.
  static final class CannotOpen extends Exception {
    private static final long serialVersionUID = 1L;

    CannotOpen() {
      super("the key of the Stack does not open this part");
    }
  }

  /// The place of a sealed part.
  record Place(String uid, long serial, String part) {
    private byte[] bytes() {
      return (uid + "\n" + serial + "\n" + part).getBytes(StandardCharsets.UTF_8);
    }
  }

  public Sealer(Bytes key, SecureRandom random) {
    if (key.size() != KEY_LENGTH)
      throw new IllegalArgumentException("a key has " + KEY_LENGTH + " bytes");
    this.key = key;
    this.random = random;
  }

  String seal(Bytes content, Place place) {
    var nonce = new byte[NONCE_LENGTH];
    random.nextBytes(nonce);
    try {
      var sealed = cipher(Cipher.ENCRYPT_MODE, nonce, place).doFinal(content.toArray());
      var all =
          ByteBuffer.allocate(1 + NONCE_LENGTH + sealed.length)
              .put(FORMAT)
              .put(nonce)
              .put(sealed)
              .array();
      return Base64.getEncoder().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has AES-GCM", e);
    }
  }

  Bytes open(String sealed, Place place) throws CannotOpen {
    try {
      var all = Base64.getDecoder().decode(sealed);
      if (all.length <= 1 + NONCE_LENGTH || all[0] != FORMAT) throw new CannotOpen();
      var nonce = Arrays.copyOfRange(all, 1, 1 + NONCE_LENGTH);
      var content = Arrays.copyOfRange(all, 1 + NONCE_LENGTH, all.length);
      return Bytes.of(cipher(Cipher.DECRYPT_MODE, nonce, place).doFinal(content));
    } catch (AEADBadTagException | IllegalArgumentException e) {
      throw new CannotOpen();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has AES-GCM", e);
    }
  }

  private Cipher cipher(int mode, byte[] nonce, Place place) throws GeneralSecurityException {
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode, new SecretKeySpec(key.toArray(), "AES"), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(place.bytes());
    return cipher;
  }

  /// A text that differs between keys and reveals nothing about the key.
  static String fingerprint(Bytes key) {
    var print = new Sealer(key, new SecureRandom()).derive("fingerprint").toArray();
    return HexFormat.of().formatHex(print, 0, FINGERPRINT_LENGTH);
  }

  /// The fingerprint of this sealer's key.
  String fingerprint() {
    return fingerprint(key);
  }

  /// Seals a text that belongs to one plan of the Stack.
  ///
  /// @param home names the Stack and its account
  public String sealForPlan(Bytes content, String home, String digest) {
    return seal(content, new Place(home, 0, "plan " + digest));
  }

  /// The text that [#sealForPlan] sealed; empty if it was sealed for something else or with another
  /// key.
  public Optional<Bytes> openForPlan(String sealed, String home, String digest) {
    try {
      return Optional.of(open(sealed, new Place(home, 0, "plan " + digest)));
    } catch (CannotOpen e) {
      return Optional.empty();
    }
  }

  /// A key for another purpose, from which the sealing key cannot be computed.
  public Bytes derive(String purpose) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.toArray(), "HmacSHA256"));
      return Bytes.of(mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has HmacSHA256", e);
    }
  }
}
