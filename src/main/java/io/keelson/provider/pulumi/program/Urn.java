package io.keelson.provider.pulumi.program;

import io.keelson.engine.address.ResourceAddress;
import java.util.Locale;
import java.util.Optional;

/// What programs call a resource or a component.
///
/// @param scope of the stack, such as `urn:pulumi:shop::prod`
/// @param types of those around it and its own, with `$` between
/// @rule R-PRG-21
record Urn(String scope, String types, String name) {
  private static final String SEPARATOR = "::";
  private static final int SCOPE_PARTS = 2;

  /// What the outermost has for a parent: it leaves no trace in the types of what is inside.
  private static final String STACK = "pulumi:pulumi:Stack";

  static Urn stack(String scope, String name) {
    return new Urn(scope, STACK, name);
  }

  /// A resource outside of the component that the program is run for.
  static Urn outside(String scope, ResourceAddress at) {
    var kind =
        at.mode() == ResourceAddress.Mode.MANAGED
            ? "index"
            : at.mode().name().toLowerCase(Locale.ROOT);
    var in = at.in().names();
    var name = in.isEmpty() ? at.name() : String.join(".", in) + "." + at.name();
    return new Urn(scope, "keelson:" + kind + ":" + at.type(), name);
  }

  static Urn provider(String scope, String pack) {
    return new Urn(scope, "pulumi:providers:" + pack, pack);
  }

  /// Something that has this for a parent.
  Urn child(String type, String name) {
    return new Urn(scope, types.equals(STACK) ? type : types + "$" + type, name);
  }

  /// The last of the types.
  String type() {
    return types.substring(types.lastIndexOf('$') + 1);
  }

  /// What is around it; empty if nothing is.
  String around() {
    return types.substring(0, Math.max(0, types.lastIndexOf('$')));
  }

  /// Empty if the text is no URN.
  static Optional<Urn> parse(String text) {
    int scope = text.indexOf(SEPARATOR);
    for (int i = 1; i < SCOPE_PARTS && scope >= 0; i++)
      scope = text.indexOf(SEPARATOR, scope + SEPARATOR.length());
    if (scope < 0) return Optional.empty();
    int types = text.indexOf(SEPARATOR, scope + SEPARATOR.length());
    return types < 0
        ? Optional.empty()
        : Optional.of(
            new Urn(
                text.substring(0, scope),
                text.substring(scope + SEPARATOR.length(), types),
                text.substring(types + SEPARATOR.length())));
  }

  @Override
  public String toString() {
    return scope + SEPARATOR + types + SEPARATOR + name;
  }
}
