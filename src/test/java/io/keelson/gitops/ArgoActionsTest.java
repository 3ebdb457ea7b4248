package io.keelson.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.luaj.vm2.LuaError;

/// Runs the actions for Argo CD, and looks at what it would send.
final class ArgoActionsTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  @Test
  void suspend_sendsNothingButThatField() throws IOException {
    var stack = stack("{serviceAccountName: shop, approval: {}, maxRemovals: 10%}");
    assertThat(patch(stack, act(stack, "suspend"))).isEqualTo(yaml("spec: {suspend: true}"));
  }

  @Test
  void suspend_changesNothingWhereItIsSuspended() throws IOException {
    var stack = stack("{suspend: true}");
    assertThat(patch(stack, act(stack, "suspend"))).isEmpty();
  }

  @Test
  void resume_takesTheFieldAway() throws IOException {
    for (var spec : new String[] {"{serviceAccountName: shop, suspend: true}", "{suspend: true}"}) {
      var stack = stack(spec);
      assertThat(patch(stack, act(stack, "resume"))).isEqualTo(yaml("spec: {suspend: null}"));
    }
  }

  @Test
  void resume_changesNothingWhereItIsNotSuspended() throws IOException {
    var stack = stack("{serviceAccountName: shop}");
    assertThat(patch(stack, act(stack, "resume"))).isEmpty();
  }

  /// One with a label or an annotation of Argo CD would be refused.
  @Test
  void replan_createsARunWithoutMarks() throws IOException {
    var stack = stack("{serviceAccountName: shop}");
    ((ObjectNode) stack.get("metadata"))
        .set("annotations", yaml("argocd.argoproj.io/tracking-id: shop"));

    assertThat(act(stack, "replan"))
        .isEqualTo(
            yaml(
                """
                - operation: create
                  resource:
                    apiVersion: keelson.dev/v1alpha1
                    kind: Run
                    metadata:
                      name: shop-%s
                      namespace: team-shop
                      ownerReferences:
                      - {apiVersion: keelson.dev/v1alpha1, kind: Stack, name: shop, uid: 4c1f}
                    spec: {stack: shop}
                """
                    .formatted(LuaScript.DATE)));
  }

  @Test
  void reject_namesTheDigestOfThePlanThatWaits() throws IOException {
    var stack = stack("{}");
    stack.set("status", yaml("plan: {phase: AwaitingApproval, digest: abc, name: shop-1}"));
    var plan = yaml("{kind: Plan, metadata: {name: shop-1, namespace: team-shop}}");
    ((ObjectNode) plan).set("spec", yaml("{stack: shop, digest: abc}"));

    var rejected = act(stack, "reject");

    assertThat(rejected).isEqualTo(act(plan, "reject"));
    assertThat(rejected.at("/0/operation").asText()).isEqualTo("create");
    assertThat(rejected.at("/0/resource/metadata/namespace").asText()).isEqualTo("team-shop");
    assertThat(rejected.at("/0/resource/spec"))
        .isEqualTo(
            yaml(
                """
                stack: shop
                digest: abc
                decision: Reject
                approver: system:serviceaccount:argocd:argocd-server
                reason: rejected in Argo CD
                """));
  }

  /// The plan may have gone since the actions were shown.
  @Test
  void reject_isRefusedWhereNoPlanWaits() throws IOException {
    var stack = stack("{}");
    assertThatThrownBy(() -> act(stack, "reject"))
        .isInstanceOf(LuaError.class)
        .hasMessageContaining("no plan that waits");
  }

  @Test
  void approve_isRefusedWithTheReason() throws IOException {
    for (var kind : new String[] {"Stack", "Plan"})
      assertThatThrownBy(() -> act(yaml("{kind: " + kind + "}"), "approve"))
          .isInstanceOf(LuaError.class)
          .hasMessageContaining("the name of Argo CD's account")
          .hasMessageContaining("kubectl keelson approve");
  }

  @Test
  void actions_areOfferedWhereTheyMakeSense() throws IOException {
    var stack = stack("{serviceAccountName: shop}");
    assertThat(offered(stack)).containsExactly("replan", "suspend");
    stack.set("spec", yaml("{suspend: true}"));
    stack.set("status", yaml("plan: {phase: AwaitingApproval, digest: abc}"));
    assertThat(offered(stack)).containsExactly("reject", "replan", "resume");
    stack.set("status", yaml("plan: {phase: Applying, digest: abc}"));
    assertThat(offered(stack)).containsExactly("replan", "resume");
    assertThat(offered(yaml("{kind: Plan, status: {phase: AwaitingApproval}}")))
        .containsExactly("reject");
    assertThat(offered(yaml("{kind: Plan, status: {phase: Applied}}"))).isEmpty();
  }

  @Test
  void discovery_doesNotFailOnWrongTypes() throws IOException {
    for (var rest : new String[] {"", ", status: broken, spec: 1", ", status: {plan: 7}"})
      for (var kind : new String[] {"Stack", "Plan"})
        assertThat(offered(yaml("{kind: " + kind + rest + "}"))).doesNotContain("approve");
  }

  private static SortedSet<String> offered(JsonNode object) {
    var actions = ArgoCd.actions(object.path("kind").asText());
    var offered = new TreeSet<String>();
    LuaScript.run(actions.resolve("discovery.lua"), object)
        .properties()
        .forEach(each -> {
          if (!each.getValue().path("disabled").asBoolean()) offered.add(each.getKey());
        });
    return offered;
  }

  private static JsonNode act(JsonNode object, String action) {
    var actions = ArgoCd.actions(object.path("kind").asText());
    return LuaScript.run(actions.resolve(action).resolve("action.lua"), object);
  }

  private static ObjectNode stack(String spec) throws IOException {
    return (ObjectNode)
        yaml(
            """
            apiVersion: keelson.dev/v1alpha1
            kind: Stack
            metadata: {name: shop, namespace: team-shop, uid: 4c1f}
            spec: %s
            """
                .formatted(spec));
  }

  private static JsonNode yaml(String text) throws IOException {
    return YAML.readTree(text);
  }

  /// The merge patch that Argo CD sends.
  private static JsonNode patch(JsonNode before, JsonNode after) {
    var patch = JsonNodeFactory.instance.objectNode();
    before
        .fieldNames()
        .forEachRemaining(name -> {
          if (!after.has(name)) patch.putNull(name);
        });
    after
        .properties()
        .forEach(each -> {
          var old = before.path(each.getKey());
          if (old.equals(each.getValue())) return;
          boolean nested = old.isObject() && each.getValue().isObject();
          patch.set(each.getKey(), nested ? patch(old, each.getValue()) : each.getValue());
        });
    return patch;
  }
}
