package io.keelson.operator.state;

import io.keelson.engine.address.ResourceAddress;
import java.util.Map;

/// The labels, annotations and finalizers of the operator's objects.
public final class Labels {
  /// The finalizer that keeps records, keys and Stacks while something that they describe exists.
  public static final String FINALIZER = "keelson.dev/state";

  public static final String STACK = "keelson.dev/stack";
  public static final String RESOURCE = "keelson.dev/resource";
  public static final String TYPE = "keelson.dev/type";

  /// The annotation of a Stack with the digest of the plan that is approved.
  public static final String APPROVE = "keelson.dev/approve";

  /// The labels of objects that several Stacks may write to.
  public static final Map<String, String> OUTPUTS =
      Map.of("app.kubernetes.io/managed-by", "keelson");

  private static final int LONGEST = 63;

  private Labels() {}

  /// The labels of everything that belongs to a Stack.
  public static Map<String, String> of(String stack) {
    return Map.of(STACK, stack, "app.kubernetes.io/managed-by", "keelson");
  }

  /// The labels of the record of an instance.
  public static Map<String, String> of(String stack, ResourceAddress resource) {
    return Map.of(
        STACK,
        stack,
        RESOURCE,
        value(resource.name()),
        TYPE,
        value(resource.type()),
        "app.kubernetes.io/managed-by",
        "keelson");
  }

  /// A label value for an identifier, which may start or end with characters that label values must
  /// not.
  private static String value(String identifier) {
    var text = identifier.substring(0, Math.min(LONGEST, identifier.length()));
    return text.replaceAll("^[^A-Za-z0-9]+|[^A-Za-z0-9]+$", "");
  }
}
