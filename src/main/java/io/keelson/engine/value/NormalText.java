package io.keelson.engine.value;

import java.text.Normalizer;

/// Strings are compared as people read them, so every one is kept in normal form C.
final class NormalText {
  private NormalText() {}

  static String of(String text) {
    for (int i = 0; i < text.length(); i++)
      if (text.charAt(i) > 0x7f) return Normalizer.normalize(text, Normalizer.Form.NFC);
    return text;
  }
}
