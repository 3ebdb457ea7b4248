package io.keelson.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keelson.gitops.Sample.Expected;
import io.keelson.operator.status.ConditionReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.luaj.vm2.LuaError;

/// Holds what Argo CD, Flux and kstatus say of every kind in every state to the samples, and the
/// table of `docs/gitops.md` to that; `-Dgitops.update=true` rewrites the table.
final class GitOpsStatusTest {
  private static final Path PAGE = Path.of("docs/gitops.md");
  private static final String BEGIN = "<!-- health: written by GitOpsStatusTest -->\n";
  private static final String END = "<!-- end of health -->\n";
  private static final Set<ConditionReason> NOT_OF_READY =
      Set.of(
          ConditionReason.OutputRestored,
          ConditionReason.Released,
          ConditionReason.StatusRefused,
          ConditionReason.NothingToDo,
          ConditionReason.ChangesPending,
          ConditionReason.DriftsBack,
          ConditionReason.ChangedSinceApply,
          ConditionReason.OutcomeUnknown,
          ConditionReason.LateResult);
  private static final Set<String> HEALTHS =
      Set.of("Healthy", "Progressing", "Degraded", "Suspended");

  static Stream<Sample> samples() {
    return Sample.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyState_isSeenAsExpected(Sample sample) throws IOException {
    var strict = new FluxHealthChecks(Path.of("deploy/flux/health-checks.yaml"));
    var accepting = new FluxHealthChecks(Path.of("deploy/flux/accept-waiting.yaml"));

    var health = ArgoCd.health(sample.kind(), sample.object());

    assertThat(health.path("message").asText()).isNotBlank();
    assertThat(HEALTHS).contains(health.path("status").asText());
    assertThat(
            new Expected(
                Kstatus.of(sample.object()),
                health.path("status").asText(),
                strict.of(sample.object()),
                accepting.of(sample.object())))
        .isEqualTo(sample.expected());
  }

  @Test
  void everyKind_hasAScriptAndSamples() throws IOException {
    var kinds = new TreeSet<String>();
    try (var files = Files.list(Path.of("crds"))) {
      for (var file : files.toList())
        kinds.add(new YAMLMapper().readTree(file.toFile()).at("/spec/names/kind").asText());
    }

    assertThat(Sample.KINDS).containsExactlyInAnyOrderElementsOf(kinds);
    assertThat(kinds).allMatch(kind -> Files.exists(ArgoCd.healthScript(kind)));
  }

  /// A new reason has a sample, so that somebody thinks of what the tools make of it.
  @Test
  void everyReasonOfReady_hasASample() {
    var reasons = new TreeSet<String>();
    samples().forEach(each -> reasons.add(readyReason(each)));

    assertThat(reasons)
        .containsAll(
            Stream.of(ConditionReason.values())
                .filter(reason -> !NOT_OF_READY.contains(reason))
                .map(Enum::name)
                .toList());
  }

  private static String readyReason(Sample sample) {
    for (var condition : sample.object().at("/status/conditions"))
      if (condition.path("type").asText().equals("Ready")) return condition.path("reason").asText();
    return "";
  }

  /// The samples would tell nothing if the scripts could use more than in Argo CD.
  @Test
  void functionsOfTexts_areNotThereAsInArgoCd() {
    var nothing = JsonNodeFactory.instance.objectNode();

    for (var script : List.of("return ('x'):upper()", "return string.upper('x')", "math.floor(1)"))
      assertThatThrownBy(() -> LuaScript.run(script, nothing)).isInstanceOf(LuaError.class);
  }

  @Test
  void table_isThatOfTheSamples() throws IOException {
    var page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    var expected = page.substring(0, begin) + table() + page.substring(end);
    if (Boolean.getBoolean("gitops.update")) Files.writeString(PAGE, expected);

    assertThat(Files.readString(PAGE))
        .as("%s; rewrite it with -Dtest=GitOpsStatusTest -Dgitops.update=true", PAGE)
        .isEqualTo(expected);
  }

  private static String table() {
    var text =
        new StringBuilder(
            """
            | Kind | State | kstatus | Argo CD | Flux | Flux, waiting accepted |
            |---|---|---|---|---|---|
            """);
    for (String kind : Sample.KINDS) {
      var rows = new LinkedHashMap<Expected, List<Sample>>();
      samples()
          .filter(each -> each.kind().equals(kind) && each.isPossible())
          .forEach(each -> rows.merge(each.expected(), List.of(each), GitOpsStatusTest::both));
      rows.forEach((expected, states) -> text.append(row(kind, states, expected)));
    }
    return text.toString();
  }

  private static List<Sample> both(List<Sample> some, List<Sample> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private static String row(String kind, List<Sample> states, Expected expected) {
    return "| %s | %s | %s | %s | %s | %s |\n"
        .formatted(
            kind,
            states.stream().map(each -> shown(each.state())).collect(Collectors.joining(", ")),
            shownResult(expected.kstatus()),
            shownResult(expected.argocd()),
            shownResult(expected.flux()),
            shownResult(expected.acceptWaiting()));
  }

  /// Reasons and phases are words of the API; the others are described.
  private static String shown(String state) {
    return Character.isUpperCase(state.charAt(0)) ? "`" + state + "`" : state.replace('-', ' ');
  }

  private static String shownResult(String result) {
    return switch (result) {
      case "none" -> "";
      case "Error" -> "an error, which is waited for";
      default -> result;
    };
  }
}
