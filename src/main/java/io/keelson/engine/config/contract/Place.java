package io.keelson.engine.config.contract;

import io.keelson.engine.value.Type;

/// A place in a type, such as `network.subnets[*]`; nothing for the whole.
record Place(String path) {
  static final Place WHOLE = new Place("");
  private static final int LONGEST_TYPE = 200;

  Place attribute(String name) {
    return new Place(path.isEmpty() ? name : path + "." + name);
  }

  Place position(int index) {
    return new Place(path + "[" + index + "]");
  }

  Place anyElement() {
    return new Place(path + "[*]");
  }

  /// A clause that says what the type at this place was, and is.
  String differs(Type was, Type is) {
    return this + " was " + shown(was) + " and is " + shown(is);
  }

  private static String shown(Type type) {
    var text = type.toString();
    return text.length() > LONGEST_TYPE ? type.outline() : text;
  }

  @Override
  public String toString() {
    return path.isEmpty() ? "it" : "'" + path + "'";
  }
}
