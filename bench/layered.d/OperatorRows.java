import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the table says about the operator.
final class OperatorRows {
  private static final String APPLY = "operator: apply, Applying to Applied";
  private static final int SMALL = 1000;

  private final OperatorRun.Figures figures;
  private final OperatorRun.Applied applied;
  private final int size;
  private final List<Row> rows = new ArrayList<>();

  private OperatorRows(OperatorRun.Figures figures, int size) {
    this.figures = figures;
    this.applied = figures.applied();
    this.size = size;
  }

  /// @param terraformApply seconds, if it was measured
  static List<Row> of(OperatorRun.Figures figures, int size, Optional<Double> terraformApply) {
    var all = new OperatorRows(figures, size);
    all.starts();
    all.apply(terraformApply);
    all.work();
    all.idle();
    return all.rows;
  }

  private void starts() {
    double most = size <= SMALL ? 2 : 3;
    rows.add(Row.of("operator: creating the Resources, from here", figures.declare(), "s"));
    rows.add(Row.atMost("operator: start to first report", applied.firstReport(), "s", most));
    rows.add(
        Row.atMost("operator: start to first report, all applied", figures.restart(), "s", most));
    rows.add(Row.of("operator: settling (1 s) and planning", applied.planning(), "s"));
  }

  private void apply(Optional<Double> terraformApply) {
    rows.add(nativeClient("small", figures.small()));
    rows.add(nativeClient("our", figures.ours()));
    double apply = applied.apply();
    rows.add(
        Row.atMostTimes(APPLY, apply, "native client, small records", figures.small().seconds(), 1.5));
    rows.add(Row.beside(APPLY, apply, "native client, our records", figures.ours().seconds()));
    terraformApply.ifPresent(
        seconds -> rows.add(Row.atMostPart(APPLY, apply, "terraform apply", seconds, 25)));
    rows.add(Row.of("  of it until the last operation", applied.walk(), "s"));
    rows.add(
        Row.atMost("operator: from Applied until all say Ready", applied.reporting(), "s", 2));
  }

  static Row nativeClient(String which, NativeClient.Figures figures) {
    var work = "native client, %s records (%,d bytes)".formatted(which, figures.largestBytes());
    return Row.of(work, figures.seconds(), "s");
  }

  private void work() {
    rows.add(Row.of("operator: processor time, start to all Ready", applied.processor(), "s"));
    double each = 1000 * applied.processor() / size;
    rows.add(Row.atMost("  of it for each instance", each, "ms", 3));
    rows.add(
        Row.of("operator: API writes per instance, its record", writes("resourceinstances"), ""));
    rows.add(Row.of("operator: API writes per instance, all", writes(""), ""));
    rows.add(Row.of("operator: peak memory", applied.peakMiB(), "MiB"));
  }

  private double writes(String resource) {
    return applied.writes().entrySet().stream()
            .filter(each -> each.getKey().contains(" " + resource))
            .mapToLong(each -> each.getValue())
            .sum()
        / (double) size;
  }

  private void idle() {
    var idle = applied.idle();
    long writes = idle.writes().values().stream().mapToLong(Long::longValue).sum();
    rows.add(Row.atMost("operator: memory when idle", idle.residentMiB(), "MiB", 280));
    rows.add(Row.atMost("operator: processor when idle", idle.cpuPercent(), "%", 0.4));
    rows.add(Row.atMost("operator: API writes when idle, no leases", writes, "", 0));
  }
}
