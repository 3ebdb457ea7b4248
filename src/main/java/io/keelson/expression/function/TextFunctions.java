package io.keelson.expression.function;

import io.keelson.engine.value.Value;
import io.keelson.expression.value.Call;
import io.keelson.expression.value.Function;
import java.util.Map;
import java.util.function.BiPredicate;

/// Functions of text: those that CEL lacks, and those of CEL that are called most often.
public final class TextFunctions {
  private TextFunctions() {}

  public static void addTo(Map<String, Function> functions) {
    // The library takes many times as long for these.
    functions.put("startsWith", asked(String::startsWith));
    functions.put("endsWith", asked(String::endsWith));
    functions.put("contains", asked(String::contains));
    functions.put("trimPrefix", Function.ofContent(TextFunctions::trimPrefix));
    functions.put("trimSuffix", Function.ofContent(TextFunctions::trimSuffix));
    functions.put("title", Function.ofContent(TextFunctions::title));
    functions.put("indent", Function.ofContent(TextFunctions::indent));
    functions.put("format", Function.ofContent(call -> Value.text(new TextFormat(call).text())));
  }

  private static Function asked(BiPredicate<String, String> question) {
    return Function.ofContent(call -> {
      var text = call.text(0);
      var part = call.text(1);
      call.budget().units(text.length() + part.length());
      return Value.truth(question.test(text, part));
    });
  }

  private static Value trimPrefix(Call call) {
    var text = call.text(0);
    var prefix = call.text(1);
    return Value.text(text.startsWith(prefix) ? text.substring(prefix.length()) : text);
  }

  private static Value trimSuffix(Call call) {
    var text = call.text(0);
    var suffix = call.text(1);
    return Value.text(
        text.endsWith(suffix) ? text.substring(0, text.length() - suffix.length()) : text);
  }

  /// The first letter of each word in upper case. A word starts behind everything that is neither
  /// letter, digit, apostrophe nor underscore.
  private static Value title(Call call) {
    var text = call.text(0);
    call.budget().text(text.length());
    var titled = new StringBuilder(text.length());
    boolean inside = false;
    for (int c : text.codePoints().toArray()) {
      titled.appendCodePoint(inside ? c : Character.toTitleCase(c));
      inside = Character.isLetterOrDigit(c) || c == '_' || c == '\'';
    }
    return Value.text(titled.toString());
  }

  /// Every line but the first starts with so many spaces more.
  private static Value indent(Call call) {
    var text = call.text(0);
    int spaces = call.whole(1);
    if (spaces < 0)
      throw call.problem("wrong argument", "the number of spaces cannot be negative", "");
    long breaks = text.chars().filter(c -> c == '\n').count();
    call.budget().text(text.length() + breaks * spaces);
    return Value.text(text.replace("\n", "\n" + " ".repeat(spaces)));
  }
}
