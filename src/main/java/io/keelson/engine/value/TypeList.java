package io.keelson.engine.value;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.RandomAccess;

/// The types of a tuple's elements. Keeps their hash, and whether any is dynamic: parts may be the
/// same type many times over, so computing these again and again would take too long.
final class TypeList extends AbstractList<Type> implements RandomAccess {
  private final Type[] types;
  private final int hash;
  private final boolean dynamic;

  private TypeList(Type[] types) {
    this.types = types;
    this.hash = Arrays.hashCode(types);
    this.dynamic = Arrays.stream(types).anyMatch(Type::hasDynamic);
  }

  static TypeList of(Collection<Type> types) {
    return types instanceof TypeList known ? known : new TypeList(types.toArray(Type[]::new));
  }

  /// Whether any of them is dynamic, or has a part that is.
  boolean hasDynamic() {
    return dynamic;
  }

  @Override
  public Type get(int position) {
    return types[position];
  }

  @Override
  public int size() {
    return types.length;
  }

  @Override
  public boolean equals(Object other) {
    return other == this || super.equals(other);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
