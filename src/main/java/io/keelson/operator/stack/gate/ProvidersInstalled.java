package io.keelson.operator.stack.gate;

import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.declaration.ClusterConfigs;
import io.keelson.operator.stack.plan.TurnResult;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import java.time.Duration;
import java.util.Set;

/// Reads the provider configurations that are used. Stops a Stack while a provider of them is still
/// being installed.
public record ProvidersInstalled(OperatorContext context, InstanceMemory instances)
    implements Gate.ToPlan {
  /// When to look again while a provider is installed, in case the end of the installation was
  /// missed.
  public static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

  @Override
  public Passage pass(Turn turn) {
    var session = turn.session();
    var declared = turn.declaration();
    return session
        .usedProviders()
        .read(
            turn.stack(),
            declared.members().resources(),
            declared.components(),
            instances.recorded().values(),
            new ClusterConfigs(context, turn.stack(), session.account()))
        .<Passage>map(
            report -> new Passage.Stop(TurnResult.of(report, turn.now().plus(LOOK_AGAIN))))
        .orElseGet(() -> new Passage.On(turn));
  }

  @Override
  public Set<ConditionReason> reasons() {
    return Set.of(ConditionReason.Installing);
  }
}
