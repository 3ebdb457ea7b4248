package io.keelson.provider.pulumi.wire;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What an object with the key [#KEY] stands for.
enum Signature {
  SECRET("1b47061264138c4ac30d75fd1eb44270"),
  REFERENCE("5cf8f73096256a8f31e491e813e4eb8e"),
  OUTPUT("d0e6a833031e9bbcd3f4e8bde6ca49a4"),
  BYTES("803fd3297a5875dc03ca845dda5d2a98"),
  ASSET("c44067f5952c0a294b673a41bacd8c17"),
  ARCHIVE("0def7320c3a5731c473e5ecbe6d01bc7");

  static final String KEY = "4dabf18193072939515e22adb298388d";

  /// What a host writes for an unknown value of any type.
  static final String UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

  /// The texts that are unknown values: of each type, for those who tell them apart.
  private static final Set<String> UNKNOWNS =
      Set.of(
          UNKNOWN,
          "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
          "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
          "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
          "030794c1-ac77-496b-92df-f27374a8bd58",
          "e48ece36-62e2-4504-bad9-02848725956a",
          "dd056dcd-154b-4c76-9bd3-c8f88648b5ff");

  private static final Map<String, Signature> BY_WORD =
      Arrays.stream(values()).collect(Collectors.toMap(each -> each.word, Function.identity()));

  private final String word;

  Signature(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  static boolean isUnknown(String text) {
    return UNKNOWNS.contains(text);
  }

  static Optional<Signature> of(String word) {
    return Optional.ofNullable(BY_WORD.get(word));
  }
}
