package io.keelson.provider.plugin;

import com.google.protobuf.Message;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Deferral;
import io.keelson.provider.plugin.process.ProviderProcess;
import io.keelson.provider.plugin.process.Redaction;
import io.keelson.provider.plugin.process.RunDirectory;
import io.keelson.provider.plugin.process.StartFailed;
import io.keelson.provider.plugin.proto.Tfplugin.StopProvider;
import io.keelson.provider.plugin.rpc.Reply;
import io.keelson.provider.plugin.rpc.Rpc;
import io.keelson.provider.plugin.schema.Schemas;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One provider with one configuration, and at most one process of it: started when it is needed,
/// again after it ended, and ended when nobody has asked it for a while. Calls run at once, as many
/// as come.
final class Session implements AutoCloseable {
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);
  private static final Optional<Deferral> UNCONFIGURED =
      Optional.of(new Deferral(Deferral.Reason.PROVIDER_CONFIG_UNKNOWN, List.of()));

  private final PluginSettings settings;
  private final RunDirectory directories;
  private final EventLoopGroup loop;
  private final Clock clock;
  private final Redaction redaction = new Redaction();
  private final Reports reports;
  private final Backoff backoff;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Running running;

  /// Processes that get no more calls, and still have some.
  private final Set<Running> leaving = ConcurrentHashMap.newKeySet();

  private final KnownSchemas known;
  private Optional<Schemas> schemas;
  private List<Diagnostic> lastFailure = List.of();
  private boolean closed;

  /// @param known schemas of the same program need not be read again
  Session(
      PluginSettings settings,
      RunDirectory directories,
      EventLoopGroup loop,
      Clock clock,
      KnownSchemas known) {
    this.settings = settings;
    this.directories = directories;
    this.loop = loop;
    this.clock = clock;
    this.backoff = new Backoff(clock);
    this.known = known;
    this.schemas = known.of(settings.process().program());
    this.reports = new Reports(settings.launch().name(), redaction);
    redaction.hideAlways(settings.launch().secretTexts());
  }

  PluginSettings settings() {
    return settings;
  }

  Reports reports() {
    return reports;
  }

  Redaction redaction() {
    return redaction;
  }

  /// The schemas, which stay the same from the first process on.
  Schemas schemas() throws Unusable {
    lock.lock();
    try {
      if (schemas.isEmpty()) running();
      return schemas.orElseThrow();
    } finally {
      lock.unlock();
    }
  }

  /// What came of a call.
  sealed interface Outcome<A> {
    /// @param stopped whether the provider was asked to come to an end meanwhile
    record Answered<A>(A answer, boolean stopped) implements Outcome<A> {}

    /// Nothing was done: there was nobody to ask, or it does not know this call.
    record NotSent<A>(List<Diagnostic> diagnostics) implements Outcome<A> {}

    /// The call was sent, and no answer came.
    record Lost<A>(Diagnostic why) implements Outcome<A> {}

    /// For calls of which it does not matter whether they were sent, if no answer came.
    default <R> R either(Function<A, R> answered, Function<List<Diagnostic>, R> failed) {
      return switch (this) {
        case Answered<A>(var answer, _) -> answered.apply(answer);
        case NotSent<A>(var diagnostics) -> failed.apply(diagnostics);
        case Lost<A>(var why) -> failed.apply(List.of(why));
      };
    }
  }

  /// The answer while something in the provider's own configuration is not known yet: the provider
  /// is not asked at all, because many take what is missing for a default, and look elsewhere.
  Optional<Deferral> deferral() {
    return settings.process().configuration().whollyKnown() ? Optional.empty() : UNCONFIGURED;
  }

  /// How far the provider has to be for a call.
  enum Stage {
    /// It needs no configuration: validation, functions.
    STARTED,
    CONFIGURED
  }

  /// Sends a call once, and waits for as long as it takes.
  <Q extends Message, A extends Message> Outcome<A> send(Stage stage, Rpc<Q, A> rpc, Q request) {
    return send(stage, rpc, request, Optional.empty());
  }

  private <Q extends Message, A extends Message> Outcome<A> send(
      Stage stage, Rpc<Q, A> rpc, Q request, Optional<Duration> patience) {
    Running process;
    try {
      process = enter(stage);
    } catch (Unusable e) {
      return new Outcome.NotSent<>(e.diagnostics());
    }
    try {
      var connection = process.connection();
      var reply =
          patience.isPresent()
              ? connection.call(rpc, request, patience.get())
              : connection.call(rpc, request);
      return switch (reply) {
        case Reply.Answered<A>(var answer) -> {
          worked();
          yield new Outcome.Answered<>(answer, process.isStopped());
        }
        case Reply.Failed<A>(var failure, var description) ->
            failed(process, rpc, failure, description);
      };
    } finally {
      leave(process);
    }
  }

  /// Sends a call that changes nothing: once more, if the process ended meanwhile.
  <Q extends Message, A extends Message> Outcome<A> ask(Stage stage, Rpc<Q, A> rpc, Q request) {
    var first = send(stage, rpc, request);
    return first instanceof Outcome.Lost<A> ? send(stage, rpc, request) : first;
  }

  /// Sends a call that only computes something, and so does not take long.
  <Q extends Message, A extends Message> Outcome<A> compute(Rpc<Q, A> rpc, Q request) {
    var patience = Optional.of(settings.launch().patience());
    var first = send(Stage.STARTED, rpc, request, patience);
    return first instanceof Outcome.Lost<A> ? send(Stage.STARTED, rpc, request, patience) : first;
  }

  private <A> Outcome<A> failed(
      Running process, Rpc<?, ?> rpc, Reply.Failure failure, String description) {
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
      case LOST -> new Outcome.Lost<>(lost(process, rpc, description));
      case TOO_LARGE, TOO_LATE, BROKEN ->
          new Outcome.Lost<>(
              reports.problem(
                  "The provider did not answer",
                  settings.launch().name()
                      + " was asked for "
                      + rpc
                      + ", and answered "
                      + description
                      + ". Report it to those who make the provider."));
    };
  }

  private Diagnostic lost(Running process, Rpc<?, ?> rpc, String description) {
    var end = process.end();
    var why =
        reports.problem(
            "The provider ended during a call",
            settings.launch().name()
                + " ended while it worked on "
                + rpc
                + " ("
                + description
                + "). "
                + end);
    if (retire(process)) failedWith(List.of(why));
    return why;
  }

  private Running enter(Stage stage) throws Unusable {
    Running process;
    lock.lock();
    try {
      process = running();
      process.enter();
    } finally {
      lock.unlock();
    }
    try {
      if (stage == Stage.CONFIGURED) process.configure();
      return process;
    } catch (Unusable e) {
      // A provider is configured once: the next try needs a new process.
      if (retire(process)) failedWith(e.diagnostics());
      leave(process);
      throw e;
    }
  }

  private void leave(Running process) {
    if (process.leave(clock.instant())) end(process);
  }

  private void worked() {
    lock.lock();
    try {
      backoff.worked();
    } finally {
      lock.unlock();
    }
  }

  private void failedWith(List<Diagnostic> diagnostics) {
    lock.lock();
    try {
      backoff.failed();
      lastFailure = diagnostics;
    } finally {
      lock.unlock();
    }
  }

  /// The process, started if there is none. With the lock.
  private Running running() throws Unusable {
    if (closed) throw new IllegalStateException("the session is closed");
    var current = running;
    if (current != null && current.isAlive()) return current;
    if (current != null) retire(current);
    if (backoff.pause().isPositive()) throw new Unusable(lastFailure);
    try {
      var process = ProviderProcess.start(settings.launch(), directories, loop, redaction);
      var started = new Running(settings, reports, process, clock.instant());
      schemas = Optional.of(known.share(settings.process().program(), started.schemas(schemas)));
      running = started;
      return started;
    } catch (StartFailed e) {
      var summary = "The provider does not start";
      throw unusable(
          List.of(
              e.mayPass()
                  ? reports.problem(summary, e.reason())
                  : reports.unfit(summary, e.reason())));
    } catch (Unusable e) {
      throw unusable(e.diagnostics());
    }
  }

  private Unusable unusable(List<Diagnostic> diagnostics) {
    backoff.failed();
    lastFailure = diagnostics;
    return new Unusable(diagnostics);
  }

  /// No call gets to this process any more; it ends after those that run.
  ///
  /// @return whether it was in use until now
  private boolean retire(Running process) {
    boolean first;
    lock.lock();
    try {
      first = running == process;
      if (first) running = null;
    } finally {
      lock.unlock();
    }
    leaving.add(process);
    if (process.retire()) end(process);
    return first;
  }

  private void end(Running process) {
    process.close();
    leaving.remove(process);
  }

  /// How many calls run.
  int calls() {
    var current = current();
    return current.map(Running::calls).orElse(0);
  }

  /// Asks the calls that run to come to an end. The process does not survive it: a new one has no
  /// memory of having been stopped.
  void stop() {
    var current = current();
    if (current.isEmpty()) return;
    current.get().stopped();
    current
        .get()
        .connection()
        .call(Rpc.STOP, StopProvider.Request.getDefaultInstance(), STOP_PATIENCE);
    retire(current.get());
  }

  private Optional<Running> current() {
    lock.lock();
    try {
      return Optional.ofNullable(running);
    } finally {
      lock.unlock();
    }
  }

  /// Ends the process if nobody has asked it for as long as the settings say.
  void rest(Instant now) {
    var current = current();
    if (current.isPresent() && current.get().isIdle(now.minus(settings.idle())))
      retire(current.get());
  }

  @Override
  public void close() {
    Running last;
    lock.lock();
    try {
      closed = true;
      last = running;
      running = null;
    } finally {
      lock.unlock();
    }
    if (last != null) last.close();
    leaving.forEach(this::end);
  }
}
