package io.keelson.operator.stack;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.snapshot.MovedState;
import io.keelson.engine.state.StackState;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.ClusterConfigs;
import io.keelson.operator.stack.declaration.ConfigRevision;
import io.keelson.operator.stack.declaration.Configured;
import io.keelson.operator.stack.declaration.DeclaredAddresses;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.declaration.UsedComponents;
import io.keelson.operator.stack.output.StackOutputs;
import io.keelson.operator.stack.output.StackVariables;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.stack.store.Session;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Durations;
import io.keelson.operator.status.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Decides in each turn whether the declaration of a Stack can be planned: it has to be quiet and
/// complete, and Resources that vanished must have been gone for long enough. Reports what is
/// waited for as the condition Ready=False: with MembersChanged, WaitingForReferences,
/// RemovalGrace, InvalidConfiguration for a circle of Stacks, or the reason why a provider is
/// awaited.
final class Preparation {
  /// When to look again while a provider is installed, in case the end of the installation was
  /// missed.
  static final Duration INSTALLATION = Duration.ofSeconds(30);

  /// When to look again at an object that another Stack writes: nothing wakes this Stack when the
  /// status of the other one confirms the object.
  private static final Duration OTHERS = Duration.ofSeconds(2);

  /// When to look again at a circle of Stacks, in case the change that breaks it was missed.
  private static final Duration CIRCLE = Duration.ofMinutes(5);

  private final OperatorContext context;
  private final StackMemory memory;
  private final InstanceMemory instances;
  private final Takeover takeover;
  private final Settling settling = new Settling();
  private final RemovalGrace grace = new RemovalGrace();
  private SortedSet<String> referred = new TreeSet<>();
  private UsedComponents components = UsedComponents.NONE;

  Preparation(
      OperatorContext context, StackMemory memory, InstanceMemory instances, Takeover takeover) {
    this.context = context;
    this.memory = memory;
    this.instances = instances;
    this.takeover = takeover;
  }

  /// Whether the declaration can be planned, or what has to be waited for.
  sealed interface Outcome {
    /// @param vanished Resources that are waited for; their instances are left alone
    /// @param until when the next of them will have been waited for long enough
    record Ready(
        Configured configured, SortedSet<ResourceAddress> vanished, Optional<Instant> until)
        implements Outcome {}

    record Wait(TurnResult result) implements Outcome {}
  }

  Outcome prepare(Stack stack, Session session) {
    var now = context.clock().instant();
    var quiet = Durations.parse(stack.getSpec().settle);
    components = UsedComponents.of(memory.components(), context.components());
    memory.revisions(components.revisions());
    var declared = memory.declared();
    var until = settling.waitUntil(declared.fingerprints(), quiet, now);
    if (until.isPresent())
      return wait(
          ConditionReason.MembersChanged,
          "Something was declared, changed or removed; it is planned when all is quiet for "
              + stack.getSpec().settle
              + " (spec.settle).",
          until.get());
    var other = otherRevision(stack, declared);
    if (other.isPresent())
      return wait(ConditionReason.MembersChanged, other.get(), now.plus(quiet.plusSeconds(30)));
    var providers = session.usedProviders();
    var awaited =
        providers.read(
            stack,
            declared.resources(),
            components,
            instances.recorded().values(),
            new ClusterConfigs(context, stack, session.account()));
    if (awaited.isPresent())
      return new Outcome.Wait(TurnResult.of(awaited.get(), now.plus(INSTALLATION)));
    var outputs =
        new StackOutputs(
            context.client(), context.codec(), StackKey.of(stack), StackOutputs.Actor.OPERATOR);
    var circle = outputs.circle(stack);
    referred = new TreeSet<>(outputs.referred());
    if (circle.isPresent())
      return new Outcome.Wait(
          TurnResult.of(
              Report.stalled(
                  ConditionReason.InvalidConfiguration,
                  "Stacks read each other's outputs in a circle: %s. Nothing is planned, and nothing that exists is changed. Take one of these references out (spec.variables[].valueFrom.stackOutput); it goes on by itself then."
                      .formatted(circle.get())),
              now.plus(CIRCLE)));
    var variables = new StackVariables(context.client(), stack, session.account(), outputs);
    var configured =
        Configured.of(stack, declared, components, variables, context.expressions(), providers)
            .under(context.policies().of(StackKey.of(stack)));
    referred = new TreeSet<>(outputs.referred());
    var unsettled = variables.unsettled();
    if (unsettled.isPresent())
      return wait(ConditionReason.WaitingForReferences, unsettled.get(), now.plus(OTHERS));
    var dangling = configured.dangling();
    var patience = settling.patience(quiet);
    if (!dangling.isEmpty() && now.isBefore(patience))
      return wait(
          ConditionReason.WaitingForReferences,
          dangling.getFirst()
              + " It is waited for until "
              + Durations.shown(patience)
              + "; then what does not need it is planned.",
          patience);
    return withoutVanished(stack, configured, now);
  }

  /// The definitions that the Components used in the last turn.
  UsedComponents components() {
    return components;
  }

  /// The other Stacks that were read in the last turn, to be watched.
  SortedSet<String> referred() {
    return referred;
  }

  private static Outcome wait(ConditionReason reason, String message, Instant until) {
    return new Outcome.Wait(TurnResult.of(Report.going(reason, message), until));
  }

  private Outcome withoutVanished(Stack stack, Configured configured, Instant now) {
    var patience = Durations.parse(stack.getSpec().removalGrace);
    grace.note(recorded(configured), configured::accountsFor, now);
    var unconfirmed = grace.unconfirmed(patience, now);
    if (!unconfirmed.isEmpty()) {
      if (!takeover.membersAreServed())
        return wait(
            ConditionReason.RemovalGrace,
            "The kinds Resource and Component are not both served completely, so an absent member"
                + " means nothing. Install the CustomResourceDefinitions of this version.",
            now.plusSeconds(10));
      takeover.take();
      var present = DeclaredAddresses.of(memory.resources(), memory.components());
      unconfirmed.removeIf(present::cover);
      grace.confirm(unconfirmed);
      if (!present.equals(configured.declared()))
        return wait(ConditionReason.MembersChanged, "The declared set has changed.", now);
    }
    var vanished = grace.waiting(patience, now);
    return new Outcome.Ready(configured.frozen(vanished), vanished, grace.next(patience, now));
  }

  /// The addresses of the recorded resources, after the moves that are declared.
  private SortedSet<ResourceAddress> recorded(Configured configured) {
    var moved =
        MovedState.of(configured.config(), new StackState(instances.usable(), new TreeMap<>()));
    var recorded = new TreeSet<ResourceAddress>();
    moved.state().instances().keySet().forEach(at -> recorded.add(at.resource()));
    return recorded;
  }

  /// Why to wait for members: those that name a revision of the configuration must name that of the
  /// Stack.
  private static Optional<String> otherRevision(Stack stack, StackMemory.Declared declared) {
    var wanted = ConfigRevision.of(stack);
    if (wanted.isEmpty()) return Optional.empty();
    var late =
        Stream.<HasMetadata>concat(declared.resources().stream(), declared.components().stream())
            .filter(member ->
                ConfigRevision.of(member).filter(each -> !wanted.get().equals(each)).isPresent())
            .map(member -> member.getMetadata().getName())
            .collect(Collectors.joining(", "));
    return late.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "The Stack is at %s %s, but these members are not: %s. They are waited for."
                .formatted(ConfigRevision.ANNOTATION, wanted.get(), late));
  }
}
