package io.keelson.conformance.pulumi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Runs scenarios that were recorded from Pulumi's engine: those that come with the project, or
/// those in the folder that the system property `conformance.dir` names, by the same rules.
class PulumiConformanceTest {
  private static final Path OURS = Path.of("src/test/resources/conformance-pulumi");

  /// What a scenario came to.
  private enum Verdict {
    AGREES,
    DEVIATES,
    DIFFERS
  }

  private record Report(
      String name, Verdict verdict, List<String> unexplained, List<String> explained) {}

  @Test
  void scenarios_giveWhatPulumiGives() throws IOException {
    var folder = Path.of(System.getProperty("conformance.dir", OURS.toString()));
    var reports = new ArrayList<Report>();
    for (Path file : files(folder)) reports.add(report(file));
    write(reports);
    System.out.println(summary(reports));
    assertThat(reports).isNotEmpty();
    assertThat(open(reports)).isEmpty();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  private static Report report(Path file) throws IOException {
    var scenario = new PulumiScenario(new ObjectMapper().readTree(file.toFile()));
    var result = new PulumiRun(scenario).run();
    var verdict =
        !result.unexplained().isEmpty()
            ? Verdict.DIFFERS
            : result.explained().isEmpty() ? Verdict.AGREES : Verdict.DEVIATES;
    return new Report(scenario.name(), verdict, result.unexplained(), result.explained());
  }

  private static String summary(List<Report> reports) {
    return "pulumi conformance: %d agree, %d deviate as documented, %d differ of %d"
        .formatted(
            count(reports, Verdict.AGREES),
            count(reports, Verdict.DEVIATES),
            count(reports, Verdict.DIFFERS),
            reports.size());
  }

  private static long count(List<Report> reports, Verdict verdict) {
    return reports.stream().filter(report -> report.verdict() == verdict).count();
  }

  /// A line for each scenario that differs.
  private static String open(List<Report> reports) {
    return reports.stream()
        .filter(report -> report.verdict() == Verdict.DIFFERS)
        .map(report -> report.name() + ": " + report.unexplained().getFirst() + "\n")
        .collect(Collectors.joining());
  }

  private static void write(List<Report> reports) throws IOException {
    var byVerdict = new TreeMap<String, List<Report>>();
    for (Report report : reports)
      byVerdict
          .computeIfAbsent(report.verdict().name().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(report);
    Files.createDirectories(Path.of("target"));
    new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .writeValue(Path.of("target", "conformance-pulumi.json").toFile(), byVerdict);
  }
}
