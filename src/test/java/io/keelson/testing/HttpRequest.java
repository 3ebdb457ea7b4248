package io.keelson.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// An HTTP/1.1 request as it is on the wire.
///
/// @param path with the query
/// @param headers one line each, `Name: value`
/// @param body one character for each byte; with the chunk sizes, if it is chunked
record HttpRequest(String method, String path, List<String> headers, String body) {
  /// The next request of a connection, or nothing at its end.
  static Optional<HttpRequest> read(InputStream input) throws IOException {
    var start = line(input);
    if (start.isEmpty()) {
      return Optional.empty();
    }
    var words = start.split(" ", 3);
    var headers = new ArrayList<String>();
    for (var header = line(input); !header.isEmpty(); header = line(input)) {
      headers.add(header);
    }
    var head = new HttpRequest(words[0], words[1], headers, "");
    return Optional.of(new HttpRequest(words[0], words[1], headers, head.readBody(input)));
  }

  /// Without the query.
  String methodAndPath() {
    return method + " " + path.replaceFirst("\\?.*", "");
  }

  boolean isWatch() {
    return path.contains("watch=true") || path.contains("watch=1");
  }

  HttpRequest withHeader(String name, String value) {
    var others = headers.stream().filter(header -> !isNamed(header, name));
    var all = Stream.concat(others, Stream.of(name + ": " + value));
    return new HttpRequest(method, path, all.toList(), body);
  }

  HttpRequest withDefaultHeader(String name, String value) {
    return header(name).isPresent() ? this : withHeader(name, value);
  }

  void writeTo(OutputStream output) throws IOException {
    var head = method + " " + path + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
    output.write((head + body).getBytes(ISO_8859_1));
    output.flush();
  }

  private String readBody(InputStream input) throws IOException {
    var length = header("Content-Length");
    if (length.isPresent()) {
      return text(input, Integer.parseInt(length.get()));
    }
    var chunks = new StringBuilder();
    if (header("Transfer-Encoding").isPresent()) {
      int size;
      do {
        var line = line(input);
        size = Integer.parseInt(line, 16);
        chunks.append(line).append("\r\n").append(text(input, size + 2));
      } while (size > 0);
    }
    return chunks.toString();
  }

  private static String text(InputStream input, int length) throws IOException {
    return new String(input.readNBytes(length), ISO_8859_1);
  }

  private Optional<String> header(String name) {
    return headers.stream()
        .filter(header -> isNamed(header, name))
        .map(header -> header.substring(name.length() + 1).strip())
        .findFirst();
  }

  private static boolean isNamed(String header, String name) {
    return header.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":");
  }

  /// Without its end; empty also where the connection ends.
  private static String line(InputStream input) throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (var b = input.read(); b != '\n'; b = input.read()) {
      if (b < 0) {
        if (bytes.size() > 0) {
          throw new EOFException("the connection ended inside a line");
        }
        return "";
      }
      bytes.write(b);
    }
    return bytes.toString(ISO_8859_1).stripTrailing();
  }
}
