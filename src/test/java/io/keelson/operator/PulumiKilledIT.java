package io.keelson.operator;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.provider.pulumi.PulumiWorld;
import io.keelson.provider.pulumi.PulumiWorld.Held;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.PulumiPlugins;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A provider of the Pulumi world, or the operator, is killed in each call, before and after its
/// effect: nothing is lost, nothing is done twice, and people are asked only where nobody can look.
/// What the provider keeps is the witness.
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@Order(OnControlPlane.EARLY)
final class PulumiKilledIT {
  private static final List<String> PACKAGES = List.of("keel", "sea", "bare");

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private PulumiWorld world;

  @BeforeEach
  void install(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    world = new PulumiWorld(folder.resolve("world.json"));
    Installation.withAdmission(own);
    PACKAGES.forEach(this::install);
  }

  private void install(String name) {
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Provider
        metadata: {name: %1$s}
        spec:
          protocol: Pulumi
          source: pulumi.test/keelson/%2$s
          version: 1.0.0
          sources: [{directory: {path: "%3$s"}}]
          environment: [{name: KEELSON_WORLD, value: "%4$s"}]
          createRecovery: [{type: %5$s, mode: Findable, importId: label}]
        ---
        apiVersion: keelson.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: %2$s}
        spec: {providerRef: {name: %1$s}}
        """
            .formatted(
                provider(name), name, PulumiPlugins.folder(), world.file(), HeldCall.FINDABLE));
  }

  private String provider(String name) {
    return namespace.name() + "-" + name;
  }

  /// They outlive an operator that is killed.
  @AfterEach
  void letTheProvidersGo() {
    ProcessHandle.allProcesses()
        .filter(each -> each.info().command().orElse("").startsWith(folder + "/"))
        .forEach(ProcessHandle::destroyForcibly);
    PACKAGES.forEach(name -> ProviderFixture.giveUp(namespace, provider(name)));
  }

  @Test
  void providerKilledInEachCall_doesEverythingOnce() throws IOException {
    try (var _ = startOperator()) {
      awaitHeld();
      for (Held each : world.held())
        assertThat(process(each)).as("%s", each).allMatch(ProcessHandle::destroyForcibly);
      awaitTheEnd();
    }
  }

  /// @param goOn whether the providers, which outlive the operator, come to the end of what they do
  ///   before its successor ends them
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void operatorKilledInEachCall_itsSuccessorDoesEverythingOnce(boolean goOn) throws IOException {
    try (var _ = startOperator()) {
      awaitHeld();
    }
    assertThat(world.held()).allMatch(each -> process(each).findAny().isPresent());
    if (goOn) {
      world.letGo();
      namespace.eventually(() -> assertThat(calls(HeldCall::isEffective)).allMatch(this::isDone));
    }
    try (var _ = startOperator()) {
      awaitTheEnd();
      assertThat(world.held()).allMatch(each -> process(each).findAny().isEmpty());
    }
  }

  private OperatorProcess startOperator() throws IOException {
    return OperatorProcess.start(
        namespace,
        folder.resolve("operator.log"),
        Map.of(),
        "--lease-namespace=" + namespace.name(),
        "--provider-folder=" + folder.resolve("p"));
  }

  private static Stream<ProcessHandle> process(Held call) {
    return ProcessHandle.of(call.pid()).stream().filter(ProcessHandle::isAlive);
  }

  private static Stream<HeldCall> calls(Predicate<HeldCall> which) {
    return HeldCall.ALL.stream().filter(which);
  }

  /// Makes the objects that have to be there, and begins all calls; returns when each of them
  /// waits.
  private void awaitHeld() {
    apply(calls(HeldCall::isOfAnObject), 1);
    calls(HeldCall::isOfAnObject).forEach(call -> kubectl.awaitReady(call.stack()));
    world.hold(HeldCall.ALL.stream().map(HeldCall::hold).toList());
    calls(HeldCall::isDelete).forEach(call -> namespace.beginDelete("resource " + call.stack()));
    apply(calls(call -> !call.isDelete()), 2);
    calls(HeldCall::isDelete).forEach(call -> kubectl.approve(kubectl.awaitPlan(call.stack())));
    namespace.eventually(() ->
        assertThat(world.held())
            .extracting(each -> each.op() + " " + each.name())
            .containsExactlyInAnyOrderElementsOf(
                calls(_ -> true).map(call -> call.op() + " " + call.hold().name()).toList()));
    assertThat(HeldCall.ALL).allMatch(call -> isDone(call) == call.after());
  }

  /// Whether what is declared last is so in the world.
  private boolean isDone(HeldCall call) {
    var found = objects(call);
    return call.isDelete()
        ? found.isEmpty()
        : found.size() == 1 && world.object(found.getFirst()).at("/outputs/size").asInt() == 2;
  }

  private void apply(Stream<HeldCall> calls, int size) {
    kubectl.apply(calls.map(call -> call.declared(size)).collect(joining()));
  }

  private void awaitTheEnd() {
    calls(HeldCall::isAsked).forEach(this::answer);
    HeldCall.ALL.forEach(this::awaitTheEnd);
    assertThat(records.remarkable()).isEmpty();
    System.out.printf(
        "  killed in %d calls, %d after their effect; objects made twice %d; told by hand %d%n",
        world.held().size(),
        calls(HeldCall::after).count(),
        calls(call -> world.made(call.object()) > 1).count(),
        calls(HeldCall::isAsked).count());
  }

  /// A person looks at what the provider keeps, and tells.
  private void answer(HeldCall call) {
    kubectl.awaitReason("stack " + call.stack(), "StateUncertain");
    var record = records.at(call.address()).getMetadata().getName();
    assertThat(kubectl.message("stack " + call.stack()))
        .contains("keelson.dev/resolve", record, call.type());
    var found = objects(call);
    namespace.annotate(
        "resourceinstance " + record,
        "keelson.dev/resolve=" + (found.isEmpty() ? "absent" : "exists=" + found.getFirst()));
  }

  /// The ids of what is there of the call's object: more than one if it was made twice.
  private List<String> objects(HeldCall call) {
    return world.objects().entrySet().stream()
        .filter(each -> each.getValue().path("name").asText().equals(call.object()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private void awaitTheEnd(HeldCall call) {
    var recorded = call.isDelete() ? List.of() : List.of(call.object() + "-1");
    namespace.eventually(() -> {
      assertThat(kubectl.reason("stack " + call.stack())).as(call.stack()).isEqualTo("UpToDate");
      assertThat(recordedIds(call)).as("recorded of %s", call).isEqualTo(recorded);
    });
    assertThat(objects(call)).as("there for %s", call).isEqualTo(recorded);
    assertThat(isDone(call)).as("%s is done", call).isTrue();
    assertThat(world.made(call.object())).as("made for %s", call).isEqualTo(1);
    if (!call.isDelete())
      assertThat(world.object(call.object() + "-1").path("updates").asInt())
          .as("updates of %s", call)
          .isEqualTo(call.isOfAnObject() ? 1 : 0);
  }

  private List<String> recordedIds(HeldCall call) {
    return Optional.ofNullable(records.ids().get(call.address())).stream().toList();
  }
}
