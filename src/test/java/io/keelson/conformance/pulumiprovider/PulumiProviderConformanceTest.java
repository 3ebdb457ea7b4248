package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.SerializationFeature;
import io.keelson.json.ExactJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs scenarios that were recorded from Pulumi's engine with real providers: those that come with
/// the project, or those in the folder that the system property `conformance.dir` names.
class PulumiProviderConformanceTest {
  private static final Path OURS = Path.of("src/test/resources/conformance-pulumi-providers");

  @TempDir private Path temporary;

  /// What a scenario came to.
  private enum Verdict {
    AGREES,
    DEVIATES,
    MISSING,
    DIFFERS
  }

  private record Report(String name, Verdict verdict, List<String> told) {
    @Override
    public String toString() {
      return name + ": " + (verdict == Verdict.MISSING ? "missing " : "") + told.getFirst();
    }
  }

  @Test
  void scenarios_giveWhatPulumiGives() throws IOException {
    var folder = Path.of(System.getProperty("conformance.dir", OURS.toString()));
    var reports = new ArrayList<Report>();
    for (Path file : files(folder)) reports.add(report(file));
    write(reports);
    reports.stream()
        .filter(report -> isOpen(report) || report.verdict() == Verdict.MISSING)
        .forEach(System.out::println);
    System.out.println(summary(reports));
    assertThat(reports).isNotEmpty();
    assertThat(reports).filteredOn(PulumiProviderConformanceTest::isOpen).isEmpty();
  }

  private static boolean isOpen(Report report) {
    return report.verdict() == Verdict.DIFFERS;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  private Report report(Path file) throws IOException {
    var scenario = new ProviderScenario(ExactJson.JSON.readTree(file.toFile()));
    var missing = scenario.missing();
    if (missing.isPresent())
      return new Report(scenario.name(), Verdict.MISSING, List.of(missing.get()));
    // Sockets lie in it, whose paths may not be long.
    var folder = Files.createTempDirectory(temporary, "");
    var result = new ProviderRun(scenario, folder).run();
    if (!result.unexplained().isEmpty())
      return new Report(scenario.name(), Verdict.DIFFERS, result.unexplained());
    return new Report(
        scenario.name(),
        result.explained().isEmpty() ? Verdict.AGREES : Verdict.DEVIATES,
        result.explained());
  }

  private static String summary(List<Report> reports) {
    var missing = count(reports, Verdict.MISSING);
    return "pulumi-provider conformance: %d agree, %d deviate as documented, %d differ of %d"
            .formatted(
                count(reports, Verdict.AGREES),
                count(reports, Verdict.DEVIATES),
                count(reports, Verdict.DIFFERS),
                reports.size() - missing)
        + (missing == 0 ? "" : " (and " + missing + " need what is missing)");
  }

  private static long count(List<Report> reports, Verdict verdict) {
    return reports.stream().filter(report -> report.verdict() == verdict).count();
  }

  private static void write(List<Report> reports) throws IOException {
    var byVerdict = new TreeMap<String, List<Report>>();
    for (Report report : reports)
      byVerdict
          .computeIfAbsent(report.verdict().name().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(report);
    Files.createDirectories(Path.of("target"));
    ExactJson.JSON
        .writer()
        .with(SerializationFeature.INDENT_OUTPUT)
        .writeValue(Path.of("target", "conformance-pulumi-providers.json").toFile(), byVerdict);
  }
}
