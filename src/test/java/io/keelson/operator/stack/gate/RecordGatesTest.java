package io.keelson.operator.stack.gate;

import static io.keelson.operator.stack.gate.StoppedTurns.assertStops;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.DeletionApproval;
import io.keelson.operator.api.StackSpec.DeletionPolicy;
import io.keelson.operator.api.record.JournalEntry;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.api.record.ResourceInstanceSpec;
import io.keelson.operator.api.record.ResourceInstanceStatus;
import io.keelson.operator.stack.approval.Reviews;
import io.keelson.operator.stack.context.ContextOfTests;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackEvent;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.stack.store.SealingKey;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.state.Labels;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Events;
import io.keelson.testing.HandClock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The gates that look at the key of a Stack and at its records.
@EnableKubernetesMockClient(crud = true, https = false)
@SuppressWarnings("NullAway.Init")
final class RecordGatesTest {
  private static final StackKey SHOP = new StackKey("team", "shop");
  private static final String ANNOTATION_POLICY = "approve-annotation.keelson.dev";

  private KubernetesClient client;
  private final HandClock clock = new HandClock();
  private Stack stack;
  private OperatorContext context;
  private InstanceMemory instances;
  private Reviews reviews;
  private Takeover takeover;
  private KeyThere keyThere;

  @BeforeEach
  void made() {
    context = ContextOfTests.of(client, clock);
    var memory = new StackMemory(context.sizes());
    stack = client.resource(stack()).create();
    memory.observe(new StackEvent.OfStack(stack, false));
    instances = new InstanceMemory(() -> {});
    takeover = new Takeover(SHOP, context, memory);
    reviews = Reviews.of(SHOP, context, takeover);
    var status =
        new StackStatusWriter(
            client, memory, context.fence(), clock, new Events(client, clock), context.refusals());
    keyThere =
        new KeyThere(
            context,
            new OpenSession(context, instances, new SealingKey(context, status)),
            new StackRelease(reviews, takeover, clock));
  }

  private static Stack stack() {
    return Serialization.unmarshal(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Stack
        metadata: {name: shop, namespace: team}
        spec: {deletion: {policy: Destroy, approval: Required}}
        """,
        Stack.class);
  }

  private Turn turn(Ending ending) {
    if (ending != Ending.NONE) stack.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    return Turn.of(stack, () -> ending, clock.instant());
  }

  /// The Secret where the key of the Stack belongs, as somebody has made it.
  private void secret(Map<String, String> annotations) {
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(SHOP.namespace())
            .withName("keelson-shop")
            .withAnnotations(annotations)
            .endMetadata();
    client.resource(secret.build()).create();
  }

  private void record(ResourceInstanceSpec spec) {
    record(spec, new ResourceInstanceStatus());
  }

  /// A record with a part that only the key opens which has sealed it.
  private void sealedRecord() {
    var status = new ResourceInstanceStatus();
    status.sealed = Map.of("attributes", "sealed");
    record(new ResourceInstanceSpec(), status);
  }

  private void record(ResourceInstanceSpec spec, ResourceInstanceStatus status) {
    var record = new ResourceInstance();
    record.setStatus(status);
    record.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(SHOP.namespace())
            .withName("shop-a")
            .withUid("uid-a")
            .withLabels(Labels.of(SHOP.name()))
            .build());
    spec.stack = SHOP.name();
    spec.address = "terraform_data.a";
    spec.type = "terraform_data";
    record.setSpec(spec);
    client.resource(record).create();
  }

  /// The turn behind the key, with the records as they are now.
  private Turn opened() {
    var on = (Passage.On) keyThere.pass(turn(Ending.NONE));
    on.turn().session().records().take();
    return on.turn();
  }

  @Test
  void stackWithoutAKey_getsOneAndPasses() {
    assertThat(keyThere.pass(turn(Ending.NONE))).isInstanceOf(Passage.On.class);
    assertThat(client.secrets().inNamespace("team").withName("keelson-shop").get()).isNotNull();
  }

  @Test
  void secretOfSomebodyElse_stopsWithSealingKeyForeign() {
    secret(Map.of());

    assertStops(
        keyThere,
        turn(Ending.NONE),
        ConditionReason.SealingKeyForeign,
        "nothing shows that the operator made it");
  }

  @Test
  void importThatHasNotEnded_stopsWithImportUnfinished() {
    secret(Map.of("keelson.dev/importing", "true"));

    assertStops(
        keyThere, turn(Ending.NONE), ConditionReason.ImportUnfinished, "run keelson state import");
  }

  @Test
  void importInANamespaceThatEnds_isSaidNeverToEnd() {
    secret(Map.of("keelson.dev/importing", "true"));
    record(new ResourceInstanceSpec());

    assertStops(
        keyThere,
        turn(Ending.NAMESPACE),
        ConditionReason.ImportUnfinished,
        "in a namespace that is being deleted it never can");
  }

  @Test
  void orphansOfAnImportThatHasNotEnded_areLeftAlone() {
    secret(Map.of("keelson.dev/importing", "true"));
    record(new ResourceInstanceSpec());
    stack.getSpec().deletion.policy = DeletionPolicy.Orphan;

    assertStops(
        keyThere, turn(Ending.STACK), ConditionReason.Deleting, "what an import has written stays");
  }

  @Test
  void recordWhoseKeyIsGone_stopsWithSealingKeyLost() {
    sealedRecord();

    assertStops(
        keyThere,
        turn(Ending.NONE),
        ConditionReason.SealingKeyLost,
        "Restore the Secret from a backup");
  }

  @Test
  void recordWhoseKeyIsGoneInANamespaceThatEnds_cannotBeDestroyed() {
    sealedRecord();

    assertStops(
        keyThere,
        turn(Ending.NAMESPACE),
        ConditionReason.CredentialsMissing,
        "nothing can be restored in a namespace that is being deleted");
  }

  @Test
  void deletedStackThatNeedsNoKey_goes() {
    secret(Map.of());

    assertStops(keyThere, turn(Ending.STACK), ConditionReason.Deleting, "Everything is destroyed.");
  }

  @Test
  void recordOfAnotherCluster_stopsWithClusterChanged() {
    var spec = new ResourceInstanceSpec();
    spec.cluster = "another";
    record(spec);

    assertStops(
        new SameCluster(),
        opened(),
        ConditionReason.ClusterChanged,
        "terraform_data.a: the record");
  }

  @Test
  void recordOfThisCluster_passes() {
    var spec = new ResourceInstanceSpec();
    spec.cluster = ContextOfTests.CLUSTER;
    record(spec);

    assertThat(new SameCluster().pass(opened())).isInstanceOf(Passage.On.class);
  }

  @Test
  void operationOfAnotherProcess_stopsWithProgressingWithRetry() {
    record(running(clock.instant().plus(Duration.ofHours(1)).toString()));

    assertStops(
        new OnlyOperator(), opened(), ConditionReason.ProgressingWithRetry, "terraform_data.a");
  }

  @Test
  void operationThatCannotRunAnyMore_passes() {
    record(running(clock.instant().toString()));
    clock.pass(Duration.ofSeconds(1));

    assertThat(new OnlyOperator().pass(opened())).isInstanceOf(Passage.On.class);
  }

  private static ResourceInstanceSpec running(String deadline) {
    var spec = new ResourceInstanceSpec();
    spec.intent = new JournalEntry();
    spec.intent.operationId = "one";
    spec.intent.action = "Create";
    spec.intent.holder = new JournalEntry.Holder();
    spec.intent.holder.process = "another";
    spec.intent.startedAt = "1970-01-01T00:00:00Z";
    spec.intent.deadline = deadline;
    return spec;
  }

  @Test
  void orphansInANamespaceThatEnds_areForgottenWhereNoneIsRecorded() {
    stack.getSpec().deletion.policy = DeletionPolicy.Orphan;
    var gate = forgetting();

    assertThat(gate.concerns(turn(Ending.STACK))).isFalse();
    assertThat(gate.concerns(turn(Ending.NAMESPACE))).isTrue();
    assertStops(gate, turn(Ending.NAMESPACE), ConditionReason.Deleting, "");
  }

  /// A Stack whose objects are left alone, with a record.
  private Turn orphaned(ResourceInstanceSpec spec) {
    record(spec);
    stack.getSpec().deletion.policy = DeletionPolicy.Orphan;
    return turn(Ending.NAMESPACE);
  }

  private Gate forgetting() {
    return new Forgetting(SHOP, context, takeover, reviews.inStatus());
  }

  @Test
  void forgettingWithoutAProofOfApprovers_stopsWithApprovalUnavailable() {
    assertStops(
        forgetting(),
        orphaned(new ResourceInstanceSpec()),
        ConditionReason.ApprovalUnavailable,
        "Install it: kubectl apply -f deploy/admission.yaml");
  }

  @Test
  void forgettingThatNobodyHasApproved_stopsWithAwaitingApproval() {
    annotationsAreProven();

    assertStops(
        forgetting(),
        orphaned(new ResourceInstanceSpec()),
        ConditionReason.AwaitingApproval,
        "their 1 records cannot stay in a namespace that is being deleted");
  }

  private void annotationsAreProven() {
    var meta = new ObjectMetaBuilder().withName(ANNOTATION_POLICY).build();
    client.resource(new ValidatingAdmissionPolicyBuilder().withMetadata(meta).build()).create();
    client
        .resource(
            new ValidatingAdmissionPolicyBindingBuilder()
                .withMetadata(meta)
                .withNewSpec()
                .withPolicyName(ANNOTATION_POLICY)
                .withValidationActions("Deny")
                .endSpec()
                .build())
        .create();
  }

  @Test
  void forgettingWhileAnotherProcessWorks_stopsWithProgressingWithRetry() {
    assertStops(
        forgetting(),
        orphaned(running(clock.instant().plus(Duration.ofHours(1)).toString())),
        ConditionReason.ProgressingWithRetry,
        "terraform_data.a");
  }

  @Test
  void forgettingOfASuspendedStack_stopsWithSuspended() {
    stack.getSpec().deletion.approval = DeletionApproval.Automatic;
    stack.getSpec().suspend = true;

    assertStops(
        forgetting(),
        orphaned(new ResourceInstanceSpec()),
        ConditionReason.Suspended,
        "spec.suspend is true");
  }

  @Test
  void forgettingByAnOperatorThatHolds_stopsWithHeld() {
    stack.getSpec().deletion.approval = DeletionApproval.Automatic;
    context = ContextOfTests.holding(client, clock);

    assertStops(
        forgetting(),
        orphaned(new ResourceInstanceSpec()),
        ConditionReason.Held,
        "the operator was started with --hold");
  }

  @Test
  void namespaceOfAStackThatStays_isNotAskedFor() {
    var asked =
        Turn.of(
            stack,
            () -> {
              throw new IllegalStateException("asked");
            },
            clock.instant());

    assertThat(asked.ending()).isEqualTo(Ending.NONE);
  }
}
