package io.keelson.cli.manifest;

import java.io.PrintWriter;
import java.util.List;

/// Tells of problems, beside the answer of a command.
public record FindingReport(PrintWriter errors) {
  public void note(String sentence) {
    errors.println(sentence);
    errors.println();
  }

  public void tell(List<LocatedProblem> findings) {
    findings.forEach(each -> errors.print(each.text()));
    errors.flush();
  }

  /// @return the exit code of a command that cannot go on
  public int failed(List<LocatedProblem> findings) {
    tell(findings);
    return 1;
  }
}
