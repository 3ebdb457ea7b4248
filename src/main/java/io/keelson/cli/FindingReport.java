package io.keelson.cli;

import java.io.PrintWriter;
import java.util.List;

/// Tells of problems, beside the answer of a command.
record FindingReport(PrintWriter errors) {
  void note(String sentence) {
    errors.println(sentence);
    errors.println();
  }

  void tell(List<Finding> findings) {
    findings.forEach(each -> errors.print(each.text()));
    errors.flush();
  }

  /// @return the exit code of a command that cannot go on
  int failed(List<Finding> findings) {
    tell(findings);
    return 1;
  }
}
