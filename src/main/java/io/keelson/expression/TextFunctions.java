package io.keelson.expression;

import io.keelson.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;

/// Encodings and hashes of text.
final class TextFunctions {
  private TextFunctions() {}

  static void addTo(Map<String, Function> functions) {
    functions.put("base64.encode", Function.ofContent(TextFunctions::encode));
    functions.put("base64.decode", Function.ofContent(TextFunctions::decode));
    functions.put("hash.sha256", Function.ofContent(TextFunctions::sha256));
    functions.put("json.encode", Function.ofContent(call -> Value.text(encodeJson(call))));
    functions.put("json.decode", Function.ofContent(JsonReading::decode));
  }

  private static Value encode(Call call) {
    var bytes =
        Capsule.asBytes(call.argument(0))
            .orElseGet(() -> call.text(0).getBytes(StandardCharsets.UTF_8));
    return Value.text(Base64.getEncoder().encodeToString(bytes));
  }

  /// In lower-case hex digits.
  private static Value sha256(Call call) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var bytes = digest.digest(call.text(0).getBytes(StandardCharsets.UTF_8));
      return Value.text(HexFormat.of().formatHex(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  /// Bytes, as in CEL; also without the padding at the end.
  private static Value decode(Call call) {
    try {
      return Capsule.bytes(Base64.getDecoder().decode(call.text(0)));
    } catch (IllegalArgumentException e) {
      throw call.problem("value cannot be decoded", "this text is not base64", "");
    }
  }

  private static String encodeJson(Call call) {
    var json = new JsonWriting(call).write(call.argument(0));
    call.budget().text(json.length());
    return json;
  }
}
