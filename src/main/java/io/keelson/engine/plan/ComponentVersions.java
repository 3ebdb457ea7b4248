package io.keelson.engine.plan;

import io.keelson.engine.address.ComponentPath;
import java.util.Optional;

/// Tells which versions components are planned with. They are shown beside a plan, and are no part
/// of it: another version that changes nothing is no change.
public interface ComponentVersions {
  /// Of components that nobody has given a version.
  ComponentVersions NONE = _ -> Optional.empty();

  Optional<UsedVersion> of(ComponentPath component);
}
