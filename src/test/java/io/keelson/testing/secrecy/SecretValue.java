package io.keelson.testing.secrecy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What a key of a Secret holds, or a text within it.
///
/// Its value is in no text of this object: a failure may print that.
///
/// @param secret such as `test-3/db`
record SecretValue(String secret, String key) {
  /// What is shorter is found by chance.
  static final int SHORTEST = 8;

  /// What is longer is an archive, such as a release of Helm.
  private static final int LONGEST = 8 << 10;

  private static final int MOST_LEAVES = 100;
  private static final ObjectMapper JSON = new ObjectMapper();

  String namespace() {
    return secret.substring(0, secret.indexOf('/'));
  }

  /// All that gives the value away: as it is and as base64, the same of the texts in it where it is
  /// JSON.
  ///
  /// @param data as the Secret has it
  /// @param whole whether texts within JSON are no secrets by themselves
  static Set<String> spellings(String data, boolean whole) {
    var bytes = Base64.getDecoder().decode(data);
    var spellings = new LinkedHashSet<String>();
    if (bytes.length > LONGEST) return spellings;
    encode(bytes, spellings);
    var text = text(bytes);
    if (text.isEmpty()) return spellings;
    var texts = new ArrayList<>(List.of(text));
    if (!whole) leaves(text, texts);
    for (String each : texts) {
      var stripped = each.strip();
      if (stripped.length() < SHORTEST) continue;
      spellings.add(stripped);
      encode(stripped.getBytes(StandardCharsets.UTF_8), spellings);
    }
    return spellings;
  }

  /// Base64 of a part depends on where in a group of three bytes it begins; what its neighbours
  /// have a share in is left out.
  private static void encode(byte[] bytes, Set<String> spellings) {
    if (bytes.length < SHORTEST) return;
    for (int before = 0; before < 3; before++) {
      var padded = new byte[before + bytes.length];
      System.arraycopy(bytes, 0, padded, before, bytes.length);
      var encoded = Base64.getEncoder().withoutPadding().encodeToString(padded);
      int from = before == 0 ? 0 : 4;
      var inner = encoded.substring(from, padded.length / 3 * 4);
      if (inner.length() >= SHORTEST) spellings.add(inner);
    }
  }

  /// Empty if it is no text.
  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return "";
    }
  }

  private static void leaves(String text, List<String> leaves) {
    if (!text.startsWith("{") && !text.startsWith("[") && !text.startsWith("\"")) return;
    try {
      addLeaves(JSON.readTree(text), leaves);
    } catch (JsonProcessingException e) {
      // A text that only begins like JSON.
    }
  }

  private static void addLeaves(JsonNode node, List<String> leaves) {
    if (leaves.size() > MOST_LEAVES) return;
    if (node.isTextual()) leaves.add(node.textValue());
    else node.forEach(each -> addLeaves(each, leaves));
  }
}
