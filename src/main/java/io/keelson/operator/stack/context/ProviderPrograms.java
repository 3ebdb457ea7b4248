package io.keelson.operator.stack.context;

import io.keelson.engine.provider.ConfigurableProvider;
import java.util.List;
import java.util.Optional;

/// The providers of the cluster that this process has installed.
public interface ProviderPrograms {
  /// Whether a provider can be used.
  sealed interface Program {
    /// @param source its full address
    /// @param type what the names of its types begin with, such as `aws`
    record Usable(String source, String type, Maker maker) implements Program {}

    /// @param type what the names of its types begin with, if that is known
    /// @param why a sentence that says what is waited for, or has to be mended
    record Unusable(Optional<String> type, String why) implements Program {}

    /// It will be known soon whether it can be used.
    record Coming() implements Program {}
  }

  /// A Provider that may be used without a ProviderConfig.
  ///
  /// @param provider its name
  /// @param type what the names of its types begin with
  record Implicit(String provider, String type, Program program) {}

  /// Makes what one provider configuration of one Stack needs.
  interface Maker {
    /// @param telling the arguments that tell which real system is meant; without a list all that
    ///   are not secret do
    ConfigurableProvider make(Optional<List<String>> telling);
  }

  /// Whether a type is called as those of a provider are.
  ///
  /// @param provider what its types begin with, such as `aws`
  static boolean fits(String type, String provider) {
    return type.equals(provider) || type.startsWith(provider + "_");
  }

  /// @param provider the name of the Provider
  Program named(String provider);

  /// @param source what records call it
  Program from(String source);

  /// The one whose types are called so. Of several it is the Provider that is called so itself:
  /// they may be different versions, and nobody says which of them is meant.
  ///
  /// @param type what the names of its types begin with
  Program ofType(String type);

  /// The Providers that may be used without a ProviderConfig.
  ///
  /// @rule R-PUL-60
  List<Implicit> implicit();

  /// Why there is none of a type.
  static Program none(String type) {
    return new Program.Unusable(
        Optional.of(type), "There is no Provider whose types begin with '%s_'.".formatted(type));
  }

  /// Whether every Provider that there is has been heard of.
  boolean knowsAll();
}
