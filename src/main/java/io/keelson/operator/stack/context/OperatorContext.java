package io.keelson.operator.stack.context;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StateCodec;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.lease.ProcessLiveness;
import io.keelson.operator.metrics.OperatorMetrics;
import io.keelson.operator.queue.FairPlaces;
import io.keelson.operator.state.RecordRemoval;
import io.keelson.operator.status.StatusRefusals;
import io.keelson.operator.trace.Traces;
import java.security.SecureRandom;
import java.time.Clock;

/// What all Stacks share: the connection, the clock, and the factory of providers.
///
/// @param hold whether nothing is applied, in any Stack
/// @param pace at which real objects are read to find drift, in all Stacks together
/// @param census counts the instances of all Stacks, against their limits
/// @param sizes counts the memory for declared objects, against the limit
/// @param planning the places in which Stacks are planned
/// @param requests the places in which records and statuses of Resources are written, and Resources
///   listed: there are thousands of such requests
/// @param policies the policies that apply to plans
/// @param components the definitions that Stacks use
/// @param cluster UID of the namespace kube-system
/// @param refusals whether statuses can be written
/// @param metrics what is told of the work
/// @param traces what is told of each plan and apply
public record OperatorContext(
    KubernetesClient client,
    ExpressionCompiler expressions,
    StateCodec codec,
    ProviderFactory providers,
    ProviderPrograms programs,
    ProcessLiveness liveness,
    Fence fence,
    Clock clock,
    SecureRandom random,
    boolean hold,
    ReadingPace pace,
    Census census,
    DeclaredSizes sizes,
    PlanningPlaces planning,
    FairPlaces requests,
    PolicySource policies,
    String cluster,
    ComponentSource components,
    StatusRefusals refusals,
    OperatorMetrics metrics,
    Traces traces) {

  /// Makes the providers of one Stack.
  public interface ProviderFactory {
    /// @param uid of the Stack object
    /// @param account acts as the Stack's service account
    Providers make(StackKey stack, String uid, KubernetesClient account);
  }

  /// The same context with another fence.
  public OperatorContext within(Fence other) {
    return new OperatorContext(
        client,
        expressions,
        codec,
        providers,
        programs,
        liveness,
        other,
        clock,
        random,
        hold,
        pace,
        census,
        sizes,
        planning,
        requests,
        policies,
        cluster,
        components,
        refusals,
        metrics,
        traces);
  }

  /// Removes the records of a Stack whose objects are left alone.
  public RecordRemoval removalOf(StackKey stack) {
    return new RecordRemoval(client, stack.namespace(), stack.name(), liveness, fence, clock);
  }
}
