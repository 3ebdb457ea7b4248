package io.keelson.operator.provider;

import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.stack.context.ProviderPrograms.Program;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Gets the packages of providers from their sources, and starts their programs.
public interface ProviderInstaller extends AutoCloseable {
  /// The outcome of an installation.
  sealed interface Installed {
    record Ready(Facts facts, Program.Usable program) implements Installed {}

    /// @param message whole sentences: what happened, why, and what to do
    /// @param mayPass whether trying again later may help although nobody changes anything
    record Failed(String message, boolean mayPass) implements Installed {}

    /// The program, or why there is none, for those who want to use the provider.
    ///
    /// @param type the prefix of the names of its types, if that is known
    default Program program(Provider provider, Optional<String> type) {
      return switch (this) {
        case Ready(_, var program) -> program;
        case Failed(var message, _) ->
            new Program.Unusable(
                type,
                "The Provider '%s' cannot be used: %s"
                    .formatted(provider.getMetadata().getName(), message));
      };
    }
  }

  /// What is known of an installed provider.
  ///
  /// @param address its source as a full address
  /// @param platform what it is built for, such as `linux_amd64`
  /// @param hashes of the package
  /// @param verified what it was compared with: `Signature`, `Checksum` or `Nothing`
  /// @param proof in words what it was compared with, such as `verified by checksum …`
  /// @param from the place that the package came from
  /// @param protocol the version of the plugin protocol that it speaks; empty for a protocol
  ///   without versions
  /// @param types how many resource types it has
  /// @param warnings problems that did not stop the installation
  record Facts(
      String address,
      String version,
      String platform,
      List<String> hashes,
      String verified,
      String proof,
      String from,
      OptionalInt protocol,
      int types,
      List<String> warnings) {}

  /// Installs a provider, starts it once, and asks what it offers. May take minutes.
  Installed install(Provider provider);

  /// The prefix of the names of its types; empty if its source is no address.
  Optional<String> type(Provider provider);

  /// Asks all running calls to end soon, and does not wait for them.
  void stop();

  /// Ends all processes of providers.
  @Override
  void close();
}
