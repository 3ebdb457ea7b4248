package io.keelson.provider.plugin.process;

import io.keelson.provider.plugin.rpc.ProcessConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Consumer;

/// How one process of a protocol is started, tells that it is ready, and is connected to then.
///
/// @param <C> the connection
public interface Greeting<C extends ProcessConnection> extends AutoCloseable {
  /// What kind of program is meant, for messages: `Terraform provider`.
  String kind();

  /// Gets ready for the process, before it is started.
  ///
  /// @param output takes what the process says by other ways than its streams
  /// @return the arguments that it is started with
  /// @throws IOException if something that it needs of this host cannot be had
  List<String> begin(Consumer<String> output) throws IOException;

  /// What the process finds in its environment because of the protocol.
  ///
  /// @param directory private to the process
  SortedMap<String, String> environment(Path directory);

  /// Whether a declared variable would break the protocol, so that it is left out.
  boolean owns(String variable);

  /// Whether a line of standard output is meant as the greeting. Lines before are kept for the case
  /// that none is.
  boolean begins(String line);

  /// Connects to the process.
  ///
  /// @param line for which [#begins] holds
  /// @throws Unacceptable if the process says something that this host does not understand, or does
  ///   not accept
  /// @throws IOException if it cannot be connected to
  C connect(String line) throws Unacceptable, IOException;

  /// Called once where the process does not come to be connected to. Otherwise the connection owns
  /// what the greeting holds.
  @Override
  void close();

  /// A greeting that is none.
  final class Unacceptable extends Exception {
    private static final long serialVersionUID = 1L;

    /// @param why a clause about the process, and what to do
    public Unacceptable(String why) {
      super(why);
    }
  }
}
