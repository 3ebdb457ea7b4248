package io.keelson.expression.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;

/// What calls of the library cost, found out before they are made.
final class LibraryCosts {
  static final int LARGEST_REGEX = 2_000;

  private LibraryCosts() {}

  /// @throws io.keelson.expression.value.Problem if a regular expression is too large or none
  static void pay(String function, Call call) {
    for (Value argument : call.arguments())
      if (argument instanceof Value.Text(String text, _)) call.budget().units(text.length());
    switch (function) {
      case "replace" -> payReplacement(call);
      case "split" -> call.budget().elements(occurrences(call.text(0), call.text(1)));
      case "matches", "regex.extract", "regex.extractAll" -> pattern(call);
      case "regex.replace" -> payRegexReplacement(call);
      default -> {}
    }
  }

  private static void payReplacement(Call call) {
    long found = occurrences(call.text(0), call.text(1));
    call.budget().text(call.text(0).length() + found * call.text(2).length());
  }

  private static long occurrences(String text, String part) {
    if (part.isEmpty()) return text.length() + 1L;
    long found = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) found++;
    return found;
  }

  /// Matching takes time in proportion to text and pattern.
  private static Pattern pattern(Call call) {
    var regex = call.text(1);
    long size = RegexSize.of(regex);
    if (size > LARGEST_REGEX)
      throw call.problem(
          "regular expression too large",
          "this regular expression has more than %d steps".formatted(LARGEST_REGEX),
          "Repeat less in it, with smaller numbers in '{…}'.");
    call.budget().units(size * call.text(0).length());
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw call.problem(
          "wrong regular expression",
          call.marked() ? "it cannot be read" : e.getDescription(),
          "It must be one of RE2, which has no look-around and no back references.");
    }
  }

  private static void payRegexReplacement(Call call) {
    var matcher = pattern(call).matcher(call.text(0));
    long length = call.text(0).length();
    long groups = call.text(2).chars().filter(c -> c == '\\').count();
    long found = 0;
    while (matcher.find()) found++;
    call.budget().text(length + groups * length + found * call.text(2).length());
  }
}
