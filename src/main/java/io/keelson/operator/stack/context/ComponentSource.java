package io.keelson.operator.stack.context;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.operator.api.component.ComponentUse;
import java.util.Optional;

/// Where the definitions come from that Stacks make use of.
public interface ComponentSource {
  /// What a use in a namespace leads to now. Asked again it may lead to something newer.
  ///
  /// @param namespace of whoever uses it
  /// @rule R-CMP-52
  Resolution resolve(String namespace, ComponentUse.DefinitionRef wanted);

  /// What stands in a revision.
  ///
  /// @param revision as namespace/name
  /// @param path from what the revision stands for
  /// @return empty if the revision is gone, or has nothing there
  Optional<Inside> inside(String revision, ComponentPath path);

  /// The definition of something inside, as namespace/name, and its version.
  record Inside(String definition, String version) {}

  /// Whether a use leads to something.
  sealed interface Resolution {
    /// @param revision as namespace/name
    /// @param declaration the same instance each time, so that it is compiled once
    /// @param available a newer version that the use leaves out
    record Found(
        String revision,
        String version,
        ComponentDeclaration declaration,
        Optional<String> available)
        implements Resolution {}

    /// There is no such definition, or it may not be used here: which of them is not told.
    ///
    /// @param why sentences that say what to do
    record NotFound(String why) implements Resolution {}

    /// No revision fits what is asked for.
    ///
    /// @param why sentences that name the nearest
    record NoSuchVersion(String why) implements Resolution {}
  }
}
