package io.keelson.expression.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import java.util.Map;

/// Where the parts of one embedded expression stand in the declared string. CEL counts code points
/// from the start of the expression.
final class SourcePositions {
  private final String source;
  private final int start;
  private final Map<Long, Integer> positions;

  SourcePositions(String source, int start, CelAbstractSyntaxTree tree) {
    this.source = source;
    this.start = start;
    this.positions = tree.getSource().getPositionsMap();
  }

  int position(long id) {
    Integer codePoints = positions.get(id);
    return codePoints == null ? start : start + chars(source, codePoints);
  }

  static int position(CelIssue issue, String source, int start) {
    int line = issue.getSourceLocation().getLine();
    int column = issue.getSourceLocation().getColumn();
    int from = 0;
    for (int i = 1; i < line; i++) from = source.indexOf('\n', from) + 1;
    return start + from + chars(source.substring(from), Math.max(0, column));
  }

  private static int chars(String text, int codePoints) {
    int all = text.codePointCount(0, text.length());
    return text.offsetByCodePoints(0, Math.min(codePoints, all));
  }
}
