package io.keelson.testing.secrecy;

/// Where something is written that no secret may be in.
///
/// @param namespace empty for what belongs to none
/// @param name such as `Stack/shop`, `log` or `metrics`
/// @param part of it, such as `status`; empty for all of it
public record Place(String namespace, String name, String part) {
  @Override
  public String toString() {
    var where = namespace.isEmpty() ? name : name + " of " + namespace;
    return part.isEmpty() ? where : part + " of " + where;
  }
}
