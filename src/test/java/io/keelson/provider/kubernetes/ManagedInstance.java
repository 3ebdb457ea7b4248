package io.keelson.provider.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.FindAnswer;
import io.keelson.engine.provider.FindRequest;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import io.keelson.json.JsonValues;
import io.keelson.json.JsonValues.NotAValue;
import io.keelson.json.LiteralYaml;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/// One instance of `kubernetes_object` with its state, driven the way the engine does it.
final class ManagedInstance {
  /// Of all of its calls.
  private final AtomicBoolean stop = new AtomicBoolean();

  private static final String TYPE = "kubernetes_object";

  private final KubernetesProvider provider;
  private final StackIdentity stack;
  private final InstanceAddress at;
  private int operations;
  private Value prior = ObjectSchema.nothing();
  private Bytes memory = Bytes.NONE;
  private List<PathPattern> ignored = List.of();

  ManagedInstance(KubernetesClient client, String namespace, String address) {
    this(client, new StackIdentity(namespace, "shop", "uid-of-" + namespace), address);
  }

  ManagedInstance(KubernetesClient client, StackIdentity stack, String address) {
    this.provider =
        new KubernetesProvider(
            client,
            stack,
            new JsonStateCodec(),
            Clock.systemUTC(),
            new HomeNamespace(client, stack.namespace()));
    this.stack = stack;
    this.at = InstanceAddress.parse(address);
  }

  /// The same instance and state, with another connection.
  ManagedInstance through(KubernetesClient client) {
    var other = new ManagedInstance(client, stack, at.toString());
    other.prior = prior;
    other.memory = memory;
    return other;
  }

  /// The same instance, with `lifecycle.ignoreChanges`.
  ManagedInstance ignoring(String... patterns) {
    ignored = Stream.of(patterns).map(PathPattern::parse).toList();
    return this;
  }

  /// Wholly known, without marks.
  static Unmarked config(String yaml) {
    return Unmarked.plain(configValue(value(yaml)));
  }

  static Value value(String yaml) {
    try {
      return LiteralYaml.value(yaml);
    } catch (NotAValue e) {
      throw new AssertionError(e);
    }
  }

  /// @param given an object with `manifest` and maybe `wait`
  static Value configValue(Value given) {
    var declared = (Mapping) given;
    var wait = declared.get("wait") instanceof Mapping some ? complete(some) : null;
    return ObjectSchema.object(
        declared.attribute("manifest"),
        wait == null ? Value.nothing(ObjectSchema.WAIT_TYPE) : wait,
        Value.nothing(Types.DYNAMIC),
        Value.nothing(Types.STRING),
        Value.nothing(Types.STRING));
  }

  private static Value complete(Mapping wait) {
    var until = wait.get("for");
    var timeout = wait.get("timeout");
    return Value.object(
        java.util.Map.of(
            "for", until == null ? Value.nothing(Types.DYNAMIC) : until,
            "timeout", timeout == null ? Value.nothing(Types.STRING) : timeout));
  }

  KubernetesProvider provider() {
    return provider;
  }

  Mapping state() {
    return (Mapping) prior;
  }

  Prior current() {
    return new Prior(prior, memory, Optional.empty());
  }

  /// The state's manifest as JSON.
  String manifest() {
    return JsonValues.write(state().attribute("manifest")).toString();
  }

  String uid() {
    return ((Value.Text) state().attribute("uid")).text();
  }

  Answer<PlannedState> plan(Unmarked config) {
    var proposed = prior.isNull() ? config.value() : merged((Mapping) config.value());
    return provider.plan(
        new PlanRequest(
            TYPE, at, prior, Unmarked.plain(proposed), config, memory, Optional.empty(), ignored));
  }

  private Value merged(Mapping config) {
    return config.mapValues((name, value) ->
        name.equals("manifest") || name.equals("wait") ? value : state().attribute(name));
  }

  PlannedState planned(Unmarked config) {
    var answer = plan(config);
    assertThat(answer).isInstanceOf(Answer.Given.class);
    return answer.given().orElseThrow();
  }

  /// Whether there is nothing to do for the given configuration.
  boolean isNoOp(String yaml) {
    var answer = planned(config(yaml));
    return answer.value().matches(prior) && answer.requiresReplace().isEmpty();
  }

  ApplyAnswer apply(Unmarked config) {
    return apply(config, "op-" + ++operations);
  }

  ApplyAnswer apply(Unmarked config, String operation) {
    var planned = planned(config);
    var answer =
        provider.apply(
            new ApplyRequest(
                TYPE,
                at,
                operation,
                prior,
                planned.value(),
                config,
                planned.privateData(),
                ignored,
                Optional.empty(),
                stop::get));
    keep(answer);
    return answer;
  }

  private void keep(ApplyAnswer answer) {
    if (!(answer instanceof ApplyAnswer.Returned returned)) return;
    prior = returned.value().orElse(prior);
    memory = returned.privateData();
  }

  /// Applies and expects no problem.
  Mapping applied(String yaml) {
    var answer = apply(config(yaml));
    assertThat(answer).isInstanceOf(ApplyAnswer.Returned.class);
    assertThat(problems(answer)).isEmpty();
    assertThat(prior.whollyKnown()).isTrue();
    return state();
  }

  ApplyAnswer destroy() {
    var nothing = ObjectSchema.nothing();
    var answer =
        provider.apply(
            new ApplyRequest(
                TYPE,
                at,
                "op-" + ++operations,
                prior,
                nothing,
                Unmarked.plain(nothing),
                memory,
                List.of(),
                Optional.empty(),
                stop::get));
    keep(answer);
    return answer;
  }

  /// Asks the calls that wait to come to an end.
  void stop() {
    stop.set(true);
  }

  /// Why there is no answer.
  static List<Diagnostic> failure(Answer<?> answer) {
    assertThat(answer).isInstanceOf(Answer.Failed.class);
    return ((Answer.Failed<?>) answer).diagnostics();
  }

  Answer<Sighting> read() {
    return provider.read(new ReadRequest(TYPE, at, current(), Optional.empty()));
  }

  /// Takes what a read finds as the new prior state.
  Mapping refreshed() {
    var answer = read();
    assertThat(answer).isInstanceOf(Answer.Given.class);
    var found = ((Sighting.Found) answer.given().orElseThrow()).object();
    prior = found.value();
    memory = found.privateData();
    return state();
  }

  FindAnswer find(String yaml, String operation) {
    var locator = provider.locator(TYPE, config(yaml).value()).orElseThrow();
    return provider.find(new FindRequest(TYPE, at, operation, locator));
  }

  static List<Diagnostic> problems(ApplyAnswer answer) {
    return switch (answer) {
      case ApplyAnswer.Returned(_, _, _, _, var problems) -> problems;
      case ApplyAnswer.NotSent(var why) -> List.of(why);
      case ApplyAnswer.OutcomeUnknown(var why) -> List.of(why);
    };
  }
}
