package io.keelson.cli.provider;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.engine.provider.Providers;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.stack.context.OperatorContext.ProviderFactory;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.provider.kubernetes.HomeNamespace;
import io.keelson.provider.kubernetes.KubernetesProvider;
import io.keelson.provider.kubernetes.StackIdentity;
import java.time.Clock;
import java.util.List;
import java.util.UUID;

/// Makes the providers that each Stack has.
///
/// @param client reads what the Stack's account may not
public record StackProviders(KubernetesClient client, JsonStateCodec codec)
    implements ProviderFactory {
  @Override
  public Providers make(StackKey stack, String uid, KubernetesClient account) {
    return new Providers(
        List.of(
            new BuiltinProvider(() -> UUID.randomUUID().toString(), codec),
            new KubernetesProvider(
                account,
                new StackIdentity(stack.namespace(), stack.name(), uid),
                codec,
                Clock.systemUTC(),
                new HomeNamespace(client, stack.namespace()))));
  }
}
