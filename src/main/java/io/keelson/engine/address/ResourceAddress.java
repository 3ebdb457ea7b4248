package io.keelson.engine.address;

import java.util.ArrayList;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// The name of a resource, that is of one declared block: `aws_instance.web`, `data.aws_ami.base`,
/// `ephemeral.vault_token.ci` or `component.shop.aws_instance.web`.
///
/// @param in the component that the block stands in
public record ResourceAddress(ComponentPath in, Mode mode, String type, String name)
    implements Comparable<ResourceAddress> {

  /// Whether the resource is managed, only read, or only opened for a while; or whether it stands
  /// for the run of a component's program.
  public enum Mode {
    MANAGED(""),
    DATA("data."),
    EPHEMERAL("ephemeral."),
    PROGRAM("program.");

    private final String prefix;

    Mode(String prefix) {
      this.prefix = prefix;
    }

    /// What addresses of this mode begin with.
    String prefix() {
      return prefix;
    }
  }

  /// @throws IllegalArgumentException if type or name is not an identifier
  public ResourceAddress {
    if (!isIdentifier(type))
      throw new IllegalArgumentException("not a resource type: '" + type + "'");
    if (type.equals(ComponentPath.WORD))
      throw new IllegalArgumentException(
          "'" + type + "' is no resource type: component.name stands for a component");
    if (!isIdentifier(name))
      throw new IllegalArgumentException("not a resource name: '" + name + "'");
  }

  /// Whether a text is an ASCII letter or `_`, and then any of these, digits and `-`. Addresses are
  /// made often, and a pattern takes several times as long.
  static boolean isIdentifier(String text) {
    if (text.isEmpty() || !isFirst(text.charAt(0))) return false;
    for (int i = 1; i < text.length(); i++) {
      char each = text.charAt(i);
      if (!isFirst(each) && !(each >= '0' && each <= '9') && each != '-') return false;
    }
    return true;
  }

  /// A name as addresses have it: other characters are `_`, which is put in front of a first digit
  /// or `-`, too.
  ///
  /// @rule R-PRG-21
  public static String identifier(String name) {
    var plain = name.replaceAll("[^A-Za-z0-9_-]", "_");
    return isIdentifier(plain) ? plain : "_" + plain;
  }

  private static boolean isFirst(char each) {
    return each >= 'a' && each <= 'z' || each >= 'A' && each <= 'Z' || each == '_';
  }

  /// The address of a resource of the stack itself.
  public ResourceAddress(Mode mode, String type, String name) {
    this(ComponentPath.ROOT, mode, type, name);
  }

  /// This address, in a component.
  public ResourceAddress within(ComponentPath outer) {
    return outer.isRoot() ? this : new ResourceAddress(outer.then(in), mode, type, name);
  }

  /// What the component calls it that it stands in.
  public ResourceAddress local() {
    return in.isRoot() ? this : new ResourceAddress(mode, type, name);
  }

  /// The address of a managed resource.
  public static ResourceAddress managed(String type, String name) {
    return new ResourceAddress(Mode.MANAGED, type, name);
  }

  /// Reads `type.name`, `data.type.name` or `component.name.type.name`.
  ///
  /// @throws IllegalArgumentException saying what is wrong with the text
  public static ResourceAddress parse(String text) {
    var address = InstanceAddress.parse(text);
    var keys = new ArrayList<>(address.key().components());
    keys.add(address.key().own());
    if (!keys.stream().allMatch(InstanceKey.None.class::isInstance))
      throw new IllegalArgumentException("'" + text + "' names an instance, not a resource");
    return address.resource();
  }

  /// Whether the other is the same but for the name.
  public boolean isSibling(ResourceAddress other) {
    return type.equals(other.type) && mode == other.mode && in.equals(other.in);
  }

  /// The address of this resource's instance with the given key.
  public InstanceAddress instance(InstanceKey key) {
    return new InstanceAddress(this, key);
  }

  /// What a map says of this resource's instances.
  public <V> SortedMap<InstanceAddress, V> instancesIn(SortedMap<InstanceAddress, V> all) {
    if (all.isEmpty()) return Collections.emptySortedMap();
    var found = new TreeMap<InstanceAddress, V>();
    for (var entry : all.tailMap(instance(new InstanceKey.None())).entrySet()) {
      if (!entry.getKey().resource().equals(this)) break;
      found.put(entry.getKey(), entry.getValue());
    }
    return found;
  }

  /// Those of the stack itself first, then by component; there managed resources first, then by
  /// type and name.
  ///
  /// @rule R-CMP-2
  @Override
  public int compareTo(ResourceAddress other) {
    if (this == other) return 0;
    int byComponent = in.compareTo(other.in);
    if (byComponent != 0) return byComponent;
    int byMode = mode.compareTo(other.mode);
    if (byMode != 0) return byMode;
    int byType = type.compareTo(other.type);
    return byType != 0 ? byType : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return in.isRoot() ? localText() : in + "." + localText();
  }

  /// What the component calls it that it stands in.
  String localText() {
    return mode.prefix() + type + "." + name;
  }
}
