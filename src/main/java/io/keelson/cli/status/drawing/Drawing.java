package io.keelson.cli.status.drawing;

import io.keelson.cli.status.StackTree;
import java.util.Optional;

/// Where a watched Stack is shown.
interface Drawing extends AutoCloseable {
  /// Shows the Stack as it is now.
  ///
  /// @param trouble why what is shown may be old; empty while the API server tells all that happens
  void draw(StackTree tree, Optional<String> trouble);

  /// Leaves everything as it was found.
  @Override
  void close();
}
