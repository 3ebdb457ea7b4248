package io.keelson.operator.stack.output;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.object.Secrecy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// What there is to tell after outputs were written.
///
/// @param problems errors about outputs that could not be written, and warnings about outputs that
///   are not shown
/// @param restored a warning for each object that somebody else had changed or deleted
public record WrittenOutputs(List<Diagnostic> problems, List<Diagnostic> restored) {
  public WrittenOutputs {
    problems = Collections.unmodifiableList(new ArrayList<>(problems));
    restored = Collections.unmodifiableList(new ArrayList<>(restored));
  }

  public List<Diagnostic> all() {
    var all = new ArrayList<>(problems);
    all.addAll(restored);
    return all;
  }

  /// The same after other problems.
  WrittenOutputs after(List<Diagnostic> others) {
    var all = new ArrayList<>(others);
    all.addAll(problems);
    return new WrittenOutputs(all, restored);
  }

  WrittenOutputs without(Secrecy secrets) {
    return new WrittenOutputs(secrets.in(problems), secrets.in(restored));
  }
}
