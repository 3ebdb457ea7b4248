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
import org.junit.jupiter.api.Test;

/// Runs scenarios whose expected results were recorded from Terraform. Reads `conformance.dir`, or
/// the scenarios that come with the project.
class ConformanceTest {
  /// A wrong expression is found while planning, not while applying.
  static final String FOUND_EARLIER = "Errors in expressions, found earlier";

  /// What is an internal error of Terraform is told as what it is.
  static final String NO_INTERNAL_ERROR = "Errors in expressions, not internal";

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
      List<String> deviations,
      List<String> differences) {}

  @Test
  void scenarios_giveWhatTerraformGives() throws IOException {
    var reports = new ArrayList<Report>();
    for (Path file : files()) reports.add(report(file));
    write(reports);
    System.out.printf(
        "conformance: %d agree, %d deviate as documented, %d differ of %d%n",
        count(reports, Verdict.AGREES),
        count(reports, Verdict.DEVIATES),
        count(reports, Verdict.DIFFERS),
        reports.size());
    assertThat(reports).isNotEmpty();
    assertThat(reports)
        .filteredOn(report -> report.verdict() == Verdict.DIFFERS)
        .extracting(ConformanceTest::line)
        .isEmpty();
  }

  /// A difference counts as a deviation where the engine says that one applies, and for what that
  /// one may alter.
  private static boolean isDeviation(ScenarioRun.Result result) {
    return result.differences().stream()
        .allMatch(difference ->
            result.deviations().stream().anyMatch(each -> mayAlter(each, difference)));
  }

  private static boolean mayAlter(String deviation, String difference) {
    return switch (deviation) {
      case "DEV-4" -> difference.contains(": cbd of ");
      case NO_INTERNAL_ERROR -> difference.contains(": error classes ");
      case "DEV-15" -> difference.contains(": order: ");
      default -> true;
    };
  }

  private static String line(Report report) {
    return report.name() + ": " + String.join("; ", report.differences());
  }

  private static long count(List<Report> reports, Verdict verdict) {
    return reports.stream().filter(report -> report.verdict() == verdict).count();
  }

  private static List<Path> files() throws IOException {
    var folder = Path.of(System.getProperty("conformance.dir", "src/test/resources/conformance"));
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  private static Report report(Path file) throws IOException {
    JsonNode scenario = exact().readTree(file.toFile());
    var result = new ScenarioRun().run(scenario);
    var tags = new ArrayList<String>();
    scenario.path("tags").forEach(tag -> tags.add(tag.textValue()));
    var verdict =
        result.differences().isEmpty()
            ? Verdict.AGREES
            : isDeviation(result) ? Verdict.DEVIATES : Verdict.DIFFERS;
    return new Report(
        scenario.get("name").textValue(), verdict, tags, result.deviations(), result.differences());
  }

  /// Reads numbers of any size.
  static ObjectMapper exact() {
    return JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
  }

  private static void write(List<Report> reports) throws IOException {
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
        .writeValue(Path.of("target/conformance.json").toFile(), byVerdict);
  }
}
