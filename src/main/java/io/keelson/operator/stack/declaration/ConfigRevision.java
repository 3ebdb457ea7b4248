package io.keelson.operator.stack.declaration;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/// The annotation that says of which revision of a configuration an object is: a Stack waits until
/// its members are of the same one.
public final class ConfigRevision {
  public static final String ANNOTATION = "keelson.dev/config-revision";

  private ConfigRevision() {}

  public static Optional<String> of(HasMetadata object) {
    return Optional.ofNullable(object.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(ANNOTATION));
  }
}
