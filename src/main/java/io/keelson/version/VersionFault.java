package io.keelson.version;

import java.util.regex.Pattern;

/// Says what is wrong with a text that should be a version.
final class VersionFault {
  private static final Pattern NUMBER = Pattern.compile(Version.NUMBER);

  private VersionFault() {}

  /// @param text that is neither a version nor, with fewer numbers, the limit of a range
  static String of(String text) {
    if (text.isEmpty()) return "it is empty";
    if (text.startsWith("v") || text.startsWith("V"))
      return "leave out the '" + text.charAt(0) + "'";
    var numbers = text.split("[-+]", 2)[0].split("\\.", -1);
    for (var each : numbers) {
      if (each.isEmpty()) return "a number is missing at a dot";
      if (each.matches("[xX*]"))
        return "'" + each + "' stands for no number; '~> 1.2' means any 1.x from 1.2 on";
      if (each.matches("0[0-9]+")) return "'" + each + "' has a leading zero";
      if (!NUMBER.matcher(each).matches()) return "'" + each + "' is no number";
    }
    if (numbers.length > 3) return "it has " + numbers.length + " numbers, a version has three";
    if (text.length() == String.join(".", numbers).length())
      return "it needs three numbers, such as "
          + String.join(".", numbers)
          + ".0".repeat(3 - numbers.length);
    return "what follows its numbers is neither a pre-release (-beta.1) nor build data (+5)";
  }
}
