package io.keelson.operator.stack.plan;

/// The part of a plan's text for which a Plan object has room: whole lines, and always the last
/// line, which sums up the plan. The lines that do not fit are only counted.
final class FittingText {
  private static final int LONGEST = 262_144;
  private static final int ROOM_FOR_NOTE = 256;

  private final StringBuilder kept = new StringBuilder();
  private long characters;
  private long lines;
  private String last = "";

  /// Adds whole lines.
  void add(String piece) {
    int room = LONGEST - kept.length();
    kept.append(piece, 0, Math.min(room, piece.length()));
    characters += piece.length();
    lines += breaks(piece);
    int end = piece.length() - 1;
    last = piece.substring(piece.lastIndexOf('\n', end - 1) + 1, end);
  }

  /// Whether something is left out.
  boolean isCut() {
    return characters > LONGEST;
  }

  @Override
  public String toString() {
    if (!isCut()) return kept.toString();
    int end = kept.lastIndexOf("\n", LONGEST - last.length() - ROOM_FOR_NOTE) + 1;
    var beginning = kept.substring(0, end);
    long left = lines - breaks(beginning) - 1;
    var note =
        "… %d more lines: a Plan object has no room for them. Its digest covers all changes. To read all of them: keelson plan -f FOLDER, with the folder of the manifests.\n\n"
            .formatted(left);
    return beginning + note + last + "\n";
  }

  private static long breaks(String text) {
    return text.chars().filter(each -> each == '\n').count();
  }
}
