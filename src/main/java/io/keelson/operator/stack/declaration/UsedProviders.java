package io.keelson.operator.stack.declaration;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The providers of one Stack: those that every Stack has, and those of the ProviderConfigs that it
/// uses, as they were last read.
public final class UsedProviders implements AutoCloseable {
  private final Providers own;
  private final ProviderPrograms programs;
  private final ProviderConfigs.Kept kept = new ProviderConfigs.Kept();
  private ProviderConfigs configs = ProviderConfigs.NONE;
  private Providers all;

  /// @param own the providers that need no configuration
  public UsedProviders(Providers own, ProviderPrograms programs) {
    this.own = own;
    this.programs = programs;
    this.all = own;
  }

  /// All providers, as last read.
  public Providers all() {
    return all;
  }

  /// The ProviderConfigs, as last read.
  public ProviderConfigs configs() {
    return configs;
  }

  /// Reads the ProviderConfigs that the declaration uses, also those of other namespaces, and keeps
  /// those that objects were made with.
  ///
  /// @param source where the ProviderConfigs are read from
  /// @return a report about a provider that has to be waited for before anything can be planned
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not
  ///   answer
  public Optional<Report> read(
      Stack stack,
      List<Resource> resources,
      UsedComponents components,
      Collection<InstanceState> recorded,
      ProviderConfigSource source) {
    var namespace = stack.getMetadata().getNamespace();
    var reading = new ProviderConfigReading(stack, programs, source, kept);
    for (ConfigName each : named(stack, resources, components))
      source
          .config(each.namespace(), each.name())
          .filter(reading::isAllowed)
          .ifPresentOrElse(
              config -> reading.read(each.in(namespace), config),
              () -> reading.missing(each.in(namespace)));
    for (Resource each : resources)
      if (ConfigName.of(each).isEmpty() && own.of(Declarations.address(each)).isEmpty())
        reading.without(each.getSpec().type);
    readByChecks(stack)
        .filter(each -> own.of(each).isEmpty())
        .forEach(each -> reading.without(each.type()));
    components.providers().forEach(reading::without);
    if (components.hasPrograms()) reading.withoutAny();
    var writers = writers(recorded);
    for (String writer : writers.keySet()) {
      var name = ConfigName.parse(writer, namespace);
      if (!name.namespace().equals(namespace))
        source
            .config(name.namespace(), name.name())
            .filter(reading::isAllowed)
            .ifPresent(config -> reading.borrow(writer, config));
    }
    writers.forEach(reading::remember);
    configs = reading.done();
    all = new Providers(own.all(), configs.usable(), configs.named());
    return awaited();
  }

  private static Stream<ResourceAddress> readByChecks(Stack stack) {
    var checks = stack.getSpec().checks;
    if (checks == null) return Stream.empty();
    return checks.stream()
        .flatMap(check -> Stream.ofNullable(check.data))
        .map(DeclaredParts::address);
  }

  private Optional<Report> awaited() {
    return configs.coming().stream()
        .findFirst()
        .map(name ->
            Report.going(
                ConditionReason.Installing,
                "The provider of %s is being installed. Nothing is planned before that has ended, well or not."
                    .formatted(
                        name.startsWith(ProviderConfigs.IMPLICIT)
                            ? types(name.substring(ProviderConfigs.IMPLICIT.length()))
                            : "the ProviderConfig '" + name + "'")));
  }

  private static String types(String prefix) {
    return prefix.isEmpty() ? "a program" : "the types " + prefix + "_…";
  }

  /// The ProviderConfigs that a Stack, its Resources and its Components name.
  public static Set<ConfigName> named(
      Stack stack, List<Resource> resources, UsedComponents components) {
    var named = new LinkedHashSet<ConfigName>();
    named.addAll(ConfigName.listed(stack));
    resources.forEach(resource -> ConfigName.of(resource).ifPresent(named::add));
    named.addAll(components.configs());
    return named;
  }

  /// The provider of each configuration that an object was made with, or may have been made with.
  private static Map<String, String> writers(Collection<InstanceState> recorded) {
    var writers = new TreeMap<String, String>();
    for (InstanceState instance : recorded)
      instance.writers().forEach(writer -> note(writer, writers));
    return writers;
  }

  private static void note(ProviderKey writer, Map<String, String> writers) {
    writer.configuration().ifPresent(name -> writers.put(name, writer.name()));
  }

  @Override
  public void close() {
    own.all().forEach(Provider::close);
    kept.close();
  }
}
