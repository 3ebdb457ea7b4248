package io.keelson.operator.stack.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.keelson.operator.api.Run;
import io.keelson.operator.api.RunPhase;
import io.keelson.operator.api.RunSpec;
import io.keelson.operator.api.RunStatus;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.status.ConditionReason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which Runs are carried out, and which have been.
final class RunHistoryTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Stack stack = new Stack();
  private final StackStatus status = new StackStatus();

  RunHistoryTest() {
    stack.setStatus(status);
  }

  @Test
  void runThatComesBackUnderItsName_isRefused() {
    ended(run("a", "uid-1", "t.x"));

    assertThat(refusal(run("a", "uid-2", "t.x"))).isEqualTo(ConditionReason.AlreadyRan);
  }

  @Test
  void orderOfAddressesAndTimeToLive_makeNoOtherRequest() {
    ended(run("a", "uid-1", "t.x", "t.y"));
    var back = run("a", "uid-2", "t.y", "t.x");
    back.getSpec().ttl = "1h";

    assertThat(refusal(back)).isEqualTo(ConditionReason.AlreadyRan);
  }

  @Test
  void anotherNameOrAnotherRequest_isNoRepetition() {
    ended(run("a", "uid-1", "t.x"));

    assertThat(refused(run("b", "uid-2", "t.x"))).isFalse();
    assertThat(refused(run("a", "uid-2", "t.y"))).isFalse();
    assertThat(refused(run("a", "uid-1", "t.x"))).isFalse();
  }

  @Test
  void onlyTheLastFifty_areRemembered() {
    for (int i = 0; i < 60; i++) ended(run("run-" + i, "uid-" + i, "t.x"));

    assertThat(status.runs).hasSize(50);
    assertThat(refused(run("run-9", "new", "t.x"))).isFalse();
    assertThat(refused(run("run-10", "new", "t.x"))).isTrue();
  }

  @Test
  void runThatBeginsSeveralTimes_isOneEntryWithItsPlans() {
    var reference = RunHistory.reference(run("a", "uid-1", "t.x"));
    for (String digest : List.of("one", "two", "two")) RunHistory.begun(status, reference, digest);
    RunHistory.ended(status, reference, RunPhase.Succeeded, NOW);
    RunHistory.ended(status, reference, RunPhase.Failed, NOW);

    assertThat(status.runs).hasSize(1);
    assertThat(RunHistory.digests(stack, reference)).containsExactly("one", "two");
    assertThat(RunHistory.of(stack, reference).orElseThrow().phase).isEqualTo(RunPhase.Succeeded);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "argocd.argoproj.io/tracking-id",
        "argocd.argoproj.io/instance",
        "app.kubernetes.io/instance",
        "kustomize.toolkit.fluxcd.io/name",
        "helm.toolkit.fluxcd.io/name"
      })
  void marksOfGitOps_areRefused(String mark) {
    var labelled = run("a", "uid-1", "t.x");
    labelled.getMetadata().setLabels(Map.of(mark, "shop"));
    var annotated = run("b", "uid-2", "t.x");
    annotated.getMetadata().setAnnotations(Map.of(mark, "shop"));

    assertThat(refusal(labelled)).isEqualTo(ConditionReason.ManagedByGitOps);
    assertThat(refusal(annotated)).isEqualTo(ConditionReason.ManagedByGitOps);
  }

  private void ended(Run run) {
    RunHistory.ended(status, RunHistory.reference(run), RunPhase.Succeeded, NOW);
  }

  private boolean refused(Run run) {
    return RunAdmission.refusal(run, RunHistory.reference(run), stack).isPresent();
  }

  @Test
  void modeOfANewerVersion_isRefused() {
    var run = run("a", "uid-1", "t.x");
    // As the word is read that this version does not know.
    run.getSpec().mode = null;

    assertThat(refusal(run)).isEqualTo(ConditionReason.InvalidConfiguration);
  }

  @Test
  void anotherScope_isAnotherRequest() {
    ended(run("a", "uid-1", "t.x"));
    var narrower = run("a", "uid-2", "t.x");
    narrower.getSpec().scope = RunSpec.Scope.Exact;

    assertThat(refused(narrower)).isFalse();
    assertThat(refused(run("a", "uid-3", "t.x"))).isTrue();
  }

  private ConditionReason refusal(Run run) {
    return RunAdmission.refusal(run, RunHistory.reference(run), stack).orElseThrow().reason();
  }

  private static Run run(String name, String uid, String... replace) {
    var run = new Run();
    run.setMetadata(new ObjectMetaBuilder().withName(name).withUid(uid).build());
    var spec = new RunSpec();
    spec.mode = RunSpec.Mode.Apply;
    spec.refresh = RunSpec.Refresh.All;
    spec.scope = RunSpec.Scope.Needed;
    spec.replace = List.of(replace);
    run.setSpec(spec);
    run.setStatus(new RunStatus());
    return run;
  }
}
