package io.keelson.provider.pulumi;

import io.keelson.provider.pulumi.wire.Property;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Tells a provider what is declared, where some of it is only hidden from people: to the provider
/// that is the secret that it was before, and else none.
///
/// @rule R-PUL-42
final class HiddenInputs {
  private HiddenInputs() {}

  /// What is declared, with what is hidden of it as a secret where it was one before.
  ///
  /// @param hidden what is declared, with all that is hidden as a secret
  static Property.Fields told(
      Property.Fields declared, Property.Fields hidden, Property.Fields before) {
    var told = new TreeMap<>(declared.fields());
    told.replaceAll((name, each) -> told(each, hidden.at(name), before.at(name)));
    return new Property.Fields(told);
  }

  private static Property told(Property declared, Property hidden, Property before) {
    if (hidden instanceof Property.Secret whole)
      return before instanceof Property.Secret ? hidden : told(declared, whole.parts(), before);
    if (declared instanceof Property.Fields now
        && hidden instanceof Property.Fields all
        && before instanceof Property.Fields old) return told(now, all, old);
    if (declared instanceof Property.Elements(var now)
        && hidden instanceof Property.Elements(var all)
        && before instanceof Property.Elements(var old)
        && now.size() == all.size()
        && now.size() == old.size())
      return new Property.Elements(
          IntStream.range(0, now.size())
              .mapToObj(i -> told(now.get(i), all.get(i), old.get(i)))
              .toList());
    return declared;
  }
}
