package io.keelson.provider.pulumi;

import com.google.protobuf.Message;
import io.grpc.ClientInterceptor;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Deferral;
import io.keelson.provider.plugin.AwaitedAnswer;
import io.keelson.provider.plugin.SecretTexts;
import io.keelson.provider.plugin.process.Redaction;
import io.keelson.provider.plugin.rpc.Reply;
import io.keelson.provider.plugin.supervision.CallLimit;
import io.keelson.provider.plugin.supervision.LostCall;
import io.keelson.provider.plugin.supervision.ProcessHost;
import io.keelson.provider.plugin.supervision.RunningCall;
import io.keelson.provider.plugin.supervision.Stage;
import io.keelson.provider.plugin.supervision.SupervisedProcess;
import io.keelson.provider.plugin.supervision.Supervision;
import io.keelson.provider.plugin.supervision.Supervisor;
import io.keelson.provider.plugin.supervision.Unusable;
import io.keelson.provider.pulumi.proto.Pulumi.ErrorResourceInitFailed;
import io.keelson.provider.pulumi.rpc.PulumiReply;
import io.keelson.provider.pulumi.rpc.PulumiRpc;
import io.keelson.provider.pulumi.schema.PackageSchema;
import io.keelson.provider.pulumi.value.PropertyValues;
import io.keelson.provider.pulumi.wire.Property;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/// The calls to one Pulumi provider with one configuration, which run at once, as many as come.
final class PulumiSession implements AutoCloseable {
  private static final Optional<Deferral> UNCONFIGURED =
      Optional.of(new Deferral(Deferral.Reason.PROVIDER_CONFIG_UNKNOWN, List.of()));

  private final PulumiSettings settings;
  private final PulumiReports reports;
  private final ProcessHost host;
  private final PulumiStart starts;
  private final Supervisor<PulumiProcess> supervisor;

  /// @param watchers see every call to the provider
  /// @param known the schema of the same program, if somebody has read it
  PulumiSession(
      PulumiSettings settings,
      ProcessHost host,
      List<ClientInterceptor> watchers,
      Optional<PackageSchema> known) {
    this.settings = settings;
    this.reports = new PulumiReports(settings.launch().name(), new Redaction());
    this.host = host;
    this.starts = new PulumiStart(settings, reports, host, watchers, known);
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

  PulumiSettings settings() {
    return settings;
  }

  PulumiReports reports() {
    return reports;
  }

  Redaction redaction() {
    return reports.redaction();
  }

  /// From now on the secrets among what is sent are not shown: the provider may repeat them.
  void hide(Property.Fields sent) {
    if (SecretEcho.isSecret(sent))
      redaction().hide(SecretTexts.in(PropertyValues.any(sent).unmark()));
  }

  Supervisor<PulumiProcess> supervisor() {
    return supervisor;
  }

  /// The schema of the package, for which a process is started where it is not known.
  PackageSchema schema() throws Unusable {
    if (starts.schema().isEmpty()) supervisor.start();
    return starts.schema().orElseThrow();
  }

  /// The answer while something in the provider's own configuration is not known yet.
  Optional<Deferral> deferral() {
    return settings.process().known() ? Optional.empty() : UNCONFIGURED;
  }

  /// What came of a call.
  sealed interface Outcome<A> {
    /// @param abilities of the process that answered
    record Answered<A>(A answer, PulumiProcess.Abilities abilities) implements Outcome<A> {}

    /// The provider said no. Nothing was done, but for what it says.
    ///
    /// @param stopped whether it had been asked to come to an end
    record Refused<A>(Diagnostic why, Optional<ErrorResourceInitFailed> unfinished, boolean stopped)
        implements Outcome<A> {}

    /// Nothing was done: there was nobody to ask, or it does not know this call.
    record NotSent<A>(List<Diagnostic> diagnostics) implements Outcome<A> {}

    /// The call was sent, and no answer came.
    ///
    /// @param stopped whether it was to come to an end
    record Lost<A>(Diagnostic why, boolean stopped) implements Outcome<A> {}

    /// For calls of which it does not matter whether they were sent, if no answer came.
    default <R> R either(Function<Answered<A>, R> answered, Function<List<Diagnostic>, R> failed) {
      return switch (this) {
        case Answered<A> given -> answered.apply(given);
        case Refused<A>(var why, _, _) -> failed.apply(List.of(why));
        case NotSent<A>(var diagnostics) -> failed.apply(diagnostics);
        case Lost<A>(var why, _) -> failed.apply(List.of(why));
      };
    }
  }

  /// Sends a call that may change something, once, and waits until it has come to its end.
  ///
  /// @param request made for what the provider can do
  /// @param timeout after which this call is asked to end; empty for the limit of all calls
  <Q extends Message, A extends Message> Outcome<A> send(
      PulumiRpc<Q, A> rpc,
      Function<PulumiProcess.Abilities, Q> request,
      Optional<Duration> timeout) {
    return sent(rpc, request, timeout, SupervisedProcess::outdate);
  }

  private <Q extends Message, A extends Message> Outcome<A> sent(
      PulumiRpc<Q, A> rpc,
      Function<PulumiProcess.Abilities, Q> request,
      Optional<Duration> timeout,
      Consumer<SupervisedProcess<PulumiProcess>> afterwards) {
    RunningCall<PulumiProcess> call;
    try {
      call = supervisor.enter(Stage.CONFIGURED, timeout, CallLimit.Origin.TOLD);
    } catch (Unusable e) {
      return new Outcome.NotSent<>(e.diagnostics());
    }
    var process = call.process().program();
    try {
      var abilities = process.abilities();
      var asked = request.apply(abilities);
      var reply = AwaitedAnswer.of(() -> process.connection().call(rpc, asked));
      afterwards.accept(call.process());
      return outcome(call.process(), rpc, abilities, reply);
    } finally {
      supervisor.leave(call);
    }
  }

  /// Sends a call during which the provider asks its host for things. It may take as long as that
  /// takes; what the provider does in between has the limit of all calls.
  ///
  /// @param request made for what the provider can do; may keep the talk, and end it
  <Q extends Message, A extends Message> Outcome<A> talk(
      PulumiRpc<Q, A> rpc, BiFunction<Talk, PulumiProcess.Abilities, Q> request) {
    RunningCall<PulumiProcess> call;
    try {
      call = supervisor.enterTalk(Stage.CONFIGURED);
    } catch (Unusable e) {
      return new Outcome.NotSent<>(e.diagnostics());
    }
    var process = call.process().program();
    try (var talk = new Talk(supervisor, call)) {
      var abilities = process.abilities();
      var asked = request.apply(talk, abilities);
      var reply = talk.during(() -> process.connection().call(rpc, asked));
      var over = talk.givenUp();
      return over.isPresent()
          ? new Outcome.Lost<>(reports.problem("The program was given up", over.get()), true)
          : outcome(call.process(), rpc, abilities, reply);
    } finally {
      supervisor.leave(call);
    }
  }

  private <A> Outcome<A> outcome(
      SupervisedProcess<PulumiProcess> process,
      PulumiRpc<?, ?> rpc,
      PulumiProcess.Abilities abilities,
      PulumiReply<A> reply) {
    return switch (reply) {
      case PulumiReply.Answered<A>(var answer) -> {
        supervisor.worked();
        yield new Outcome.Answered<>(answer, abilities);
      }
      case PulumiReply.Refused<A>(var message, var unfinished) -> {
        supervisor.worked();
        process.outdate();
        yield new Outcome.Refused<>(
            reports.refused(message, process.stopped()), unfinished, process.stopped().isPresent());
      }
      case PulumiReply.Failed<A>(var failure, var description) ->
          failed(process, rpc, failure, description);
    };
  }

  /// For what listens to providers.
  EventLoopGroup loop() {
    return host.loop();
  }

  /// Sends a call that changes nothing, such as a preview: once more, if the process ended
  /// meanwhile by itself.
  <Q extends Message, A extends Message> Outcome<A> ask(
      PulumiRpc<Q, A> rpc,
      Function<PulumiProcess.Abilities, Q> request,
      Optional<Duration> timeout) {
    var first = sent(rpc, request, timeout, _ -> {});
    return first instanceof Outcome.Lost<A>(_, boolean stopped) && !stopped
        ? sent(rpc, request, timeout, _ -> {})
        : first;
  }

  private <A> Outcome<A> failed(
      SupervisedProcess<PulumiProcess> process,
      PulumiRpc<?, ?> rpc,
      Reply.Failure failure,
      String description) {
    return switch (failure) {
      case UNIMPLEMENTED -> new Outcome.NotSent<>(List.of(reports.lacking(rpc)));
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
      SupervisedProcess<PulumiProcess> process, PulumiRpc<?, ?> rpc, String description) {
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
