package io.keelson.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/// An error as the API server answers it.
final class StatusAnswer {
  private StatusAnswer() {}

  /// The whole HTTP response; 429 and 503 ask to come back after a second.
  static byte[] bytes(int status) {
    return bytes(status, "");
  }

  /// The same as the last one of its connection.
  static byte[] last(int status) {
    return bytes(status, "Connection: close\r\n");
  }

  /// The last event of a watch, as the WebSocket frame of a server.
  static byte[] expiredWatch() {
    var event = "{\"type\":\"ERROR\",\"object\":%s}".formatted(body(410)).getBytes(UTF_8);
    return ByteBuffer.allocate(event.length + 4)
        .put((byte) 0x81) // a whole text message
        .put((byte) 126) // its length follows in two bytes
        .putShort((short) event.length)
        .put(event)
        .array();
  }

  private static String body(int status) {
    return """
    {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
    "message":"injected by a test","reason":"%s","code":%d}
    """
        .formatted(reason(status), status)
        .strip();
  }

  private static byte[] bytes(int status, String header) {
    var body = body(status);
    var retry = status == 429 || status == 503 ? "Retry-After: 1\r\n" : "";
    var head =
        "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s%s\r\n"
            .formatted(status, reason(status), body.getBytes(UTF_8).length, retry, header);
    return (head + body).getBytes(UTF_8);
  }

  private static String reason(int status) {
    return switch (status) {
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "NotFound";
      case 409 -> "Conflict";
      case 410 -> "Expired";
      case 422 -> "Invalid";
      case 429 -> "TooManyRequests";
      case 500 -> "InternalError";
      case 503 -> "ServiceUnavailable";
      case 504 -> "Timeout";
      default -> throw new IllegalArgumentException("no reason is known for " + status);
    };
  }
}
