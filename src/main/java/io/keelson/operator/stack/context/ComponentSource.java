package io.keelson.operator.stack.context;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentUse;
import java.util.Optional;

/// Where Stacks get the definitions of their components from.
public interface ComponentSource {
  /// The revision that a use in a namespace leads to now. Later it may lead to a newer one.
  ///
  /// @param namespace of the user
  /// @rule R-CMP-52
  Resolution resolve(String namespace, ComponentUse.DefinitionRef wanted);

  /// The revision that a Component leads to now; empty if it says of no definition that it is one.
  default Optional<Resolution> resolve(Component component) {
    return Optional.ofNullable(component.getSpec().definition)
        .map(wanted -> resolve(component.getMetadata().getNamespace(), wanted));
  }

  /// The component at a path inside a revision.
  ///
  /// @param revision as namespace/name
  /// @param path from the root of the revision
  /// @return empty if the revision is gone, or has nothing at that path
  Optional<Inside> inside(String revision, ComponentPath path);

  /// A component inside a revision: its definition, as namespace/name, and its version.
  record Inside(String definition, String version) {}

  /// Whether a use leads to a revision.
  sealed interface Resolution {
    /// @param revision as namespace/name
    /// @param declaration the same instance each time, so that it is compiled once
    /// @param available a newer version that the use does not allow
    record Found(
        String revision,
        String version,
        ComponentDeclaration declaration,
        Optional<String> available)
        implements Resolution {}

    /// There is no such definition, or it may not be used here: the message does not tell which.
    ///
    /// @param why sentences that say what to do
    record NotFound(String why) implements Resolution {}

    /// No revision fits what is asked for.
    ///
    /// @param why sentences that name the nearest
    record NoSuchVersion(String why) implements Resolution {}
  }
}
