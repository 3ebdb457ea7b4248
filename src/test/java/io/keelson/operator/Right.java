package io.keelson.operator;

import java.util.Set;

/// One verb on one kind of object, as a role of the chart gives it to the operator.
///
/// @param role where it is given
/// @param places the namespaces in which it holds, or the empty text for the whole cluster
/// @param resource with its subresource, such as `stacks/status`; `*` stands for any
/// @param name of the one object, or the empty text for any
record Right(
    String role, Set<String> places, String verb, String group, String resource, String name) {
  private static final String ANY = "*";

  /// Whether it is what allows this.
  boolean covers(AuditedUse use) {
    return (places.contains("") || places.contains(use.namespace()))
        && verb.equals(use.verb())
        && group.equals(use.group())
        && (name.isEmpty() || name.equals(use.name()))
        && coversResource(use.resource());
  }

  private boolean coversResource(String used) {
    if (!resource.startsWith(ANY)) return resource.equals(used);
    int subresource = used.indexOf('/');
    return resource.substring(1).equals(subresource < 0 ? "" : used.substring(subresource));
  }

  @Override
  public String toString() {
    return "%s %s%s%s of %s"
        .formatted(
            verb,
            resource,
            group.isEmpty() ? "" : "." + group,
            name.isEmpty() ? "" : " '" + name + "'",
            role);
  }
}
