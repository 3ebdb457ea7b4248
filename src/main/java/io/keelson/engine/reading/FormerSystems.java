package io.keelson.engine.reading;

import io.keelson.engine.config.ProviderConfiguration;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.reading.ProviderSetup.Setup;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.value.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The real systems that provider configurations named before, whose objects are to be replaced by
/// ones in the system that is named now. The configurations that were used there are kept until
/// these objects are gone.
///
/// @rule R-PUL-61
final class FormerSystems {
  private static final int HASH_BYTES = 8;

  private final ProviderSetup setup;
  private final StackConfig config;
  private final Predicate<String> steady;

  /// @param steady whether a configuration depends on no resource, so that it is known at any time
  FormerSystems(ProviderSetup setup, StackConfig config, Predicate<String> steady) {
    this.setup = setup;
    this.config = config;
    this.steady = steady;
  }

  /// The real system in which objects of other systems are to be replaced, as a configuration
  /// declares it; empty if it declares none.
  Optional<String> replacing(String name) {
    return Optional.ofNullable(config.providerConfigurations().get(name))
        .flatMap(ProviderConfiguration::replacingIdentity);
  }

  /// The configuration that reaches what was made in a former system.
  Setup reach(ProviderKey writer) {
    var name = writer.configuration().orElseThrow();
    // The resource may have left a configuration that still names that system.
    if (setup.isDeclared(name) && steady.test(name) && isOf(writer, setup.asDeclared(name)))
      return setup.asDeclared(name);
    var kept = keptAs(writer);
    if (setup.wasUsed(kept)) return setup.asKept(kept, name);
    return setup.wasUsed(name) && isOf(writer, setup.asBefore(name))
        ? setup.asBefore(name)
        : new Setup.Failed(List.of(forgotten(writer)));
  }

  private static boolean isOf(ProviderKey writer, Setup setup) {
    return setup instanceof Setup.Ready ready && ready.identity().equals(writer.identity());
  }

  /// The configuration to keep, so that it can be [#reach]ed later; empty if the system cannot be
  /// reached.
  Optional<Bytes> json(ProviderKey writer) {
    return reach(writer) instanceof Setup.Ready ready ? ready.json() : Optional.empty();
  }

  /// The name under which that configuration is kept. No declared configuration has it.
  static String keptAs(ProviderKey writer) {
    try {
      var hash =
          MessageDigest.getInstance("SHA-256")
              .digest(writer.identity().getBytes(StandardCharsets.UTF_8));
      return writer.configuration().orElseThrow()
          + "_"
          + HexFormat.of().formatHex(hash, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has it", e);
    }
  }

  /// The warning that objects go from one system to another.
  static Diagnostic departure(ProviderKey writer, String name, Setup.Ready ready) {
    return Diagnostic.warning(
        Code.PROVIDER_IDENTITY,
        Subject.part("provider", name),
        "Objects are replaced by ones in another system",
        "They were made in '"
            + writer.identity()
            + "', and the provider configuration names "
            + ready.system()
            + " now, as its annotation keelson.dev/replace-objects demands: they are destroyed"
            + " there, and made anew here.");
  }

  private static Diagnostic forgotten(ProviderKey writer) {
    return Diagnostic.error(
        Code.CREDENTIALS,
        Subject.part("provider", writer.configuration().orElseThrow()),
        "Former provider configuration is missing",
        "Objects of the stack were made in '"
            + writer.identity()
            + "' and are to be replaced, but the configuration that reached that system is not"
            + " recorded, so they cannot be destroyed. Let the ProviderConfig name that system"
            + " again; or destroy them by hand, and let the stack forget them.");
  }
}
