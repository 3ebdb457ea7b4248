package io.keelson.provider.plugin.install;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// A tar archive, written block by block, so that it can be a wrong one.
public final class Tar {
  private static final int BLOCK = 512;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /// A gzipped archive of files.
  public static byte[] gzipped(Map<String, String> files) {
    var tar = new Tar();
    files.forEach(tar::file);
    return tar.gzipped();
  }

  Tar file(String name, String content) {
    return entry('0', name, content.getBytes(StandardCharsets.UTF_8), "");
  }

  Tar folder(String name) {
    return entry('5', name, new byte[0], "");
  }

  Tar link(char flag, String name, String target) {
    return entry(flag, name, new byte[0], target);
  }

  Tar extension(char flag, String content) {
    return entry(flag, "extension", content.getBytes(StandardCharsets.UTF_8), "");
  }

  /// An entry of which only the header is there.
  Tar header(char flag, String name, long size) {
    out.writeBytes(block(flag, name, size, ""));
    return this;
  }

  private Tar entry(char flag, String name, byte[] content, String target) {
    out.writeBytes(block(flag, name, content.length, target));
    out.writeBytes(content);
    out.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    return this;
  }

  private static byte[] block(char flag, String name, long size, String target) {
    var block = new byte[BLOCK];
    put(block, 0, name);
    put(block, 100, "0000644\0");
    put(block, 124, "%011o\0".formatted(size));
    put(block, 148, " ".repeat(8));
    block[156] = (byte) flag;
    put(block, 157, target);
    put(block, 257, "ustar\00000");
    int sum = 0;
    for (byte each : block) sum += each & 0xFF;
    put(block, 148, "%06o\0 ".formatted(sum));
    return block;
  }

  private static void put(byte[] block, int at, String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, block, at, bytes.length);
  }

  Tar raw(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  /// What was written so far, with the end that archives have.
  byte[] gzipped() {
    return gzip(Arrays.copyOf(out.toByteArray(), out.size() + 2 * BLOCK));
  }

  /// Without an end.
  byte[] brokenOff() {
    return gzip(out.toByteArray());
  }

  static byte[] gzip(byte[] content) {
    var zipped = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(zipped)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }
}
