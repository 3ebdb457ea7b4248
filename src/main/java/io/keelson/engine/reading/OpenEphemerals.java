package io.keelson.engine.reading;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.PlanChecks;
import io.keelson.engine.object.ProposedNewState;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.object.Unexpected;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.EphemeralAnswer;
import io.keelson.engine.provider.EphemeralAnswer.Lease;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The ephemeral resources of one planning or applying run: each is opened once, at its first use,
/// renewed as long as the run goes on, and closed at its end in reverse order, whatever became of
/// the run.
///
/// Nothing of them is stored: their values are marked, and
/// [io.keelson.engine.object.EphemeralValues] refuses them wherever something is.
///
/// @rule R-WO-3
/// @rule R-WO-4
public final class OpenEphemerals {
  private final ConfiguredProviders providers;
  private final Map<InstanceAddress, Once> all = new ConcurrentHashMap<>();
  private final Deque<Held> open = new ArrayDeque<>();
  private final List<Diagnostic> later = new ArrayList<>();

  public OpenEphemerals(ConfiguredProviders providers) {
    this.providers = providers;
  }

  /// What can be said of one instance.
  ///
  /// @param value what others see, marked; unknown where it is not open yet
  /// @param isOpen whether the provider has opened it, so that this is its value for the whole run
  public record Usable(Value value, boolean isOpen, List<Diagnostic> warnings) {}

  /// The value that others see; where the provider defers, an error for those who cannot wait for
  /// it.
  public Evaluated evaluated(InstanceAddress at, Answer<Usable> answer) {
    return switch (answer) {
      case Answer.Given(var usable) -> Evaluated.of(usable.value());
      case Answer.Deferred(var deferral) ->
          new Evaluated.Failed(LateDeferral.of(Subject.of(at), provider(at).name(), deferral));
      case Answer.Failed(var diagnostics) -> new Evaluated.Failed(diagnostics);
    };
  }

  private Provider provider(InstanceAddress at) {
    return providers.toConverge(at.resource()).orElseThrow();
  }

  /// Many threads ask at the same time; only one of them finds out.
  private static final class Once {
    private @Nullable Answer<Usable> settled;

    synchronized Answer<Usable> get(Supplier<Answer<Usable>> find) {
      if (settled != null) return settled;
      var found = find.get();
      if (!(found instanceof Answer.Given(var usable)) || usable.isOpen()) settled = found;
      return found;
    }

    synchronized void fail(List<Diagnostic> why) {
      settled = new Answer.Failed<>(why);
    }
  }

  /// What is known of an instance, or what is found out about it now.
  public Answer<Usable> of(InstanceAddress at, Supplier<Answer<Usable>> find) {
    return all.computeIfAbsent(at, _ -> new Once()).get(find);
  }

  /// Opens an instance, unless it has to wait: its configuration has unknown values, or it is
  /// `pending`.
  ///
  /// @param names the scope of the instance
  public Answer<Usable> open(
      ResourceConfig config, InstanceAddress at, Scope names, boolean pending) {
    var obstacles = providers.problems(at, InstanceState.NONE);
    if (!obstacles.isEmpty()) return new Answer.Failed<>(obstacles);
    return switch (config.body().evaluate(names)) {
      case Evaluated.Failed(var diagnostics) ->
          new Answer.Failed<>(Diagnostic.within(at, diagnostics));
      case Evaluated.Ok(var body) -> open(at, body.unmark(), pending);
    };
  }

  private Answer<Usable> open(InstanceAddress at, Unmarked body, boolean pending) {
    var provider = provider(at);
    var schema = providers.schema(at.resource()).orElseThrow();
    var secrecy = Secrecy.of(body);
    var warnings =
        new ArrayList<>(
            secrecy.about(
                Subject.of(at), provider.ephemerals().validate(at.resource().type(), body)));
    if (Diagnostic.anyError(warnings)) return new Answer.Failed<>(warnings);
    if (pending || !body.value().whollyKnown())
      return Answer.of(
          new Usable(marked(at, provider, placeholder(schema, body), body), false, warnings));
    return switch (provider.ephemerals().open(at.resource().type(), body)) {
      case EphemeralAnswer.Failed(var why) ->
          new Answer.Failed<>(secrecy.about(Subject.of(at), why));
      case EphemeralAnswer.Deferred(var deferral) -> new Answer.Deferred<>(secrecy.in(deferral));
      case EphemeralAnswer.Held _ -> throw new IllegalStateException("opened without a value");
      case EphemeralAnswer.Opened opened -> {
        var value = marked(at, provider, opened.value(), body);
        var known = secrecy.and(value);
        hold(new Held(at, provider, opened.lease(), known));
        var wrong =
            PlanChecks.given(schema, Subject.of(at), provider.name(), opened.value(), "opened");
        warnings.addAll(known.about(Subject.of(at), opened.warnings()));
        yield Answer.unless(known.in(wrong), () -> new Usable(value, true, warnings));
      }
    };
  }

  /// @rule R-MERGE-8
  private static Value placeholder(Schema schema, Unmarked body) {
    return ProposedNewState.of(schema, Value.unknown(schema.type()), body.value());
  }

  private Value marked(InstanceAddress at, Provider provider, Value value, Unmarked body) {
    var schema = providers.schema(at.resource()).orElseThrow();
    return Sensitivity.marked(schema, value, body, provider.configuration())
        .mark(Marks.ephemeral(at.toString()));
  }

  private void hold(Held held) {
    synchronized (open) {
      open.push(held);
    }
    held.remind();
  }

  /// Closes what is open, the last first, and tells what went wrong since it was opened.
  public List<Diagnostic> close() {
    while (true) {
      Held held;
      synchronized (open) {
        if (open.isEmpty()) break;
        held = open.pop();
      }
      held.close();
    }
    synchronized (later) {
      return new ArrayList<>(later);
    }
  }

  private void tell(List<Diagnostic> found) {
    synchronized (later) {
      later.addAll(found);
    }
  }

  /// An ephemeral resource that is open.
  private final class Held {
    private final InstanceAddress at;
    private final Provider provider;
    private final Secrecy secrecy;
    private Lease lease;
    private Runnable reminder = () -> {};
    private boolean isClosed;

    Held(InstanceAddress at, Provider provider, Lease lease, Secrecy secrecy) {
      this.at = at;
      this.provider = provider;
      this.secrecy = secrecy;
      this.lease = lease;
    }

    synchronized void remind() {
      lease.renewAt().ifPresent(due -> reminder = provider.ephemerals().before(due, this::renew));
    }

    private synchronized void renew() {
      if (isClosed) return;
      var answer = asked(() -> provider.ephemerals().renew(at.resource().type(), lease));
      if (answer instanceof EphemeralAnswer.Held(var next, _)) {
        lease = next;
        remind();
      } else {
        // The value is not valid any more: who has not used it yet gets the failure.
        all.computeIfAbsent(at, _ -> new Once()).fail(told(answer));
      }
      tell(told(answer));
    }

    synchronized void close() {
      isClosed = true;
      reminder.run();
      tell(told(asked(() -> provider.ephemerals().close(at.resource().type(), lease))));
    }

    private EphemeralAnswer asked(Supplier<EphemeralAnswer> call) {
      try {
        return call.get();
      } catch (RuntimeException e) {
        return new EphemeralAnswer.Failed(List.of(Unexpected.told(Subject.of(at), e)));
      }
    }

    private List<Diagnostic> told(EphemeralAnswer answer) {
      return switch (answer) {
        case EphemeralAnswer.Failed(var why) -> secrecy.about(Subject.of(at), why);
        case EphemeralAnswer.Held(_, var warnings) -> secrecy.about(Subject.of(at), warnings);
        case EphemeralAnswer.Opened _, EphemeralAnswer.Deferred _ ->
            throw new IllegalStateException("it is open already");
      };
    }
  }
}
