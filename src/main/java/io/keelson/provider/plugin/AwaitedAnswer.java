package io.keelson.provider.plugin;

import io.grpc.Context;
import io.keelson.engine.graph.StopSignal;
import java.util.function.Supplier;

/// An answer that is waited for as long as somebody wants it: a question of a plan that is of no
/// use any more is abandoned, however long its provider thinks.
public final class AwaitedAnswer {
  private AwaitedAnswer() {}

  /// Makes a call, and cancels it when the signal is set that this thread heeds.
  ///
  /// @param call made once, by this thread
  public static <T> T of(Supplier<T> call) {
    var heeded = StopSignal.heeded();
    if (heeded.isEmpty()) return call.get();
    var context = Context.current().withCancellation();
    try (context;
        var _ = heeded.get().whenSet(() -> context.cancel(null))) {
      var around = context.attach();
      try {
        return call.get();
      } finally {
        context.detach(around);
      }
    }
  }
}
