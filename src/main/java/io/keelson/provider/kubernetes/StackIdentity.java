package io.keelson.provider.kubernetes;

import io.keelson.engine.address.InstanceAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedSet;

/// The stack in whose name objects are made: who owns their fields, and where they live by default.
///
/// @param namespace the stack's namespace, and that of namespaced objects which name none
/// @param uid the uid of the Stack object
public record StackIdentity(String namespace, String name, String uid) {
  private static final String MANAGER = "keelson:";
  private static final int LONGEST_SHOWN = 256;
  private static final int LONGEST_MANAGER = 128;
  private static final int LONGEST_OWNER = 1024;

  /// The field manager of everything this stack applies: `keelson:<namespace>/<stack>`. The API
  /// server takes 128 characters; longer names end in a hash.
  String fieldManager() {
    return shortened(MANAGER + namespace + "/" + name, LONGEST_MANAGER);
  }

  /// What the annotation `keelson.dev/owner` says: which instance of which stack made the object.
  String owner(InstanceAddress at) {
    return shortened(uid + "/" + at, LONGEST_OWNER);
  }

  /// Whether the owner annotation names an instance of this stack.
  boolean owns(String owner) {
    return owner.startsWith(uid + "/");
  }

  /// Whether a field manager is that of another stack.
  boolean isOther(String manager) {
    return manager.startsWith(MANAGER) && !manager.equals(fieldManager());
  }

  /// The stack that applies an object, as `namespace/name`, of the managers of its fields.
  static Optional<String> named(SortedSet<String> managers) {
    return managers.stream()
        .filter(manager -> manager.startsWith(MANAGER))
        .findFirst()
        .map(manager -> manager.substring(MANAGER.length()));
  }

  /// The instance that an owner annotation names, of whatever stack. Anybody may have written it.
  static String instance(String owner) {
    var address = owner.substring(owner.indexOf('/') + 1);
    return address.length() <= LONGEST_SHOWN
        ? address
        : address.substring(0, LONGEST_SHOWN - 1) + "…";
  }

  private static String shortened(String text, int longest) {
    if (text.length() <= longest) return text;
    var hash = HexFormat.of().formatHex(sha256(text)).substring(0, 16);
    return text.substring(0, longest - hash.length() - 1) + "-" + hash;
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
