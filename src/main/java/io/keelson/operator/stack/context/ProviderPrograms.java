package io.keelson.operator.stack.context;

import io.keelson.engine.provider.ConfigurableProvider;
import java.util.List;
import java.util.Optional;

/// The providers of the cluster that this process has installed.
public interface ProviderPrograms {
  /// Whether a provider can be used.
  sealed interface Program {
    /// @param source its full address
    /// @param type the prefix of the names of its types, such as `aws`
    record Usable(String source, String type, Maker maker) implements Program {}

    /// @param type the prefix of the names of its types, if that is known
    /// @param why a sentence that says what is waited for, or what has to be corrected
    record Unusable(Optional<String> type, String why) implements Program {}

    /// The provider is being installed: whether it can be used is known soon.
    record Coming() implements Program {}
  }

  /// A Provider that may be used without a ProviderConfig.
  ///
  /// @param provider its name
  /// @param type the prefix of the names of its types
  record Implicit(String provider, String type, Program program) {}

  /// What a provider is made for: one configuration of one Stack.
  ///
  /// @param uid of the Stack
  /// @param configuration its name
  /// @param telling the arguments that tell which real system is meant; without a list, all that
  ///   are not secret
  /// @param naming how objects are named that are declared without a name; empty for as the
  ///   provider does
  record Use(
      StackKey stack,
      String uid,
      String configuration,
      Optional<List<String>> telling,
      Optional<Naming> naming) {
    /// For who only wants to know which types there are.
    public static final Use TYPES =
        new Use(new StackKey("", ""), "", "", Optional.empty(), Optional.empty());
  }

  /// How objects are named that are declared without a name.
  ///
  /// @param pattern of their names; empty if there is to be none
  /// @param enforced whether the provider may not change it
  record Naming(Optional<String> pattern, boolean enforced) {}

  /// Makes the provider for one use.
  interface Maker {
    ConfigurableProvider make(Use use);
  }

  /// Whether the name of a type has the prefix of a provider.
  ///
  /// @param provider the prefix, such as `aws`
  static boolean fits(String type, String provider) {
    return type.equals(provider) || type.startsWith(provider + "_");
  }

  /// @param provider the name of the Provider
  Program named(String provider);

  /// @param source the address that records hold
  Program from(String source);

  /// The provider of the types with a prefix. If several have it, it is the Provider whose name is
  /// the prefix: they may be different versions, and nothing else says which is meant.
  ///
  /// @param type the prefix of the types
  Program ofType(String type);

  /// The Providers that may be used without a ProviderConfig.
  ///
  /// @rule R-PUL-60
  List<Implicit> implicit();

  /// The answer that there is no Provider of a type.
  static Program none(String type) {
    return new Program.Unusable(
        Optional.of(type), "There is no Provider whose types begin with '%s_'.".formatted(type));
  }

  /// Whether every Provider of the cluster is known.
  boolean knowsAll();
}
