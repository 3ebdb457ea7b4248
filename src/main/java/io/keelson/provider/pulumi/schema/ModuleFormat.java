package io.keelson.provider.pulumi.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/// Which part of a token's module people write: the first group of a pattern that the package
/// gives.
///
/// The pattern is the provider's, so it is matched in linear time, and is not taken if it is long
/// or counts: a few counts make a pattern of any size.
///
/// @rule R-PRG-6
final class ModuleFormat {
  /// All of it.
  static final ModuleFormat WHOLE = new ModuleFormat(Pattern.compile("(.*)"));

  private static final int LONGEST_PATTERN = 64;
  private static final int LONGEST_MODULE = 200;
  private static final String INDEX = "index";

  private final Pattern pattern;

  private ModuleFormat(Pattern pattern) {
    this.pattern = pattern;
  }

  /// @param pattern may be empty, or anything else that is no pattern: then all of it is written
  static ModuleFormat of(String pattern) {
    if (pattern.isEmpty() || pattern.length() > LONGEST_PATTERN || pattern.contains("{"))
      return WHOLE;
    try {
      var compiled = Pattern.compile(pattern);
      return compiled.groupCount() == 0 ? WHOLE : new ModuleFormat(compiled);
    } catch (PatternSyntaxException e) {
      return WHOLE;
    }
  }

  /// Empty where people write none: for the index, and for what the pattern does not find.
  String shown(String module) {
    if (module.length() > LONGEST_MODULE) return module;
    var matcher = pattern.matcher(module);
    if (!matcher.find()) return "";
    var shown = matcher.group(1);
    return shown == null || shown.equals(INDEX) || shown.startsWith(INDEX + "/") ? "" : shown;
  }
}
