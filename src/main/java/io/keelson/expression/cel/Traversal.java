package io.keelson.expression.cel;

import io.keelson.engine.config.Reference;
import java.util.List;

/// A chain of names and keys as written, such as `server.web["eu"].id`.
///
/// @param name the first name
/// @param at where it stands in the declared string
public record Traversal(String name, int at, List<Step> steps) {

  /// @param at where its dot or bracket stands in the declared string
  public record Step(Reference.Step step, int at) {}
}
