package io.keelson.operator.provider;

import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.keelson.operator.api.provider.Provider;
import io.keelson.operator.api.provider.ProviderConfig;
import io.keelson.operator.api.record.ObjectRecord;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.requests.Pages;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds what would be left without a Provider or a ProviderConfig. It is asked only when one is
/// deleted: every record may have to be looked at.
final class ProviderUse {
  private final KubernetesClient client;

  ProviderUse(KubernetesClient client) {
    this.client = client;
  }

  /// What needs a Provider: ProviderConfigs that are for it, and Stacks that have objects of it; as
  /// `ProviderConfig namespace/name` and `Stack namespace/name`.
  SortedSet<String> of(Provider provider) {
    var users = new TreeSet<String>();
    for (var config : client.resources(ProviderConfig.class).inAnyNamespace().list().getItems())
      if (provider.getMetadata().getName().equals(config.getSpec().providerRef.name))
        users.add(
            "ProviderConfig "
                + config.getMetadata().getNamespace()
                + "/"
                + config.getMetadata().getName());
    var address = address(provider);
    if (users.isEmpty() && address.isPresent() && !hasHeir(provider))
      users.addAll(
          stacks(
              client.resources(ResourceInstance.class).inAnyNamespace(),
              (_, maker) -> address.get().equals(maker.provider())));
    return users;
  }

  private static Optional<String> address(Provider provider) {
    return Optional.ofNullable(provider.getStatus()).map(status -> status.address);
  }

  /// Whether another Provider has the same address, and so can reach the objects made with this
  /// one.
  private boolean hasHeir(Provider provider) {
    return client.resources(Provider.class).list().getItems().stream()
        .filter(each -> each.getMetadata().getDeletionTimestamp() == null)
        .anyMatch(each -> address(each).equals(address(provider)));
  }

  /// The Stacks that have objects which were made with a ProviderConfig, or may have been.
  SortedSet<String> of(ProviderConfig config) {
    var home = config.getMetadata().getNamespace();
    var name = config.getMetadata().getName();
    // Stacks that may not use it any more count too: the objects made with it still exist.
    return stacks(
        client.resources(ResourceInstance.class).inAnyNamespace(),
        (namespace, maker) ->
            (namespace.equals(home) ? name : home + "/" + name).equals(maker.config()));
  }

  /// The provider and the configuration that an object was made with, or may have been made with.
  private record Maker(@Nullable String provider, @Nullable String config) {}

  private interface Use {
    /// @param namespace of the record
    boolean is(String namespace, Maker maker);
  }

  private static SortedSet<String> stacks(
      FilterWatchListDeletable<
              ResourceInstance,
              KubernetesResourceList<ResourceInstance>,
              Resource<ResourceInstance>>
          records,
      Use use) {
    var stacks = new TreeSet<String>();
    Pages.forEach(
        records,
        each -> {
          var namespace = each.getMetadata().getNamespace();
          if (makers(each).anyMatch(maker -> use.is(namespace, maker)))
            stacks.add("Stack " + namespace + "/" + each.getSpec().stack);
        });
    return stacks;
  }

  private static Stream<Maker> makers(ResourceInstance record) {
    return Stream.concat(
        objects(record).map(object -> new Maker(object.provider, object.providerConfig)),
        record.open().stream().map(begun -> new Maker(begun.provider, begun.providerConfig)));
  }

  private static Stream<ObjectRecord> objects(ResourceInstance record) {
    var status = record.getStatus();
    if (status == null) return Stream.empty();
    return Stream.concat(
        Stream.of(status), status.deposed == null ? Stream.empty() : status.deposed.stream());
  }
}
