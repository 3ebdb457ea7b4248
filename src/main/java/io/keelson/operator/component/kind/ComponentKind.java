package io.keelson.operator.component.kind;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/// A kind whose objects are Components of one definition, as a CRD with the label says.
///
/// @param namespace of the definition
/// @param definition its name
public record ComponentKind(
    String plural, String kind, String version, String namespace, String definition) {
  public static final String GROUP = "components.keelson.dev";

  /// The label on the CRD that names the definition, as `NAMESPACE.NAME`.
  public static final String LABEL = "keelson.dev/component-definition";

  private static final Pattern DEFINITION =
      Pattern.compile("([a-z0-9](?:[-a-z0-9]*[a-z0-9])?)\\.([a-z](?:[-a-z0-9]*[a-z0-9])?)");

  /// The kind that a CRD declares; empty if its label or its group is none of ours.
  static Optional<ComponentKind> of(CustomResourceDefinition crd) {
    var spec = crd.getSpec();
    var labels =
        Objects.requireNonNullElse(crd.getMetadata().getLabels(), Map.<String, String>of());
    var meant = DEFINITION.matcher(labels.getOrDefault(LABEL, ""));
    if (!spec.getGroup().equals(GROUP) || !spec.getScope().equals("Namespaced") || !meant.matches())
      return Optional.empty();
    return spec.getVersions().stream()
        .filter(CustomResourceDefinitionVersion::getStorage)
        .findFirst()
        .map(stored ->
            new ComponentKind(
                spec.getNames().getPlural(),
                spec.getNames().getKind(),
                stored.getName(),
                meant.group(1),
                meant.group(2)));
  }

  /// The name of its CRD.
  String name() {
    return plural + "." + GROUP;
  }

  String apiVersion() {
    return GROUP + "/" + version;
  }

  ResourceDefinitionContext context() {
    return new ResourceDefinitionContext.Builder()
        .withGroup(GROUP)
        .withVersion(version)
        .withKind(kind)
        .withPlural(plural)
        .withNamespaced(true)
        .build();
  }
}
