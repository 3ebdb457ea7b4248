package io.keelson.provider.kubernetes;

import static io.keelson.provider.kubernetes.ManagedInstance.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.apply.Applier;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.MemoryStore;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ShortDeclarations;
import io.keelson.testing.TestNamespace;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The engine and this provider together, on a real API server.
@ExtendWith(OnControlPlane.class)
final class StackOfObjectsIT {
  private static final String SETTINGS =
      """
      manifest:
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: "settings-${variable.version}"}
        immutable: true
        data: {version: "${variable.version}"}
      """;

  private static final String WEB =
      """
      wait: {for: Exists}
      manifest:
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}
        spec:
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers:
              - name: web
                image: nginx
                envFrom: [{configMapRef: {name: "${kubernetes_object.settings.object.metadata.name}"}}]
      """;

  private final AtomicInteger operations = new AtomicInteger();

  private StackLoader.Loaded load(Providers providers, String version) {
    var first = ShortDeclarations.lifecycle(true, false, List.of(), List.of());
    var declaration =
        new StackDeclaration(
            List.of(
                resource("settings", SETTINGS, first),
                resource("web", WEB, LifecycleDeclaration.PLAIN)),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(Map.of("version", Value.text(version))),
            new TreeMap<>());
    return new StackLoader(new CelExpressions(), providers::schema).load(declaration);
  }

  private static ResourceDeclaration resource(
      String name, String yaml, LifecycleDeclaration lifecycle) {
    return new ResourceDeclaration(
        ResourceAddress.managed("kubernetes_object", name),
        (Mapping) value(yaml),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        lifecycle);
  }

  private static List<String> actions(Plan plan) {
    return plan.effective().stream()
        .map(change -> change.object() + " " + change.action().word())
        .toList();
  }

  @Test
  void stack_isMadeChangedAndQuietInBetween(TestNamespace namespace) {
    var stack = new StackIdentity(namespace.name(), "shop", "uid-1");
    var codec = new JsonStateCodec();
    var provider =
        new KubernetesProvider(
            namespace.client(),
            stack,
            codec,
            Clock.systemUTC(),
            new HomeNamespace(namespace.client(), namespace.name()));
    var providers = new Providers(List.of(provider));
    var store = new MemoryStore(StackState.EMPTY);

    assertThat(applied(providers, codec, store, "one", namespace))
        .containsExactly("kubernetes_object.settings create", "kubernetes_object.web create");
    assertThat(applied(providers, codec, store, "one", namespace)).isEmpty();
    assertThat(namespace.kubectl("get", "deployment", "web", "-o", "yaml").out())
        .contains("settings-one");

    assertThat(applied(providers, codec, store, "two", namespace))
        .containsExactly(
            "kubernetes_object.settings create-then-destroy", "kubernetes_object.web update");
    assertThat(applied(providers, codec, store, "two", namespace)).isEmpty();
    assertThat(namespace.kubectl("get", "configmap", "-o", "name").out())
        .contains("settings-two")
        .doesNotContain("settings-one");
  }

  /// Plans with all objects read, applies, and says what was planned.
  private List<String> applied(
      Providers providers,
      JsonStateCodec codec,
      MemoryStore store,
      String version,
      TestNamespace namespace) {
    var loaded = load(providers, version);
    assertThat(loaded.diagnostics()).isEmpty();
    var snapshot = new Snapshot(loaded.config(), store.state(Map.of()));
    var options =
        PlanOptionsBuilder.options(
            PlanOptions.Mode.NORMAL,
            PlanOptions.Refresh.ALL,
            4,
            new DigestKey(Bytes.utf8("key"), namespace.name()));
    var outcome = new Planner(providers, codec).plan(snapshot, options);
    assertThat(outcome.hasErrors()).as(outcome.diagnostics().toString()).isFalse();
    var applied =
        new Applier(providers, codec, () -> "op-" + operations.incrementAndGet())
            .apply(
                outcome.plan(),
                snapshot,
                store,
                new ApplyOptions(4, new StopSignal(), Bytes.utf8("key")));
    assertThat(applied.diagnostics()).isEmpty();
    assertThat(applied.complete()).isTrue();
    return actions(outcome.plan());
  }
}
