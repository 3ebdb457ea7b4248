package io.keelson.engine.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An immutable run of bytes with value equality. Never printed: it may hold secrets.
public final class Bytes {
  public static final Bytes NONE = new Bytes(new byte[0]);

  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Bytes of(byte[] bytes) {
    return bytes.length == 0 ? NONE : new Bytes(bytes.clone());
  }

  public static Bytes utf8(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] toArray() {
    return bytes.clone();
  }

  public String asUtf8() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /// The text that they are in UTF-8; empty if they are none, and a text would be other bytes.
  public Optional<String> asText() {
    return Optional.of(asUtf8())
        .filter(text -> Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes));
  }

  public String asBase64() {
    return Base64.getEncoder().encodeToString(bytes);
  }

  public int size() {
    return bytes.length;
  }

  public boolean isEmpty() {
    return bytes.length == 0;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other == this || other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
