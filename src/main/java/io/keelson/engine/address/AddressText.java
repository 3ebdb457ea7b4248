package io.keelson.engine.address;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the text of an address from left to right: components, then a resource with its key.
final class AddressText {
  /// A resource type may be called `program`, too, and then only one name follows.
  private static final Pattern RUN = Pattern.compile("program\\.[\\w-]+\\.[\\w-]");

  private static final Pattern NAME = Pattern.compile("[^.\\[\\]\"]*");
  private static final Pattern INDEX = Pattern.compile("\\[(0|[1-9][0-9]{0,9})]");
  private static final String COMPONENT = ComponentPath.WORD + ".";

  private final String text;
  private int at;

  AddressText(String text) {
    this.text = text;
  }

  boolean isAtEnd() {
    return at == text.length();
  }

  /// The components that the address begins with, and the dot behind them.
  ComponentInstance components() {
    var names = new ArrayList<String>();
    var keys = new ArrayList<InstanceKey>();
    while (text.startsWith(COMPONENT, at)) {
      at += COMPONENT.length();
      names.add(name());
      keys.add(key());
      if (!isAtEnd() && (!skipped(".") || isAtEnd())) throw wrong();
    }
    return new ComponentInstance(new ComponentPath(names), keys);
  }

  /// The whole address.
  InstanceAddress instance() {
    var components = components();
    var mode = mode();
    var type = name();
    if (!skipped(".")) throw wrong();
    var name = name();
    var key = key();
    if (!isAtEnd()) throw wrong();
    return new ResourceAddress(components.path(), mode, type, name)
        .instance(key.within(components.keys()));
  }

  /// The address of a resource or of a component.
  MovedName movedName() {
    var components = components();
    if (!components.keys().isEmpty() && isAtEnd()) return MovedName.of(components);
    at = 0;
    return MovedName.of(instance());
  }

  private ResourceAddress.Mode mode() {
    for (var mode : List.of(ResourceAddress.Mode.DATA, ResourceAddress.Mode.EPHEMERAL))
      if (skipped(mode.prefix())) return mode;
    boolean run = RUN.matcher(text).region(at, text.length()).lookingAt();
    if (run && skipped(ResourceAddress.Mode.PROGRAM.prefix())) return ResourceAddress.Mode.PROGRAM;
    return ResourceAddress.Mode.MANAGED;
  }

  private boolean skipped(String word) {
    if (!text.startsWith(word, at)) return false;
    at += word.length();
    return true;
  }

  private String name() {
    Matcher name = NAME.matcher(text).region(at, text.length());
    if (!name.lookingAt() || name.end() == at) throw wrong();
    at = name.end();
    return name.group();
  }

  private InstanceKey key() {
    if (text.startsWith("[\"", at)) {
      var key = QuotedText.unquote(text, at + 1);
      if (!text.startsWith("]", key.end())) throw badKey();
      at = key.end() + 1;
      return new InstanceKey.Key(key.text());
    }
    if (!text.startsWith("[", at)) return new InstanceKey.None();
    Matcher index = INDEX.matcher(text).region(at, text.length());
    if (!index.lookingAt()) throw badKey();
    long value = Long.parseLong(index.group(1));
    if (value > Integer.MAX_VALUE) throw badKey();
    at = index.end();
    return new InstanceKey.Index((int) value);
  }

  private IllegalArgumentException wrong() {
    return new IllegalArgumentException(
        "'"
            + text
            + "' is not an address; write type.name, type.name[0] or type.name[\"key\"]"
            + (text.startsWith(COMPONENT) ? ", with component.name. before it" : ""));
  }

  private IllegalArgumentException badKey() {
    return new IllegalArgumentException(
        "'" + text + "' has no valid instance key; write [0] or [\"key\"]");
  }
}
