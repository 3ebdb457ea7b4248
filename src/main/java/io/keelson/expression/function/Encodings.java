package io.keelson.expression.function;

import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Capsule;
import io.keelson.expression.value.Function;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;

/// Functions that write values as text and read them back, and hashes of text.
public final class Encodings {
  private Encodings() {}

  public static void addTo(Map<String, Function> functions) {
    functions.put("base64.encode", Function.ofContent(Encodings::encode));
    functions.put("base64.decode", Function.ofContent(Encodings::decode));
    functions.put("hash.sha256", Function.ofContent(call -> hash(call, "SHA-256")));
    functions.put("hash.md5", Function.ofContent(call -> hash(call, "MD5")));
    functions.put("json.encode", Function.ofContent(call -> Value.text(encodeJson(call))));
    functions.put("json.decode", Function.ofContent(JsonReading::decode));
    functions.put("yaml.encode", Function.ofContent(call -> Value.text(YamlWriting.encode(call))));
    functions.put("yaml.decode", Function.ofContent(YamlReading::decode));
  }

  private static Value encode(Call call) {
    var bytes =
        Capsule.asBytes(call.argument(0))
            .orElseGet(() -> call.text(0).getBytes(StandardCharsets.UTF_8));
    call.budget().text(bytes.length * 4L / 3);
    return Value.text(Base64.getEncoder().encodeToString(bytes));
  }

  /// Bytes, as in CEL; also without the padding at the end.
  private static Value decode(Call call) {
    call.budget().text(call.text(0).length());
    try {
      return Capsule.bytes(Base64.getDecoder().decode(call.text(0)));
    } catch (IllegalArgumentException e) {
      throw call.problem("value cannot be decoded", "this text is not base64", "");
    }
  }

  /// In lower-case hex digits.
  private static Value hash(Call call, String algorithm) {
    call.budget().text(call.text(0).length());
    try {
      var digest = MessageDigest.getInstance(algorithm);
      var bytes = digest.digest(call.text(0).getBytes(StandardCharsets.UTF_8));
      return Value.text(HexFormat.of().formatHex(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has " + algorithm, e);
    }
  }

  private static String encodeJson(Call call) {
    var json = new JsonWriting(call).write(call.argument(0));
    call.budget().text(json.length());
    return json;
  }
}
