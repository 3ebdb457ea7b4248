package io.keelson.engine.plan;

import io.keelson.engine.address.ComponentPath;
import java.util.Optional;

/// Tells which versions components are planned with. They are shown beside a plan, and are no part
/// of it: another version that changes nothing is no change.
public interface ComponentVersions {
  /// Of components that nobody has given a version.
  ComponentVersions NONE = _ -> Optional.empty();

  /// The version of its definition that a component is planned with.
  ///
  /// @param definition as namespace/name
  /// @param previous the version with which everything inside was last as declared; empty if it is
  ///   the same, or not known
  record Used(String definition, String version, Optional<String> previous) {

    /// In one line, such as `platform/web-app 1.3.2 -> 1.4.0`.
    public String shown() {
      return definition + " " + previous.map(before -> before + " -> ").orElse("") + version;
    }
  }

  Optional<Used> of(ComponentPath component);
}
