package io.keelson.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/// Runs scenarios whose expected results were recorded from Terraform: those that come with the
/// project, or those in the folder that the system property `conformance.dir` names, by the same
/// rules.
///
/// Where a scenario goes another way than Terraform, each single difference has to be explained by
/// a deviation that the documentation lists ([DeviationRules]). Of the scenarios of the project,
/// `deviations.txt` says which differences these are; `-Dgolden=update` writes what is read again.
// It takes long: the others find places beside it.
@Order(1)
class ConformanceTest {
  private static final Path OURS = Path.of("src/test/resources/conformance");

  /// What a scenario came to.
  private enum Verdict {
    AGREES,
    DEVIATES,
    DIFFERS
  }

  private record Report(
      String name,
      Verdict verdict,
      List<String> tags,
      List<String> unexplained,
      List<String> explained) {}

  @Test
  void scenarios_giveWhatTerraformGives() throws IOException {
    var folder = Path.of(System.getProperty("conformance.dir", OURS.toString()));
    compare(folder, "conformance", folder.equals(OURS));
  }

  /// Those that were recorded for what the others leave out.
  @Test
  void furtherScenarios_giveWhatTerraformGives() throws IOException {
    compare(OURS.resolve("recorded"), "conformance-recorded", true);
  }

  /// Those with modules, which are components here.
  @Test
  void componentScenarios_giveWhatTerraformGives() throws IOException {
    compare(OURS.resolve("modules"), "conformance-modules", true);
  }

  private static void compare(Path folder, String title, boolean ours) throws IOException {
    var reports = new ArrayList<Report>();
    for (Path file : files(folder)) reports.add(report(file));
    write(reports, title);
    System.out.printf(
        "%s: %d agree, %d deviate as documented, %d differ of %d%n",
        title,
        count(reports, Verdict.AGREES),
        count(reports, Verdict.DEVIATES),
        count(reports, Verdict.DIFFERS),
        reports.size());
    assertThat(reports).isNotEmpty();
    assertThat(reports)
        .filteredOn(report -> report.verdict() == Verdict.DIFFERS)
        .extracting(ConformanceTest::line)
        .isEmpty();
    if (ours) assertExplained(reports, folder.resolve("deviations.txt"));
  }

  private static void assertExplained(List<Report> reports, Path deviations) throws IOException {
    var text = new StringBuilder();
    for (Report report : reports)
      if (report.verdict() == Verdict.DEVIATES) {
        text.append(report.name()).append('\n');
        report.explained().forEach(line -> text.append("  ").append(line).append('\n'));
      }
    if ("update".equals(System.getProperty("golden")))
      Files.writeString(deviations, text.toString());
    assertThat(text.toString()).isEqualTo(Files.readString(deviations));
  }

  private static String line(Report report) {
    return report.name() + ": " + String.join("; ", report.unexplained());
  }

  private static long count(List<Report> reports, Verdict verdict) {
    return reports.stream().filter(report -> report.verdict() == verdict).count();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  private static Report report(Path file) throws IOException {
    JsonNode scenario = exact().readTree(file.toFile());
    var result = new ScenarioRun().run(scenario);
    var verdict =
        !result.unexplained().isEmpty()
            ? Verdict.DIFFERS
            : result.explained().isEmpty() ? Verdict.AGREES : Verdict.DEVIATES;
    return new Report(
        scenario.get("name").textValue(),
        verdict,
        StepCheck.strings(scenario.path("tags")),
        result.unexplained(),
        result.explained());
  }

  /// Reads numbers of any size.
  static ObjectMapper exact() {
    return JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
  }

  private static void write(List<Report> reports, String title) throws IOException {
    var byVerdict = new TreeMap<String, List<Report>>();
    for (Report report : reports)
      if (report.verdict() != Verdict.AGREES)
        byVerdict
            .computeIfAbsent(
                report.verdict().name().toLowerCase(java.util.Locale.ROOT), _ -> new ArrayList<>())
            .add(report);
    Files.createDirectories(Path.of("target"));
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(Path.of("target", title + ".json").toFile(), byVerdict);
  }
}
