package io.keelson.engine.plan;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A keyed hash of values and text, the same for equal content. Every part is preceded by its kind
/// and length, so that no two different contents give the same bytes.
public final class ContentHash {
  private static final byte[] NO_KEY = "keelson".getBytes(StandardCharsets.UTF_8);
  private static final int HEX_DIGITS = 32;

  private final Mac mac;

  public ContentHash(Bytes key) {
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.isEmpty() ? NO_KEY : key.toArray(), "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has HmacSHA256", e);
    }
  }

  public ContentHash text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    mac.update((byte) 'T');
    for (int shift = 24; shift >= 0; shift -= 8) mac.update((byte) (bytes.length >>> shift));
    mac.update(bytes);
    return this;
  }

  /// Adds a value; what lies at the `masked` paths, and everything unknown, counts as unknown.
  ///
  /// @throws IllegalStateException if it is ephemeral: a hash outlives it
  public ContentHash value(Value value, Set<AttributePath> masked) {
    return add(value, AttributePath.ROOT, masked);
  }

  private ContentHash add(Value value, AttributePath path, Set<AttributePath> masked) {
    if (!value.marks().isEmpty() && Marks.ephemeral(value.marks()))
      throw new IllegalStateException("an ephemeral value was to be hashed, at " + path);
    if (!masked.isEmpty() && masked.contains(path)) return kind('?');
    return switch (value) {
      case Value.Unknown _ -> kind('?');
      case Value.Null _ -> kind('0');
      case Value.Truth truth -> kind(truth.truth() ? '+' : '-');
      case Value.Num num -> kind('#').text(num.number().toPlainString());
      case Value.Text text -> text(text.text());
      case Sequence sequence -> {
        if (sequence.isSet() && !sequence.whollyKnown()) yield kind('?');
        type(sequence.type()).text(Integer.toString(sequence.size()));
        for (int i = 0; i < sequence.size(); i++)
          add(sequence.get(i), masked.isEmpty() ? path : path.index(i), masked);
        yield this;
      }
      case Mapping mapping -> {
        type(mapping.type()).text(Integer.toString(mapping.size()));
        for (int i = 0; i < mapping.size(); i++) {
          var key = mapping.key(i);
          text(key).add(mapping.value(i), masked.isEmpty() ? path : path.attribute(key), masked);
        }
        yield this;
      }
    };
  }

  private ContentHash kind(char kind) {
    mac.update((byte) kind);
    return this;
  }

  /// Tuples and objects are described by their parts; collections also by their element type.
  private ContentHash type(Type type) {
    return switch (type) {
      case Type.TupleOf _ -> kind('t');
      case Type.ObjectOf _ -> kind('o');
      default -> kind('c').text(type.toString());
    };
  }

  /// Half of the hash in hex digits, enough to tell two values apart; the object starts anew.
  public String hex() {
    return wholeHex().substring(0, HEX_DIGITS);
  }

  /// The hash in hex digits; the object starts anew.
  public String wholeHex() {
    return HexFormat.of().formatHex(mac.doFinal());
  }
}
