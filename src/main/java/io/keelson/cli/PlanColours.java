package io.keelson.cli;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/// Colours the signs of a plan's text, as Terraform does.
final class PlanColours {
  private static final Pattern SIGN =
      Pattern.compile("^( *)([-+]/[-+]|<=|[-+~])(?= )|(# forces replacement)$");
  private static final String END = "\u001b[0m";

  private PlanColours() {}

  /// The text as it is where nobody looks at it, or nobody wants colours (`NO_COLOR`).
  static String onTerminals(String text) {
    return Ansi.AUTO.enabled() ? of(text) : text;
  }

  /// Lines keep their ends.
  static String of(String text) {
    return text.lines()
        .map(line -> SIGN.matcher(line).replaceAll(PlanColours::coloured))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String coloured(MatchResult found) {
    if (found.group(3) != null) return colour("- ") + found.group(3) + END;
    return found.group(1) + colour(found.group(2)) + found.group(2) + END;
  }

  private static String colour(String sign) {
    return switch (sign) {
      case "+" -> "\u001b[32m";
      case "~" -> "\u001b[33m";
      case "<=" -> "\u001b[36m";
      default -> "\u001b[31m";
    };
  }
}
