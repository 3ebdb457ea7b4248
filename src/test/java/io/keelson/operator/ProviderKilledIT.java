package io.keelson.operator;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.provider.plugin.CloudWorld;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.OwnControlPlane;
import io.keelson.testing.Soak;
import io.keelson.testing.TestNamespace;
import io.keelson.testing.TestProviders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// A provider of the Terraform world and the operator are killed again and again while they make
/// many objects: none is lost, none is made twice, and people are asked only about those that
/// nobody can find. What the provider keeps is the witness.
@Tag("soak")
@ExtendWith(OnControlPlane.class)
@OwnControlPlane
@Order(OnControlPlane.EARLY)
final class ProviderKilledIT {
  private static final int LIVES = Soak.times(4, 20);
  private static final int NAMED = Soak.times(15, 40);
  private static final int THINGS = Soak.times(60, 160);

  /// So many operations begin before a kill, of the provider and then of the operator.
  private static final int MOST_BEFORE_A_KILL = 3;

  /// As long as a create takes, so that kills fall into all of it.
  private static final int LONGEST_WAIT_MILLIS = 2_500;

  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final Duration POLL = Duration.ofMillis(20);

  private static final String MANIFESTS =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Provider
      metadata: {name: NAMESPACE}
      spec:
        source: keelson.dev/test/keelsontest
        version: 2.0.0
        sources: [{directory: {path: "MIRROR"}}]
        createRecovery: [{type: keelsontest_named, mode: Findable, importId: name}]
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: ProviderConfig
      metadata: {name: cloud}
      spec:
        providerRef: {name: NAMESPACE}
        config: {world: "WORLD", account: shop}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: big}
      spec: {settle: 0s, removalGrace: 1s, parallelism: 2, providerConfigs: [cloud]}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: named}
      spec:
        stack: big
        type: keelsontest_named
        count: %d
        config: {name: "named-${count.index}", text: "named ${count.index}"}
      """
          .formatted(NAMED);

  /// Each a Resource of its own. A kill leaves open as many of them as are made at once; not all of
  /// them before the last kill.
  private static final String THING =
      """
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: thing-%1$d}
      spec:
        stack: big
        type: keelsontest_thing
        config: {name: "thing-%1$d", text: "thing %1$d"}
      """;

  /// So slow that a busy machine kills before all is made.
  private static final String SLOW =
      "{\"on\": \"create\", \"when\": \"%s\", \"times\": -1, \"do\": \"delay\", \"delay\": \"1s\"}";

  private final long seed = Long.getLong("keelson.seed", new Random().nextLong());
  private final Random random = new Random(seed);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path folder;

  private int lives;
  private long providersKilled;
  private int healedByHand;
  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private CloudWorld cloud;

  @BeforeEach
  void install(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    cloud = new CloudWorld(folder.resolve("world"));
    Installation.withAdmission(own);
  }

  @AfterEach
  void letTheProviderGo() {
    ProviderFixture.giveUp(namespace, namespace.name());
  }

  @Test
  void bothKilledAgainAndAgain_everythingIsMadeOnceAndPeopleAreAskedOnlyWhereNobodyCanLook()
      throws Exception {
    System.out.printf("keelson.seed=%d, log %s%n", seed, log());
    // Kills fall before an effect, and between an effect and its answer.
    cloud.order("before", SLOW.formatted("before"));
    cloud.order("after", SLOW.formatted("after"));
    kubectl.apply(
        MANIFESTS
                .replace("NAMESPACE", namespace.name())
                .replace("MIRROR", TestProviders.mirror().toString())
                .replace("WORLD", cloud.folder().toString())
            + IntStream.range(0, THINGS).mapToObj(THING::formatted).collect(joining()));

    for (int life = 0; life < LIVES || !isAnyThingOpen(); life++) liveAndDie();
    cloud.withdraw("before");
    cloud.withdraw("after");
    try (var _ = startOperator()) {
      namespace.eventually(this::onlyThingsAreOpen);
      var asked = records.all().stream().filter(each -> !isReady(each)).toList();
      healedByHand = asked.size();
      assertThat(asked).isNotEmpty();
      kubectl.awaitReason("stack big", "StateUncertain");
      assertThat(kubectl.message("stack big")).contains("keelson.dev/resolve", "keelsontest_thing");
      asked.forEach(this::answer);
      kubectl.awaitReady("big");
    }

    everythingWasMadeOnce();
    everyRecordIsTrue();
    assertThat(kubectl.get("stack big", ".status.conditions[?(@.type==\"Planned\")].reason"))
        .isEqualTo("NothingToDo");
    tellFigures();
  }

  /// Whether the last kill hit a create that nobody can look up.
  private boolean isAnyThingOpen() {
    return records.open().stream().anyMatch(address -> address.startsWith("keelsontest_thing."));
  }

  private void tellFigures() {
    var names = cloud.objects().stream().map(ProviderKilledIT::name).toList();
    System.out.printf(
        "  killed: operator %d, provider %d times; instances %d; creates in the record %d;"
            + " duplicates %d; uncertain healed by hand %d%n",
        lives,
        providersKilled,
        NAMED + THINGS,
        cloud.effects().stream().filter(each -> each.startsWith("create ")).count(),
        names.size() - Set.copyOf(names).size(),
        healedByHand);
  }

  /// One life of the operator, in which its provider is killed, too.
  private void liveAndDie() throws IOException, InterruptedException {
    lives++;
    try (var operator = startOperator()) {
      begin(operator);
      long killed = killProviders(operator);
      assertThat(killed).isPositive();
      providersKilled += killed;
      begin(operator);
    }
  }

  /// Lets some operations begin.
  private void begin(OperatorProcess operator) throws InterruptedException {
    int enough = cloud.changes() + 1 + random.nextInt(MOST_BEFORE_A_KILL);
    await("the apply goes on; see " + log())
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(POLL)
        .until(() -> cloud.changes() >= enough);
    assertThat(operator.runsFor(Duration.ofMillis(random.nextInt(LONGEST_WAIT_MILLIS))))
        .as("the operator runs; see " + log())
        .isTrue();
  }

  /// SIGKILL to the processes of providers.
  private static long killProviders(OperatorProcess operator) {
    return ProcessHandle.of(operator.pid()).stream()
        .flatMap(ProcessHandle::children)
        .filter(each -> each.info().command().orElse("").contains("terraform-provider"))
        .filter(ProcessHandle::destroyForcibly)
        .count();
  }

  private OperatorProcess startOperator() throws IOException {
    return OperatorProcess.start(
        namespace,
        log(),
        Map.of(),
        "--lease-namespace=" + namespace.name(),
        "--provider-folder=" + folder.resolve("p"));
  }

  private Path log() {
    return folder.resolve("operator.log");
  }

  private void onlyThingsAreOpen() {
    var all = records.all();
    assertThat(all).hasSize(NAMED + THINGS);
    assertThat(all)
        .filteredOn(each -> !isReady(each))
        .allSatisfy(each -> {
          assertThat(each.getSpec().type).isEqualTo("keelsontest_thing");
          assertThat(each.getStatus()).isNotNull();
          assertThat(each.getStatus().phase).isEqualTo("Uncertain");
        });
  }

  private static boolean isReady(ResourceInstance record) {
    return record.getStatus() != null && "Ready".equals(record.getStatus().phase);
  }

  /// A person looks at the real system, and says what is there.
  private void answer(ResourceInstance record) {
    var name = record.getSpec().address.replaceAll(".*\\.thing_", "thing-");
    var found = cloud.objects().stream().filter(each -> name(each).equals(name)).toList();
    assertThat(found).hasSizeLessThan(2);
    namespace.annotate(
        "resourceinstance " + record.getMetadata().getName(),
        "keelson.dev/resolve=" + (found.isEmpty() ? "absent" : "exists=" + id(found.getFirst())));
  }

  private void everythingWasMadeOnce() {
    assertThat(cloud.deleted()).isEmpty();
    assertThat(cloud.objects())
        .hasSize(NAMED + THINGS)
        .extracting(ProviderKilledIT::name)
        .doesNotHaveDuplicates();
  }

  private void everyRecordIsTrue() {
    assertThat(records.remarkable()).isEmpty();
    var real = cloud.objects().stream().collect(toMap(ProviderKilledIT::id, Function.identity()));
    var all = records.all();
    assertThat(all)
        .extracting(each -> Objects.requireNonNull(each.getStatus().id))
        .containsExactlyInAnyOrderElementsOf(real.keySet());
    for (ResourceInstance record : all) {
      var state = Objects.requireNonNull(record.getStatus().state);
      var object = Objects.requireNonNull(real.get(record.getStatus().id));
      assertThat(state.path("name").asText()).isEqualTo(name(object));
      assertThat(state.path("text").asText())
          .isEqualTo(object.path("values").path("text").asText())
          .isEqualTo(name(object).replace('-', ' '));
    }
    assertThat(records.open()).isEqualTo(List.of());
  }

  private static String name(JsonNode object) {
    return object.path("name").asText();
  }

  private static String id(JsonNode object) {
    return object.path("id").asText();
  }
}
