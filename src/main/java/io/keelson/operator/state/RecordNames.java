package io.keelson.operator.state;

import io.keelson.engine.address.InstanceAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;

/// Names of objects that are made for a Stack: valid, at most 63 characters, and the same each
/// time.
public final class RecordNames {
  /// The prefix of the field managers of all Stacks.
  public static final String MANAGER = "keelson:";

  private static final int LONGEST = 63;
  private static final int LONGEST_MANAGER = 128;
  private static final int HASH_LENGTH = 13;
  private static final String BASE_32 = "abcdefghijklmnopqrstuvwxyz234567";

  private RecordNames() {}

  /// The name that the record of an instance is made with. It has no meaning afterwards.
  ///
  /// @param others how many records were made at this address and have moved away: they keep their
  ///   names
  public static String ofInstance(String stack, InstanceAddress at, int others) {
    var readable = stack + "-" + at.resource().name().toLowerCase(Locale.ROOT).replace('_', '-');
    var unique = stack + "\n" + at + (others == 0 ? "" : "\n" + others);
    return shortened(readable, LONGEST - HASH_LENGTH - 1) + "-" + hash(unique);
  }

  /// The name of the Secret that holds a Stack's key.
  public static String ofKey(String stack) {
    var name = "keelson-" + stack;
    if (name.length() <= LONGEST) return name;
    return shortened(name, LONGEST - HASH_LENGTH - 1) + "-" + hash(stack);
  }

  /// The field manager with which a Stack applies objects for others. No two Stacks have the same.
  public static String ofManager(String namespace, String stack) {
    var name = namespace + "/" + stack;
    if (MANAGER.length() + name.length() <= LONGEST_MANAGER) return MANAGER + name;
    int room = LONGEST_MANAGER - MANAGER.length() - HASH_LENGTH - 1;
    return MANAGER + name.substring(0, room) + "-" + hash(name);
  }

  /// The name of a Plan. The same plan between the same two applies has the same name.
  public static String ofPlan(String stack, long epoch, String digest) {
    var tail = "-" + epoch + "-" + digest.substring(0, 6);
    return shortened(stack, LONGEST - tail.length()) + tail;
  }

  /// The text, cut in the middle, as both ends tell more.
  private static String shortened(String text, int length) {
    if (text.length() <= length) return text.replaceAll("-+$", "");
    int half = (length - 1) / 2;
    var head = text.substring(0, half).replaceAll("-+$", "");
    var tail = text.substring(text.length() - half).replaceAll("^-+|-+$", "");
    return head + "-" + tail;
  }

  private static String hash(String text) {
    byte[] digest;
    try {
      digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
    var name = new StringBuilder(HASH_LENGTH);
    for (int bit = 0; name.length() < HASH_LENGTH; bit += 5) {
      int word = (digest[bit / 8] & 0xff) << 8 | digest[bit / 8 + 1] & 0xff;
      name.append(BASE_32.charAt(word >> 11 - bit % 8 & 31));
    }
    return name.toString();
  }
}
