package io.keelson.cli.definition;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.cli.manifest.DeclaredStack;
import io.keelson.cli.manifest.LocatedProblem;
import io.keelson.cli.manifest.Manifests;
import io.keelson.cli.manifest.Manifests.Declared;
import io.keelson.engine.provider.Providers;
import io.keelson.expression.CelExpressions;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentDefinition;
import io.keelson.operator.component.LocalDefinitions;
import io.keelson.operator.stack.context.ComponentSource;
import io.keelson.operator.stack.context.ProviderPrograms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/// The definitions of files, published as the operator would publish them.
public final class DeclaredDefinitions {
  private final Manifests manifests;
  private final Providers own;
  private final ProviderPrograms programs;
  private final LocalDefinitions definitions;
  private List<LocatedProblem> findings = List.of();
  private boolean published;

  /// @param own the providers that need no configuration
  /// @param programs the others
  public DeclaredDefinitions(Manifests manifests, Providers own, ProviderPrograms programs) {
    this.manifests = manifests;
    this.own = own;
    this.programs = programs;
    this.definitions = new LocalDefinitions(new CelExpressions(), own, programs);
  }

  /// Takes up beside them what the cluster has of those that a Stack needs.
  ///
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if they may not be read
  public void readFrom(KubernetesClient client, DeclaredStack stack) {
    if (stack.components().isEmpty() && manifests.definitions().isEmpty()) return;
    var namespaces = LocalDefinitions.namespaces(objects());
    for (var each : stack.components()) {
      var wanted = each.object().getSpec().definition;
      if (wanted == null) continue;
      var own = each.object().getMetadata().getNamespace();
      namespaces.add(Objects.requireNonNullElse(wanted.namespace, own));
    }
    definitions.read(client, namespaces);
    stack.components().forEach(each -> recall(client, each.object()));
  }

  /// A file does not say with which version a component was last as declared.
  private static void recall(KubernetesClient client, Component component) {
    var meta = component.getMetadata();
    var live =
        client
            .resources(Component.class)
            .inNamespace(meta.getNamespace())
            .withName(meta.getName())
            .get();
    if (live != null) component.setStatus(live.getStatus());
  }

  /// Takes up beside them all that the cluster has.
  ///
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if it may not be read
  public void readAll(KubernetesClient client) {
    definitions.readAll(client);
  }

  /// Whom they would reach, of the Components that may be read.
  public AffectedStacks affected(KubernetesClient client) {
    var now = new LocalDefinitions(new CelExpressions(), own, programs);
    now.readAll(client);
    var components = client.resources(Component.class).inAnyNamespace().list().getItems();
    return AffectedStacks.of(components, now.source(), source());
  }

  private List<ComponentDefinition> objects() {
    return manifests.definitions().stream().map(Declared::object).toList();
  }

  /// What is wrong with those of the files.
  public List<LocatedProblem> findings() {
    publish();
    return Collections.unmodifiableList(findings);
  }

  public ComponentSource source() {
    publish();
    return definitions.source();
  }

  private void publish() {
    if (published) return;
    published = true;
    var found = new ArrayList<LocatedProblem>();
    for (var each : definitions.publish(objects())) {
      var origin =
          manifests.definitions().stream()
              .filter(declared -> declared.object() == each.definition())
              .map(Declared::origin)
              .findFirst();
      each.problems().forEach(problem -> found.add(new LocatedProblem(origin, problem)));
    }
    findings = found;
  }
}
