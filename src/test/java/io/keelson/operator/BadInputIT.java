package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a person reads after a mistake: what is wrong, where, why, and what to do. What it does not
/// concern goes on, what exists is left alone, and what the transcript does last heals it.
///
/// The transcripts are `src/test/resources/mistakes/*.txt`; `-Dgolden=update` writes what is read
/// in them anew, reasons apart.
@ExtendWith(OnControlPlane.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Order(OnControlPlane.EARLY)
final class BadInputIT {
  private static final Path MISTAKES = Path.of("src/test/resources/mistakes");

  private static final String RIGHTS =
      Rights.to("get, create, patch, delete", "secrets, configmaps");

  /// In the same Stack, and in another one.
  private static final String UNCONCERNED =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: healthy}
      spec: {stack: shop, type: terraform_data, config: {input: "%1$s"}}
      ---
      apiVersion: keelson.dev/v1alpha1
      kind: Resource
      metadata: {name: neighbour}
      spec: {stack: other, type: terraform_data, config: {input: "%1$s"}}
      """;

  private TestNamespace namespace;
  private Kubectl kubectl;
  private Records records;
  private OperatorUnderTest operator;

  @BeforeAll
  void start(TestNamespace own) {
    namespace = own;
    kubectl = new Kubectl(own);
    records = new Records(own);
    operator = OperatorUnderTest.in(own);
    kubectl.apply(RIGHTS);
    kubectl.apply(
        """
        apiVersion: keelson.dev/v1alpha1
        kind: Stack
        metadata: {name: other}
        spec: {settle: 0s, approval: {mode: Automatic}}
        """);
  }

  @AfterAll
  void stop() {
    operator.close();
  }

  static Stream<Path> mistakes() throws IOException {
    try (var files = Files.list(MISTAKES)) {
      return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  @Tag("R-DIAG-2")
  void mistake(Path file) throws IOException {
    allIsWell();
    var before = versions();
    var transcript = Transcript.read(file);
    boolean wasRead = false;
    for (Transcript.Step step : transcript.steps()) {
      if (step.isReading()) {
        wasRead = true;
        transcript = transcript.with(step, read(step));
        continue;
      }
      if (wasRead) {
        theRestGoesOn(file.getFileName().toString());
        assertThat(versions()).as("what exists is left alone").containsAllEntriesOf(before);
        wasRead = false;
      }
      step.run(namespace);
    }
    kubectl.awaitReady("shop");
    transcript.steps().stream()
        .filter(step -> step.command().startsWith("get resource "))
        .filter(step -> !kubectl.get(step.object(), ".metadata.name").isEmpty())
        .forEach(step -> kubectl.awaitReason(step.object(), "UpToDate"));
    transcript.write(file);
  }

  @Test
  void approvalInAnothersName_isRefused() {
    var refused =
        namespace.applyAs(
            "admin",
            """
            apiVersion: keelson.dev/v1alpha1
            kind: PlanApproval
            metadata: {name: forged}
            spec:
              stack: shop
              digest: "sha256:%064d"
              decision: Approve
              approver: somebody
            """
                .formatted(0));

    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.err())
        .contains(
            "spec.approver is 'somebody', but this request comes from 'admin': nobody can approve"
                + " in another's name. Set spec.approver to 'admin' to decide for yourself.");
  }

  /// The Stack as it is declared at first, with nothing else in it.
  private void allIsWell() throws IOException {
    apply(MISTAKES.resolve("shop.yaml"));
    kubectl.apply(UNCONCERNED.formatted("at first"));
    namespace
        .kubectl(
            "delete",
            "resource",
            "--field-selector",
            "metadata.name!=data,metadata.name!=map,metadata.name!=healthy,metadata.name!=neighbour")
        .orThrow();
    kubectl.awaitUpToDate();
    kubectl.awaitReason("stack shop", "UpToDate");
    namespace.eventually(() ->
        assertThat(records.all())
            .filteredOn(each -> each.getSpec().stack.equals("shop"))
            .extracting(each -> each.getSpec().address)
            .containsExactlyInAnyOrder(
                "terraform_data.data", "kubernetes_object.map", "terraform_data.healthy"));
  }

  private void apply(Path file) throws IOException {
    kubectl.apply(Files.readString(file));
  }

  /// Those of the records that no healthy change concerns.
  private Map<String, String> versions() {
    var versions = new TreeMap<String, String>();
    records.all().stream()
        .filter(each ->
            List.of("terraform_data.data", "kubernetes_object.map")
                .contains(each.getSpec().address))
        .forEach(
            each -> versions.put(each.getSpec().address, each.getMetadata().getResourceVersion()));
    return versions;
  }

  private void theRestGoesOn(String now) {
    kubectl.apply(UNCONCERNED.formatted(now));
    namespace.eventually(() -> {
      assertThat(records.state("terraform_data.healthy", "output")).contains(now);
      assertThat(records.state("terraform_data.neighbour", "output")).contains(now);
      kubectl.awaitReason("resource healthy", "UpToDate");
      assertThat(kubectl.reason("stack other")).isEqualTo("UpToDate");
    });
  }

  /// Waits for what the transcript says, or for its reason where it is written anew.
  private String read(Transcript.Step step) {
    if (Transcript.UPDATED)
      namespace.eventually(() -> assertThat(said(step)).startsWith(step.reason() + "\n"));
    else namespace.eventually(() -> assertThat(said(step)).isEqualTo(step.input()));
    return said(step);
  }

  private String said(Transcript.Step step) {
    var object = step.object();
    boolean decision = object.startsWith("planapproval ");
    var reason = decision ? kubectl.get(object, ".status.phase") : kubectl.reason(object);
    var message = decision ? kubectl.get(object, ".status.message") : kubectl.message(object);
    return reason + "\n" + Transcript.steady(message, namespace) + "\n";
  }
}
