package io.keelson.testing.secrecy;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.operator.OperatorUnderTest;
import io.keelson.testing.Installation;
import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.logging.log4j.LogManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Whatever shows a Secret is noticed while the tests run, also what is soon gone.
@ExtendWith(OnControlPlane.class)
final class SecretWatchIT {
  private static final String SECRET =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: planted}
      stringData: {word: '%s'}
      """;

  private static final String STACK =
      """
      apiVersion: keelson.dev/v1alpha1
      kind: Stack
      metadata: {name: shop}
      spec: {settle: 0s, locals: {word: "%s"}}
      """;

  @Test
  @ShowsSecret(in = "Event/Stack/shop", because = "it is planted")
  void eventThatIsSoonGone_isFound(TestNamespace namespace) {
    namespace.apply(SECRET.formatted("canary-of-an-event"));
    namespace.apply(
        """
        apiVersion: v1
        kind: Event
        metadata: {name: planted}
        involvedObject: {apiVersion: keelson.dev/v1alpha1, kind: Stack, name: shop, namespace: %s}
        type: Warning
        reason: PlanFailed
        message: The password '%s' is wrong.
        """
            .formatted(namespace.name(), "canary-of-an-event"));
    namespace.delete("event planted");

    awaitShown(namespace, new Place(namespace.name(), "Event/Stack/shop", "note"));
    assertNoLeakOf(namespace);
  }

  @Test
  @ShowsSecret(in = "Stack/*", because = "it is planted")
  void base64InAStatus_isFound(TestNamespace namespace) {
    Installation.crds(namespace.controlPlane());
    namespace.apply(SECRET.formatted("canary-in-a-status"));
    namespace.apply(STACK.formatted("hello"));
    var login = "user:canary-in-a-status@db".getBytes(StandardCharsets.UTF_8);
    namespace.mergeStatus(
        "stack shop",
        """
        {"status": {"outputs": {"login": "%s"}}}
        """
            .formatted(Base64.getEncoder().encodeToString(login)));

    awaitShown(namespace, new Place(namespace.name(), "Stack/shop", "status"));
    assertNoLeakOf(namespace);
  }

  @Test
  @ShowsSecret(in = "log", because = "it is planted")
  void lineInTheLog_isFoundAlsoWhenItWasThereBeforeTheSecret(TestNamespace namespace) {
    LogManager.getLogger("io.keelson.planted").debug("{} is wrong", "canary-in-the-log");
    namespace.apply(SECRET.formatted("canary-in-the-log"));

    awaitShown(namespace, new Place("", "log", ""));
    assertNoLeakOf(namespace);
  }

  /// The names of namespaces are in metrics.
  @Test
  @ShowsSecret(in = "*", because = "it is the namespace's name")
  void labelOfAMetric_isFound(TestNamespace namespace) {
    namespace.apply(SECRET.formatted(named(namespace)));
    try (var _ = OperatorUnderTest.decorated(namespace, (_, provider) -> provider)) {
      namespace.apply(STACK.formatted("hello"));
      namespace.awaitCondition("stack shop", "Ready");
    }

    awaitShown(namespace, new Place(namespace.name(), "metrics", ""));
    assertNoLeakOf(namespace);
  }

  private static String named(TestNamespace namespace) {
    return "namespace=\"" + namespace.name() + "\"";
  }

  @Test
  void secretThatIsShownWhereNoneIsMeantToBe_isALeak(TestNamespace namespace) {
    Installation.crds(namespace.controlPlane());
    namespace.apply(SECRET.formatted("canary-that-leaked"));
    namespace.apply(STACK.formatted("hello"));
    namespace.mergeStatus(
        "stack shop", "{\"status\": {\"outputs\": {\"word\": \"canary-that-leaked\"}}}");

    awaitShown(namespace, new Place(namespace.name(), "Stack/shop", "status"));
    assertThat(leaksOf(namespace))
        .contains("planted (key word, of SecretWatchIT.")
        .endsWith("is in status of Stack/shop of " + namespace.name())
        .doesNotContain("canary-that-leaked");

    // What is declared openly is none.
    namespace.apply(STACK.formatted("canary-that-leaked"));
    namespace.eventually(() -> assertNoLeakOf(namespace));
  }

  private static void awaitShown(TestNamespace namespace, Place place) {
    var secrets = namespace.controlPlane().secrets();
    namespace.eventually(() -> assertThat(secrets.shown(namespace.name())).contains(place));
  }

  private static String leaksOf(TestNamespace namespace) {
    return String.join("", namespace.controlPlane().secrets().leaks(namespace.name()));
  }

  private static void assertNoLeakOf(TestNamespace namespace) {
    assertThat(leaksOf(namespace)).isEmpty();
  }
}
