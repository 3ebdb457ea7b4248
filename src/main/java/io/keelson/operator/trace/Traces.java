package io.keelson.operator.trace;

import java.util.Map;

/// A span for each plan and each apply, and within them one for each call of a provider. Spans have
/// names, digests and codes, and never a value, an address, or a message of a provider.
public interface Traces extends AutoCloseable {
  /// Makes no spans.
  Traces NONE = new NoTraces();

  /// What the variables of OpenTelemetry ask for. Nothing of its SDK is loaded if they ask for no
  /// traces. What they have wrong is told in the log, and there are no traces.
  ///
  /// @param environment of the process
  static Traces of(Map<String, String> environment) {
    return new TraceEnvironment(environment).traces();
  }

  Span plan(String namespace, String stack);

  Span apply(String namespace, String stack);

  /// @param provider its source address, or `builtin` and `kubernetes`
  Span call(String provider, String method);

  /// Sends what is left, for a moment at most.
  @Override
  void close();

  /// Begins when it is made, and ends when it is closed, by the same thread. What this thread and
  /// those that it starts begin meanwhile is within it.
  interface Span extends AutoCloseable {
    void plan(String name);

    void digest(String digest);

    /// Without this it ends as failed, for a reason that is not known.
    ///
    /// @param how a word of a closed set
    void ended(String how, boolean well);

    @Override
    void close();
  }
}
