package io.keelson.provider.pulumi.schema;

import java.util.Set;
import java.util.regex.Pattern;

/// What descriptions of a package say to everybody. They are written for web pages, with examples
/// and spellings for each language, and with markup that only those pages understand. Markdown
/// stays.
final class Prose {
  /// Who describes something at greater length is read no further.
  static final int LONGEST = 32 * 1024;

  private static final String FENCE = "```";
  private static final Set<String> LANGUAGES =
      Set.of(
          "typescript",
          "ts",
          "javascript",
          "js",
          "python",
          "py",
          "csharp",
          "cs",
          "fsharp",
          "vb",
          "go",
          "java",
          "yaml");

  private static final Pattern HEADING = Pattern.compile("(#{1,6})\\s+(.*)");
  private static final Pattern EXAMPLES =
      Pattern.compile("examples?( usage)?\\s*#*", Pattern.CASE_INSENSITIVE);

  /// Tells how something is called in each language; what everybody is shown is between the tags.
  /// All lengths are bounded, so that nothing unfinished is searched for to the end again and
  /// again.
  private static final Pattern SPELLINGS =
      Pattern.compile("<span\\s+pulumi-lang-.{0,2000}?\"\\s*>|</span>");

  /// What is kept in the first group is code, whose signs mean themselves.
  private static final Pattern MARKUP =
      Pattern.compile(
          "(`[^`]{1,500}`)|<!--.{0,500}?-->|\\{\\{[%<].{0,500}?[%>]}}"
              + "|</?(?:a|b|br|code|div|em|i|li|ol|p|pre|pulumi|strong|ul)(?:\\s[^<>]{0,500})?/?>",
          Pattern.CASE_INSENSITIVE);

  private final StringBuilder kept = new StringBuilder();
  private boolean inCode;
  private boolean codeIsKept;
  private String closing = "";
  private int leftOut;

  private Prose() {}

  static String of(String description) {
    var prose = new Prose();
    bounded(description).lines().forEach(prose::line);
    return prose.kept.toString().strip();
  }

  private static String bounded(String description) {
    if (description.length() <= LONGEST) return description;
    int end = Character.isHighSurrogate(description.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return description.substring(0, end) + "…";
  }

  private void line(String line) {
    var words = line.strip();
    if (inCode) code(line, words);
    else if (words.startsWith(FENCE)) begin(line, words);
    else if (!closing.isEmpty()) end(words);
    else if (words.equals("{{% examples %}}")) closing = "{{% /examples %}}";
    else if (words.equals("<!--Start PulumiCodeChooser -->"))
      closing = "<!--End PulumiCodeChooser -->";
    else text(line, words);
  }

  private void begin(String line, String words) {
    inCode = true;
    codeIsKept = isKept() && !LANGUAGES.contains(words.replace("`", "").strip());
    if (codeIsKept) keep(line);
  }

  private void code(String line, String words) {
    if (codeIsKept) keep(SPELLINGS.matcher(line).replaceAll(""));
    inCode = !words.equals(FENCE);
  }

  private void end(String words) {
    if (words.equals(closing)) closing = "";
  }

  /// A section of examples goes on until a heading that is not below its own.
  private void text(String line, String words) {
    var heading = HEADING.matcher(words);
    if (heading.matches() && (leftOut == 0 || heading.group(1).length() <= leftOut))
      leftOut = EXAMPLES.matcher(heading.group(2)).matches() ? heading.group(1).length() : 0;
    if (isKept()) keep(MARKUP.matcher(SPELLINGS.matcher(line).replaceAll("")).replaceAll("$1"));
  }

  private boolean isKept() {
    return leftOut == 0 && closing.isEmpty();
  }

  /// Of empty lines one is left.
  private void keep(String line) {
    var text = line.stripTrailing();
    boolean again = kept.isEmpty() || kept.charAt(kept.length() - 1) == '\n' && endsEmpty();
    if (!text.isEmpty() || !again) kept.append(text).append('\n');
  }

  private boolean endsEmpty() {
    return kept.length() > 1 && kept.charAt(kept.length() - 2) == '\n';
  }
}
