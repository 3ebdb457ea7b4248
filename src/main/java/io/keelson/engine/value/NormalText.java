package io.keelson.engine.value;

import java.text.Normalizer;

/// Strings are compared as people read them, so every one is kept in normal form C. Half of a
/// character, which no encoding can carry, becomes the replacement character.
final class NormalText {
  private NormalText() {}

  static String of(String text) {
    for (int i = 0; i < text.length(); i++)
      if (text.charAt(i) > 0x7f) return Normalizer.normalize(whole(text), Normalizer.Form.NFC);
    return text;
  }

  private static String whole(String text) {
    if (text.codePoints().noneMatch(NormalText::isHalf)) return text;
    return text.codePoints()
        .map(point -> isHalf(point) ? 0xfffd : point)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /// A surrogate without its partner: pairs are one code point.
  private static boolean isHalf(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}
