package io.keelson.engine.plan;

import java.util.Optional;

/// The version of its definition that a component is planned with.
///
/// @param definition as namespace/name
/// @param previous the version with which everything inside was last as declared; empty if it is
///   the same, or not known
public record UsedVersion(String definition, String version, Optional<String> previous) {

  /// In one line, such as `platform/web-app 1.3.2 -> 1.4.0`.
  public String shown() {
    return definition + " " + previous.map(before -> before + " -> ").orElse("") + version;
  }
}
