package io.keelson.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

/// An error as the API server answers it.
final class StatusAnswer {
  private StatusAnswer() {}

  /// The whole HTTP response; 429 and 503 ask to come back after a second.
  static byte[] bytes(int status) {
    var body =
        """
        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
        "message":"injected by a test","reason":"%s","code":%d}
        """
            .formatted(reason(status), status)
            .strip();
    var retry = status == 429 || status == 503 ? "Retry-After: 1\r\n" : "";
    var head =
        "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n"
            .formatted(status, reason(status), body.getBytes(UTF_8).length, retry);
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
