package io.keelson.provider.plugin.wire;

import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.List;

/// The element type of a collection that was read, where the declared one leaves it open.
final class ElementTypes {
  private ElementTypes() {}

  /// What all elements are, if they are all the same; else what is declared.
  static Type of(Type declared, Collection<? extends Value> elements) {
    if (!declared.hasDynamic()) return declared;
    List<Type> actual = elements.stream().<Type>map(Value::type).distinct().toList();
    return actual.size() == 1 ? actual.getFirst() : declared;
  }
}
