package io.keelson.operator.stack.context;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.StateCodec;
import io.keelson.operator.lease.Fence;
import io.keelson.operator.lease.ProcessLiveness;
import io.keelson.operator.state.RecordRemoval;
import io.keelson.operator.turn.FairPlaces;
import java.security.SecureRandom;
import java.time.Clock;

/// What all Stacks share: the connection, the clock, and who makes providers.
///
/// @param hold whether nothing is applied, in any Stack
/// @param pace at which real objects are read to find drift, in all Stacks together
/// @param census of the instances that all Stacks have, against what they may have
/// @param sizes of what is declared, against what can be held
/// @param planning who may plan now
/// @param requests who may write a record or the status of a Resource, or list the Resources of a
///   Stack, now: there are thousands of them
/// @param policies that look at what is planned
/// @param components the definitions that Stacks make use of
/// @param cluster UID of the namespace kube-system
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
    ComponentSource components) {

  /// Makes the providers of one Stack.
  public interface ProviderFactory {
    /// @param uid of the Stack object
    /// @param account acts as the Stack's service account
    Providers make(StackKey stack, String uid, KubernetesClient account);
  }

  /// The same, with another fence.
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
        components);
  }

  /// Takes the records of a Stack away whose objects are left alone.
  public RecordRemoval removalOf(StackKey stack) {
    return new RecordRemoval(client, stack.namespace(), stack.name(), liveness, fence, clock);
  }

  /// Acts as a service account, over the same connections. Its groups come with it.
  public KubernetesClient account(String namespace, String name) {
    var config =
        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
            .withImpersonateUsername("system:serviceaccount:" + namespace + ":" + name)
            .build();
    return client.newClient(config).adapt(KubernetesClient.class);
  }
}
