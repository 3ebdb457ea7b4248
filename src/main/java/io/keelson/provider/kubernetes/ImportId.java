package io.keelson.provider.kubernetes;

import io.keelson.apiserver.ObjectKey;
import java.util.Optional;

/// What names an object to take over: `Deployment.apps/team-shop/web`, the spelling of `id` and,
/// but for the namespace, of kubectl. `Namespace/shop` where there is no namespace; one that is
/// left out is the stack's.
///
/// @param kind with its group, as [ObjectKey#kindName()]
/// @param namespace empty if none is named
record ImportId(String kind, String namespace, String name) {
  static final String FORM =
      "Write it as the attribute id shows it: Kind.group/namespace/name, such as"
          + " Deployment.apps/shop/web, ConfigMap/shop/web or Namespace/shop.";

  /// Empty if the text is something else.
  static Optional<ImportId> parse(String text) {
    var parts = text.split("/", -1);
    int last = parts.length - 1;
    if (last < 1 || last > 2) return Optional.empty();
    var namespace = last == 1 ? "" : parts[1];
    boolean fits =
        !parts[0].isBlank()
            && (last == 1 || KeyPart.NAMESPACE.fits(namespace))
            && !parts[last].isBlank()
            && KeyPart.NAME.fits(parts[last]);
    return fits ? Optional.of(new ImportId(parts[0], namespace, parts[last])) : Optional.empty();
  }

  /// Whether it names an object of the kind that a manifest declares. People write kinds in small
  /// letters, as kubectl prints them.
  boolean isOfKind(ObjectKey declared) {
    return kind.equalsIgnoreCase(declared.kindName());
  }

  /// Whether the id of an import is that of an object, as far as it says. One that leaves out the
  /// namespace may be.
  static boolean areOfOneObject(String written, String own) {
    if (written.equals(own)) return true;
    var one = parse(written);
    var other = parse(own);
    return one.isPresent() && other.isPresent() && one.get().mayBe(other.get());
  }

  private boolean mayBe(ImportId own) {
    return kind.equalsIgnoreCase(own.kind)
        && name.equals(own.name)
        && (namespace.isEmpty() || namespace.equals(own.namespace));
  }

  /// The object, in the API version of a manifest of its kind.
  ObjectKey key(ObjectKey declared) {
    return new ObjectKey(declared.apiVersion(), declared.kind(), namespace, name);
  }
}
