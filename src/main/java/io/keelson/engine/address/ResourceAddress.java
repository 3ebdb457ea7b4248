package io.keelson.engine.address;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The name of a resource, that is of one declared block: `aws_instance.web`, `data.aws_ami.base`
/// or `ephemeral.vault_token.ci`.
public record ResourceAddress(Mode mode, String type, String name)
    implements Comparable<ResourceAddress> {

  /// Whether the resource is managed, only read, or only opened for a while.
  public enum Mode {
    MANAGED(""),
    DATA("data."),
    EPHEMERAL("ephemeral.");

    private final String prefix;

    Mode(String prefix) {
      this.prefix = prefix;
    }

    /// What addresses of this mode begin with.
    String prefix() {
      return prefix;
    }
  }

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*");

  /// @throws IllegalArgumentException if type or name is not an identifier
  public ResourceAddress {
    if (!IDENTIFIER.matcher(type).matches())
      throw new IllegalArgumentException("not a resource type: '" + type + "'");
    if (!IDENTIFIER.matcher(name).matches())
      throw new IllegalArgumentException("not a resource name: '" + name + "'");
  }

  /// The address of a managed resource.
  public static ResourceAddress managed(String type, String name) {
    return new ResourceAddress(Mode.MANAGED, type, name);
  }

  /// Reads `type.name` or `data.type.name`.
  ///
  /// @throws IllegalArgumentException saying what is wrong with the text
  public static ResourceAddress parse(String text) {
    var address = InstanceAddress.parse(text);
    if (!(address.key() instanceof InstanceKey.None))
      throw new IllegalArgumentException("'" + text + "' names an instance, not a resource");
    return address.resource();
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

  /// Managed resources first, then by type and name.
  @Override
  public int compareTo(ResourceAddress other) {
    int byMode = mode.compareTo(other.mode);
    if (byMode != 0) return byMode;
    int byType = type.compareTo(other.type);
    return byType != 0 ? byType : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return mode.prefix() + type + "." + name;
  }
}
