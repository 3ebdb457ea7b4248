package io.keelson.provider.pulumi.rpc;

import io.keelson.provider.plugin.rpc.Reply;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorResourceInitFailed;
import java.util.Optional;

/// What came back from a call. A provider says that something cannot be done by an error of the
/// call.
///
/// @param <A> the answer
public sealed interface PulumiReply<A> {
  record Answered<A>(A answer) implements PulumiReply<A> {}

  /// The provider says no.
  ///
  /// @param message what it says; perhaps secret
  /// @param unfinished what it has made all the same; empty if it does not say
  record Refused<A>(String message, Optional<ErrorResourceInitFailed> unfinished)
      implements PulumiReply<A> {}

  /// No answer came, or the provider does not know the method.
  ///
  /// @param description what the connection says about it; perhaps secret
  record Failed<A>(Reply.Failure failure, String description) implements PulumiReply<A> {}
}
