import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The engine with a Pulumi provider beside the test provider of the Terraform world, in turns, and
/// a component program beside what it registers, declared.
final class PulumiComparison {
  private static final int TURNS = 2;
  private static final int CHILDREN = 200;
  private static final double MOST_TIMES = 1.5;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final int size;

  /// @param folder for logs and worlds
  PulumiComparison(Path folder, int size) {
    this.folder = folder;
    this.size = size;
  }

  /// @param mirror with the test provider
  /// @param plugins with its counterpart
  List<Row> measure(Path mirror, Path plugins) throws IOException, InterruptedException {
    var terraform = turn("terraform", mirror, 0);
    var pulumi = turn("pulumi", plugins, 0);
    for (int turn = 1; turn < TURNS; turn++) {
      terraform = terraform.best(turn("terraform", mirror, turn));
      pulumi = pulumi.best(turn("pulumi", plugins, turn));
    }
    var program = program(plugins);
    var rows =
        new ArrayList<Row>(
            List.of(
                Row.of("Terraform's: verify, start, read the schema", terraform.start(), "s"),
                Row.of("Pulumi's: verify, start, read the schema", pulumi.start(), "s")));
    work(rows, "plan", pulumi.plan(), terraform.plan());
    work(rows, "apply, store in memory", pulumi.apply(), terraform.apply());
    work(rows, "plan, nothing to do, all read", pulumi.noOp(), terraform.noOp());
    rows.add(memory("engine and provider", pulumi.peakMiB(), terraform.peakMiB(), true));
    rows.add(memory("engine", pulumi.ownPeakMiB(), terraform.ownPeakMiB(), false));
    rows.add(compared("program of %d: plan", program.plan(), true));
    rows.add(compared("program of %d: apply", program.apply(), false));
    rows.add(compared("program of %d: plan, nothing to do, all read", program.noOp(), false));
    return rows;
  }

  /// Everybody has a world of his own.
  private Path world(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name + "-world"));
  }

  private ProviderEngineRun.Figures turn(String kind, Path from, int turn)
      throws IOException, InterruptedException {
    var name = kind + "-" + turn;
    var arguments =
        List.of(
            "ProviderEngineRun",
            kind,
            Integer.toString(size),
            from.toString(),
            world(name).toString(),
            folder.resolve("providers").toString());
    return JSON.readValue(run(name, arguments), ProviderEngineRun.Figures.class);
  }

  private ProgramRun.Figures program(Path plugins) throws IOException, InterruptedException {
    var arguments =
        List.of(
            "ProgramRun",
            Integer.toString(CHILDREN),
            plugins.toString(),
            world("program").toString(),
            folder.resolve("providers").toString());
    return JSON.readValue(run("program", arguments), ProgramRun.Figures.class);
  }

  private String run(String name, List<String> arguments)
      throws IOException, InterruptedException {
    System.err.println("measuring: engine, " + name + " …");
    return Program.run(folder, name, List.of(0), Program.java(arguments)).output();
  }

  private static void work(
      List<Row> rows,
      String what,
      ProviderEngineRun.Work pulumi,
      ProviderEngineRun.Work terraform) {
    var compared = new Seconds.Compared(pulumi.seconds(), terraform.seconds());
    rows.add(row("Pulumi's: " + what, compared, "Terraform's", true));
    var ours = pulumi.processor();
    var theirs = terraform.processor();
    rows.add(processor("… processor time of the engine", ours.engine(), theirs.engine()));
    rows.add(processor("… and of the provider", ours.providers(), theirs.providers()));
  }

  private static Row processor(String what, double pulumi, double terraform) {
    return Row.beside(what, pulumi, "Terraform's, %.3f s".formatted(terraform), terraform);
  }

  private static Row compared(String what, Seconds.Compared compared, boolean limited) {
    return row(what.formatted(CHILDREN), compared, "the same declared", limited);
  }

  /// @param limited whether there is a target
  private static Row row(String what, Seconds.Compared compared, String beside, boolean limited) {
    double ratio = compared.ratio();
    return new Row(
        what,
        compared.one().cold(),
        compared.one().best(),
        "s",
        "%s, %.3f s".formatted(beside, compared.other().best()),
        ratio,
        limited ? "≤ " + MOST_TIMES : null,
        limited ? ratio <= MOST_TIMES : null);
  }

  private static Row memory(String of, double pulumi, double terraform, boolean limited) {
    double ratio = pulumi / terraform;
    return new Row(
        "Pulumi's: peak memory, " + of,
        null,
        pulumi,
        "MiB",
        "Terraform's, %.0f MiB".formatted(terraform),
        ratio,
        limited ? "≤ " + MOST_TIMES : null,
        limited ? ratio <= MOST_TIMES : null);
  }
}
