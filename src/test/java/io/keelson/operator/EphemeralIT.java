package io.keelson.operator;

import static io.keelson.testing.Attributes.writeOnly;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.provider.ApplyAnswer;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.TestNamespace;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// An ephemeral variable that is read from a Secret, as people see it through kubectl: the provider
/// gets it, and no object but the Secret has it.
@ExtendWith(OnControlPlane.class)
final class EphemeralIT {
  private static final String CANARY = "canary-7c02e5b9";
  private static final Set<String> MEANT = Set.of("Secret/db");

  private static final String RIGHTS = Rights.to("get", "secrets");

  private static final String PASSWORD =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: db}
      stringData: {password: "%s"}
      """;

  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec:
        settle: 1s
        approval: {mode: Automatic}
        variables:
        - {name: password, ephemeral: true, valueFrom: {secretKeyRef: {name: db, key: password}}}
        locals: {login: "admin:${variable.password}"}
      """;

  private static final String VAULT =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: main}
      spec:
        stack: shop
        type: vault
        config: {password: "${local.login}", version: %d}
        lifecycle:
          preconditions:
          - {condition: "${size(variable.password) > 3}", errorMessage: "Too short."}
      """;

  private static final String MISPLACED =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: other}
      spec: {stack: shop, type: vault, config: {password: x, label: "${local.login}"}}
      """;

  private final FakeWorld world = new FakeWorld();
  private final List<String> received = new CopyOnWriteArrayList<>();
  private TestNamespace namespace;
  private Kubectl kubectl;
  private OperatorUnderTest operator;

  @BeforeEach
  void start(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    kubectl.apply(RIGHTS);
    kubectl.apply(PASSWORD.formatted(CANARY));
    operator = OperatorUnderTest.in(own, real -> real instanceof BuiltinProvider ? vaults() : real);
  }

  @AfterEach
  void stop() {
    operator.close();
  }

  /// A provider of vaults, whose password is write-only.
  private Provider vaults() {
    var attributes = new TreeMap<String, Attribute>();
    attributes.put("id", Attribute.of(Types.STRING, Presence.COMPUTED));
    attributes.put("label", Attribute.of(Types.STRING, Presence.OPTIONAL));
    attributes.put("version", Attribute.of(Types.NUMBER, Presence.OPTIONAL));
    attributes.put("password", writeOnly(Attribute.of(Types.STRING, Presence.REQUIRED)));
    var vault =
        new FakeType(
            "vault",
            Schema.of(0, attributes),
            new TreeSet<>(),
            new TreeSet<>(),
            CreateRecovery.FINDABLE);
    return new Noting(
        new FakeProvider(
            world, new TreeMap<>(Map.of("vault", vault)), new JsonStateCodec(), Map.of(), _ -> {}));
  }

  private final class Noting extends ProviderDecorator {
    Noting(Provider real) {
      super(real);
    }

    @Override
    public ApplyAnswer apply(ApplyRequest request) {
      if (((Mapping) request.config().value()).attribute("password") instanceof Value.Text text)
        received.add(text.text());
      return super.apply(request);
    }
  }

  @Test
  @Tag("R-WO-3")
  @Tag("R-WO-4")
  void ephemeralVariableFromASecret_reachesTheProviderAndNoObject() {
    kubectl.apply(STACK);
    kubectl.apply(VAULT.formatted(1));
    kubectl.awaitReady("shop");
    assertThat(received).containsExactly("admin:" + CANARY);
    new Canary(CANARY, namespace).isNowhereBut(MEANT);

    var next = CANARY + "-next";
    kubectl.apply(PASSWORD.formatted(next));
    kubectl.apply(VAULT.formatted(2));
    namespace.await(
        "resource main",
        "its second generation to be observed",
        found -> found.at("/status/observedGeneration").asInt() == 2);
    kubectl.awaitReady("shop");
    assertThat(received).containsExactly("admin:" + CANARY, "admin:" + next);
    new Canary(CANARY, namespace).isNowhereBut(MEANT);
  }

  @Test
  @Tag("R-WO-3")
  @Tag("R-DIAG-9")
  void ephemeralValueThatWouldBeRecorded_isRefusedWithoutBeingTold() {
    kubectl.apply(STACK);
    kubectl.apply(MISPLACED);

    kubectl.awaitReason("resource other", "InvalidConfiguration");

    assertThat(kubectl.get("resource other", ".status.diagnostics[0].path"))
        .isEqualTo("config.label");
    assertThat(kubectl.message("resource other"))
        .contains("variable.password", "ephemeral and never stored");
    new Canary(CANARY, namespace).isNowhereBut(MEANT);
  }

  @Test
  @Tag("R-WO-4")
  void ephemeralVariableWithoutASecret_leavesAloneWhatUsesIt() {
    kubectl.apply(STACK);
    kubectl.apply(VAULT.formatted(1));
    kubectl.awaitReady("shop");

    namespace.delete("secret db");
    kubectl.apply(VAULT.formatted(2));

    kubectl.awaitReason("stack shop", "VariableMissing");
    assertThat(received).hasSize(1);
    kubectl.apply(PASSWORD.formatted(CANARY));
    kubectl.awaitReady("shop");
    assertThat(received).hasSize(2);
  }
}
