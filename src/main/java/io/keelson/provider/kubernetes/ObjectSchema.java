package io.keelson.provider.kubernetes;

import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Nesting;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.TreeMap;

/// What `kubernetes_object` looks like.
final class ObjectSchema {
  static final String TYPE = "kubernetes_object";

  /// What the user declares: apiVersion, kind, metadata.name and whatever the kind has.
  static final String MANIFEST = "manifest";

  /// What has to be true of the object before those that depend on it go on.
  static final String WAIT = "wait";

  /// The live object, without managedFields, resourceVersion and secrets.
  static final String OBJECT = "object";

  static final String UID = "uid";

  /// `Kind.group/namespace/name`.
  static final String ID = "id";

  private static final Attribute WAIT_ATTRIBUTE =
      new Attribute(
          new Shape.Nested(
              Nesting.SINGLE,
              new TreeMap<>(
                  Map.of(
                      Wait.FOR, Attribute.of(Types.DYNAMIC, Presence.OPTIONAL),
                      Wait.TIMEOUT, Attribute.of(Types.STRING, Presence.OPTIONAL)))),
          Presence.OPTIONAL,
          false,
          false);

  static final Type WAIT_TYPE = WAIT_ATTRIBUTE.type();

  static final Schema SCHEMA =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  MANIFEST, Attribute.of(Types.DYNAMIC, Presence.REQUIRED),
                  WAIT, WAIT_ATTRIBUTE,
                  OBJECT, Attribute.of(Types.DYNAMIC, Presence.COMPUTED),
                  UID, Attribute.of(Types.STRING, Presence.COMPUTED),
                  ID, Attribute.of(Types.STRING, Presence.COMPUTED))));

  private ObjectSchema() {}

  /// No object.
  static Value nothing() {
    return Value.nothing(SCHEMA.type());
  }

  /// One attribute of an object of this type.
  static Value attribute(Value object, String name) {
    return ((Mapping) object).attribute(name);
  }

  /// The uid of a known object; empty if it has none.
  static String uid(Value object) {
    return attribute(object, UID) instanceof Value.Text uid ? uid.text() : "";
  }

  static Value object(Value manifest, Value wait, Value object, Value uid, Value id) {
    return Value.object(Map.of(MANIFEST, manifest, WAIT, wait, OBJECT, object, UID, uid, ID, id));
  }
}
