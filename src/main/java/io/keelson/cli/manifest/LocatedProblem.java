package io.keelson.cli.manifest;

import io.keelson.engine.diagnostic.Diagnostic;
import java.util.Optional;

/// A problem, and where it was declared.
public record LocatedProblem(Optional<Origin> origin, Diagnostic diagnostic) {

  /// As people read it; ends with an empty line.
  String text() {
    return diagnostic.text(origin.map(each -> each.at(diagnostic.path())));
  }
}
