package io.keelson.provider.plugin;

import com.google.protobuf.Message;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Deferral;
import io.keelson.provider.plugin.process.Redaction;
import io.keelson.provider.plugin.rpc.Refusal;
import io.keelson.provider.plugin.rpc.Reply;
import io.keelson.provider.plugin.rpc.Rpc;
import io.keelson.provider.plugin.schema.KnownSchemas;
import io.keelson.provider.plugin.schema.ProviderSchemas;
import io.keelson.provider.plugin.supervision.CallLimit;
import io.keelson.provider.plugin.supervision.LostCall;
import io.keelson.provider.plugin.supervision.ProcessHost;
import io.keelson.provider.plugin.supervision.RunningCall;
import io.keelson.provider.plugin.supervision.Stage;
import io.keelson.provider.plugin.supervision.SupervisedProcess;
import io.keelson.provider.plugin.supervision.Supervision;
import io.keelson.provider.plugin.supervision.Supervisor;
import io.keelson.provider.plugin.supervision.Unusable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The calls to one provider with one configuration, which run at once, as many as come.
final class PluginSession implements AutoCloseable {
  private static final Optional<Deferral> UNCONFIGURED =
      Optional.of(new Deferral(Deferral.Reason.PROVIDER_CONFIG_UNKNOWN, List.of()));

  private final PluginSettings settings;
  private final Reports reports;
  private final ProcessHost host;
  private final PluginStart starts;
  private final Supervisor<PluginProcess> supervisor;

  /// @param known schemas of the same program need not be read again
  PluginSession(PluginSettings settings, ProcessHost host, KnownSchemas known) {
    this.settings = settings;
    this.reports = new Reports(settings.launch().name(), new Redaction());
    this.host = host;
    this.starts = new PluginStart(settings, reports, host, known);
    this.supervisor =
        host.supervise(
            new Supervision(
                settings.launch().name(),
                settings.source(),
                settings.launch().longestCall(),
                settings.idle()),
            starts);
    redaction().hideAlways(settings.launch().secretTexts());
  }

  PluginSettings settings() {
    return settings;
  }

  Reports reports() {
    return reports;
  }

  Redaction redaction() {
    return reports.redaction();
  }

  Supervisor<PluginProcess> supervisor() {
    return supervisor;
  }

  /// The schemas, for which a process is started where they are not known.
  ProviderSchemas schemas() throws Unusable {
    if (starts.schemas().isEmpty()) supervisor.start();
    return starts.schemas().orElseThrow();
  }

  /// What came of a call.
  sealed interface Outcome<A> {
    /// @param stopped why the provider was asked to come to an end meanwhile, as a clause
    record Answered<A>(A answer, Optional<String> stopped) implements Outcome<A> {}

    /// Nothing was done: there was nobody to ask, or it does not know this call.
    record NotSent<A>(List<Diagnostic> diagnostics) implements Outcome<A> {}

    /// The call was sent, and no answer came.
    ///
    /// @param stopped whether it was to come to an end
    record Lost<A>(Diagnostic why, boolean stopped) implements Outcome<A> {}

    /// For calls of which it does not matter whether they were sent, if no answer came.
    default <R> R either(Function<A, R> answered, Function<List<Diagnostic>, R> failed) {
      return switch (this) {
        case Answered<A>(var answer, _) -> answered.apply(answer);
        case NotSent<A>(var diagnostics) -> failed.apply(diagnostics);
        case Lost<A>(var why, _) -> failed.apply(List.of(why));
      };
    }
  }

  /// The answer while something in the provider's own configuration is not known yet: the provider
  /// is not asked at all, because many take what is missing for a default, and look elsewhere.
  Optional<Deferral> deferral() {
    return settings.process().configuration().whollyKnown() ? Optional.empty() : UNCONFIGURED;
  }

  /// Sends a call once, and waits for as long as it takes.
  <Q extends Message, A extends Message> Outcome<A> send(Stage stage, Rpc<Q, A> rpc, Q request) {
    return send(stage, rpc, request, Optional.empty());
  }

  /// Sends a call once, and waits until it has come to its end.
  ///
  /// @param timeout after which this call is asked to end; empty for the limit of all calls
  <Q extends Message, A extends Message> Outcome<A> send(
      Stage stage, Rpc<Q, A> rpc, Q request, Optional<Duration> timeout) {
    return send(stage, rpc, request, timeout, Optional.empty());
  }

  /// @param patience after which nobody waits for the answer any more
  private <Q extends Message, A extends Message> Outcome<A> send(
      Stage stage,
      Rpc<Q, A> rpc,
      Q request,
      Optional<Duration> timeout,
      Optional<Duration> patience) {
    RunningCall<PluginProcess> call;
    try {
      call = supervisor.enter(stage, timeout, CallLimit.Origin.RESOURCE);
    } catch (Unusable e) {
      return new Outcome.NotSent<>(e.diagnostics());
    }
    var process = call.process();
    try {
      var connection = process.program().connection();
      var reply =
          patience.isPresent()
              ? connection.call(rpc, request, patience.get())
              : AwaitedAnswer.of(() -> connection.call(rpc, request));
      return switch (reply) {
        case Reply.Answered<A>(var answer) -> {
          supervisor.worked();
          if (stage == Stage.CONFIGURED && (rpc == Rpc.APPLY || Refusal.is(answer)))
            process.outdate();
          var stopped = process.stopped();
          yield new Outcome.Answered<>(
              stopped.map(why -> Refusal.explained(answer, Reports.stopped(why))).orElse(answer),
              stopped);
        }
        case Reply.Failed<A>(var failure, var description) ->
            failed(process, rpc, failure, description);
      };
    } finally {
      supervisor.leave(call);
    }
  }

  /// Sends a call that changes nothing: once more, if the process ended meanwhile by itself.
  <Q extends Message, A extends Message> Outcome<A> ask(Stage stage, Rpc<Q, A> rpc, Q request) {
    return ask(stage, rpc, request, Optional.empty());
  }

  /// @param timeout after which this call is asked to end; empty for the limit of all calls
  <Q extends Message, A extends Message> Outcome<A> ask(
      Stage stage, Rpc<Q, A> rpc, Q request, Optional<Duration> timeout) {
    var first = send(stage, rpc, request, timeout);
    return first instanceof Outcome.Lost<A>(_, boolean stopped) && !stopped
        ? send(stage, rpc, request, timeout)
        : first;
  }

  /// Sends a call that only computes something, and so does not take long.
  <Q extends Message, A extends Message> Outcome<A> compute(Rpc<Q, A> rpc, Q request) {
    var patience = Optional.of(settings.launch().patience());
    var first = send(Stage.STARTED, rpc, request, Optional.empty(), patience);
    return first instanceof Outcome.Lost<A>
        ? send(Stage.STARTED, rpc, request, Optional.empty(), patience)
        : first;
  }

  private <A> Outcome<A> failed(
      SupervisedProcess<PluginProcess> process,
      Rpc<?, ?> rpc,
      Reply.Failure failure,
      String description) {
    return switch (failure) {
      case UNIMPLEMENTED ->
          new Outcome.NotSent<>(
              List.of(
                  reports.problem(
                      "The provider lacks a feature",
                      settings.launch().name()
                          + " does not know "
                          + rpc
                          + ". Use a newer version of it, or do without.")));
      case LOST ->
          new Outcome.Lost<>(lost(process, rpc, description), process.stopped().isPresent());
      case ABANDONED ->
          new Outcome.Lost<>(told(LostCall.abandoned(settings.launch().name(), rpc)), true);
      case TOO_LARGE, TOO_LATE, BROKEN ->
          new Outcome.Lost<>(
              told(LostCall.unanswered(settings.launch().name(), rpc, description)), false);
    };
  }

  private Diagnostic lost(
      SupervisedProcess<PluginProcess> process, Rpc<?, ?> rpc, String description) {
    var why = told(LostCall.ended(process, settings.launch().name(), rpc, description));
    supervisor.failed(process, List.of(why));
    return why;
  }

  private Diagnostic told(LostCall call) {
    return reports.problem(call.summary(), call.detail());
  }

  @Override
  public void close() {
    host.leave(supervisor);
  }
}
