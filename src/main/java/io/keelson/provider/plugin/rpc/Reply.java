package io.keelson.provider.plugin.rpc;

/// What came back from a call.
///
/// @param <A> the answer
public sealed interface Reply<A> {
  /// The provider answered; problems are diagnostics in the answer.
  record Answered<A>(A answer) implements Reply<A> {}

  /// No answer came.
  ///
  /// @param description what the connection says about it; text of the provider, perhaps secret
  record Failed<A>(Failure failure, String description) implements Reply<A> {}

  /// Why no answer came.
  enum Failure {
    /// The process ended, or the connection to it.
    LOST,
    /// This version of the provider does not know the method. Nothing was done.
    UNIMPLEMENTED,
    /// The answer is larger than [Connection#LARGEST_MESSAGE].
    TOO_LARGE,
    /// It took longer than it may.
    TOO_LATE,
    /// Nobody waits for the answer any more.
    ABANDONED,
    /// The provider is broken in another way.
    BROKEN
  }
}
