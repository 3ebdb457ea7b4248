package io.keelson.engine.address;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/// A resource in one instance of the component that it stands in; the resource as a whole where it
/// stands in none.
///
/// @param around the keys of the components around it, from the outermost inwards
/// @rule R-CMP-12
public record ResourcePart(ResourceAddress resource, List<InstanceKey> around)
    implements Comparable<ResourcePart> {
  private static final Comparator<ResourcePart> ORDER =
      Comparator.comparing(ResourcePart::resource)
          .thenComparing(
              part -> part.resource.instance(new InstanceKey.None().within(part.around)));

  public ResourcePart {
    around = Collections.unmodifiableList(new ArrayList<>(around));
  }

  /// The part that an instance belongs to.
  public static ResourcePart of(InstanceAddress at) {
    return new ResourcePart(at.resource(), at.key().components());
  }

  /// Whether it stands in these instances of the outermost components.
  public boolean isIn(List<InstanceKey> outer) {
    return around.size() >= outer.size() && around.subList(0, outer.size()).equals(outer);
  }

  @Override
  public int compareTo(ResourcePart other) {
    return ORDER.compare(this, other);
  }
}
