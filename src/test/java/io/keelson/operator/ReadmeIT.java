package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.testing.OnControlPlane;
import io.keelson.testing.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The first page shows what really happens: its example is declared and changed with kubectl.
@ExtendWith(OnControlPlane.class)
final class ReadmeIT {
  private static final Pattern TEXT = Pattern.compile("(?s)```text\n(.*?)\n?```");

  /// The plan and the end of the quick start, in this order.
  private static String block(int number) throws IOException {
    return TEXT.matcher(Files.readString(Path.of("README.md")))
        .results()
        .skip(number)
        .findFirst()
        .orElseThrow()
        .group(1);
  }

  /// Any text stands for `…`.
  private static Pattern withGaps(String output) {
    return Pattern.compile(
        Stream.of(output.strip().split("…", -1))
            .map(part -> Pattern.quote(part.strip().isEmpty() ? "" : part.stripTrailing()))
            .collect(Collectors.joining("(?s:.*?)")));
  }

  @Test
  void planAndItsEffects_areThoseOfThePage(TestNamespace namespace) throws IOException {
    var kubectl = new Kubectl(namespace);
    try (var _ = OperatorUnderTest.in(namespace)) {
      for (String file : new String[] {"access.yaml", "shop.yaml"})
        kubectl.apply(
            Files.readString(Path.of("examples/quickstart", file))
                .replace("namespace: quickstart", "namespace: " + namespace.name())
                .replace("name: quickstart", "name: " + namespace.name()));
      kubectl.awaitReady("shop");
      var before = settings(kubectl);

      kubectl.merge(
          "stack shop",
          "{\"spec\":{\"variables\":[{\"name\":\"greeting\",\"value\":\"Good morning\"}]}}");
      var plan = kubectl.awaitPlan("shop");

      assertThat(kubectl.get("plan " + plan, ".spec.text")).containsPattern(withGaps(block(0)));

      kubectl.approve(plan);
      kubectl.awaitReady("shop");
      var after = settings(kubectl);
      assertThat(block(1).lines().skip(1))
          .containsExactly(
              "  created  ConfigMap " + after,
              "  updated  Deployment web, which now uses " + after,
              "  deleted  ConfigMap " + before);
      assertThat(
              kubectl.get(
                  "deployment web",
                  ".spec.template.spec.containers[0].envFrom[0].configMapRef.name"))
          .isEqualTo(after);
    }
  }

  /// The name of the only ConfigMap of the example.
  private static String settings(Kubectl kubectl) {
    return kubectl.get("configmaps", ".items[?(@.immutable==true)].metadata.name");
  }
}
