package io.keelson.provider.pulumi.naming;

import com.google.protobuf.ByteString;
import io.keelson.provider.pulumi.proto.Pulumi.AutonamingOptions;
import java.util.Optional;

/// How objects are named that are declared without a name.
///
/// @rule R-PRG-9
public sealed interface Autonaming {
  /// As the provider does by itself.
  record OfProvider() implements Autonaming {}

  /// Not at all: a declaration without a name is an error of the provider.
  record Disabled() implements Autonaming {}

  /// @param enforced whether the provider may not change the name, as to make it shorter
  record ByPattern(NamePattern pattern, boolean enforced) implements Autonaming {}

  /// By a pattern; without one, not at all.
  static Autonaming of(Optional<String> pattern, boolean enforced) {
    return pattern
        .<Autonaming>map(text -> new ByPattern(new NamePattern(text), enforced))
        .orElseGet(Disabled::new);
  }

  /// What the provider is told; empty if nothing.
  ///
  /// @param seed of what is drawn: the same seed gives the same name
  default Optional<AutonamingOptions> options(NamePattern.Facts facts, ByteString seed) {
    return switch (this) {
      case OfProvider _ -> Optional.empty();
      case Disabled _ ->
          Optional.of(
              AutonamingOptions.newBuilder().setMode(AutonamingOptions.Mode.DISABLE).build());
      case ByPattern(var pattern, var enforced) ->
          Optional.of(
              AutonamingOptions.newBuilder()
                  .setProposedName(pattern.name(facts, seed))
                  .setMode(
                      enforced ? AutonamingOptions.Mode.ENFORCE : AutonamingOptions.Mode.PROPOSE)
                  .build());
    };
  }

  /// Whether an object that takes another's place may get its name, so that there cannot be two.
  default boolean repeats() {
    return switch (this) {
      case OfProvider _ -> false;
      case Disabled _ -> true;
      case ByPattern(var pattern, _) -> !pattern.draws();
    };
  }
}
