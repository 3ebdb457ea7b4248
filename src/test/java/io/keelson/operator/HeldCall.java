package io.keelson.operator;

import io.keelson.provider.pulumi.PulumiWorld;
import java.util.List;
import java.util.Locale;

/// A call of a Pulumi provider in which somebody is killed, about the object of a Stack of its own.
///
/// @param op what is called, as our providers name it
/// @param after whether its effect is done by then
/// @param type of the object
record HeldCall(String op, boolean after, String type) {
  /// Its id is known before the create.
  static final String FINDABLE = "keel_Thing";

  private static final String FIXED = "keel_Fixed";
  private static final String BRIDGED = "sea_Vessel";
  private static final String BARE = "bare_Keys";

  static final List<HeldCall> ALL =
      List.of(
          new HeldCall("checkConfig", false, BARE),
          new HeldCall("configure", false, BARE),
          new HeldCall("check", false, FINDABLE),
          new HeldCall("diff", false, FIXED),
          new HeldCall("read", false, FINDABLE),
          new HeldCall("read", false, BRIDGED),
          new HeldCall("create", false, FINDABLE),
          new HeldCall("create", true, FINDABLE),
          new HeldCall("create", false, FIXED),
          new HeldCall("create", true, FIXED),
          new HeldCall("create", false, BRIDGED),
          new HeldCall("create", true, BRIDGED),
          new HeldCall("update", false, FINDABLE),
          new HeldCall("update", true, FINDABLE),
          new HeldCall("update", false, BRIDGED),
          new HeldCall("update", true, BRIDGED),
          new HeldCall("delete", false, FINDABLE),
          new HeldCall("delete", true, FINDABLE),
          new HeldCall("delete", false, BRIDGED),
          new HeldCall("delete", true, BRIDGED));

  /// Whether the call is about an object that is there already.
  boolean isOfAnObject() {
    return List.of("diff", "read", "update", "delete").contains(op);
  }

  /// Whether the call itself has an effect on the world.
  boolean isEffective() {
    return List.of("create", "update", "delete").contains(op);
  }

  boolean isDelete() {
    return op.equals("delete");
  }

  /// Whether a person has to tell what became of it.
  boolean isAsked() {
    return op.equals("create") && !type.equals(FINDABLE);
  }

  /// The name of the Stack, and of its Resource.
  String stack() {
    var kind = type.substring(type.indexOf('_') + 1);
    return (kind + "-" + op + (after ? "-after" : "-before")).toLowerCase(Locale.ROOT);
  }

  /// The name of the object.
  String object() {
    return stack().replace('-', '_');
  }

  String address() {
    return type + "." + object();
  }

  PulumiWorld.Hold hold() {
    return new PulumiWorld.Hold(op, type.equals(BARE) ? "bare" : object(), after);
  }

  /// The Stack with its Resource.
  ///
  /// @param size of the object, which may be changed
  String declared(int size) {
    return """
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Stack
    metadata: {name: %1$s}
    spec:
      settle: 0s
      removalGrace: 0s
      approval: {mode: Automatic}
      providerConfigs: [keel, sea, bare]
    ---
    apiVersion: keelson.dev/v1alpha1
    kind: Resource
    metadata: {name: %1$s}
    spec:
      stack: %1$s
      type: %2$s
      config: {zone: z1, size: %3$d, label: "%4$s"}
    """
        .formatted(stack(), type, size, label());
  }

  /// By which one is found, and the other named.
  private String label() {
    return type.equals(FINDABLE) ? object() + "-1" : object();
  }
}
