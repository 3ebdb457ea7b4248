package io.keelson.provider.pulumi.naming;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A name with parts that are filled in: `${name}`, `${stack}`, `${namespace}`; and drawn ones,
/// `${hex(n)}`, `${alphanum(n)}`, `${string(n)}`, `${num(n)}` with n characters each, and
/// `${uuid}`.
public record NamePattern(String text) {
  private static final Pattern PART =
      Pattern.compile("\\$\\{(name|stack|namespace|uuid|(hex|alphanum|string|num)\\(([0-9]+)\\))}");
  private static final String DIGITS = "0123456789";
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

  /// What is known of the object.
  ///
  /// @param name the last part of its URN
  public record Facts(String name, String stack, String namespace) {}

  /// Whether anything of the name is drawn.
  boolean draws() {
    return PART.matcher(text).results().anyMatch(part -> isDrawn(part.group(1)));
  }

  private static boolean isDrawn(String part) {
    return part.equals("uuid") || part.endsWith(")");
  }

  /// The same for the same seed. What is no part stays as it is.
  String name(Facts facts, ByteString seed) {
    return PART.matcher(text)
        .replaceAll(part -> Matcher.quoteReplacement(filled(part.group(1), part, facts, seed)));
  }

  /// What stands at one place of the pattern is drawn independently of what stands at another.
  private static String filled(String part, MatchResult at, Facts facts, ByteString seed) {
    return switch (part) {
      case "name" -> facts.name();
      case "stack" -> facts.stack();
      case "namespace" -> facts.namespace();
      case "uuid" -> UUID.nameUUIDFromBytes(drawn(seed, at.start(), 0)).toString();
      default -> text(alphabet(at.group(2)), Integer.parseInt(at.group(3)), seed, at.start());
    };
  }

  private static String alphabet(String kind) {
    return switch (kind) {
      case "hex" -> DIGITS + "abcdef";
      case "num" -> DIGITS;
      case "string" -> LETTERS;
      default -> DIGITS + LETTERS;
    };
  }

  private static String text(String alphabet, int length, ByteString seed, int place) {
    return IntStream.range(0, length)
        .map(i -> Math.floorMod(ByteBuffer.wrap(drawn(seed, place, i)).getInt(), alphabet.length()))
        .mapToObj(i -> alphabet.substring(i, i + 1))
        .collect(Collectors.joining());
  }

  private static byte[] drawn(ByteString seed, int place, int index) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(seed.toByteArray());
      return digest.digest(ByteBuffer.allocate(8).putInt(place).putInt(index).array());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }
}
