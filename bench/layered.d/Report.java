import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// The figures of one run beside the targets.
final class Report {

  private static final int LARGE = 10_000;
  private static final String SAME_MODULES = "terraform plan of the same";

  private final int size;
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Object> details = new LinkedHashMap<>();
  private TerraformRun.Figures terraform;

  /// @param peakMiB of its JVM, all runs together
  record Engine(EngineRun.Figures figures, double peakMiB) {}

  Report(int size) {
    this.size = size;
    details.put("processors", Runtime.getRuntime().availableProcessors());
    details.put("java", Runtime.version().toString());
  }

  void terraform(TerraformRun.Figures measured) {
    terraform = measured;
    var details = new LinkedHashMap<String, Object>();
    details.put("version", measured.version());
    details.put("plan", measured.plan());
    details.put("planPeakMiB", measured.planPeakMiB());
    details.put("noOp", measured.noOp());
    details.put("noOpPeakMiB", measured.noOpPeakMiB());
    measured.apply().ifPresent(seconds -> details.put("apply", seconds));
    this.details.put("terraform", details);
    plain("terraform plan", measured.plan(), "s");
    plain("terraform plan, nothing to do", measured.noOp(), "s");
    measured.apply().ifPresent(seconds -> plain("terraform apply", seconds, "s"));
    plain("terraform plan, peak memory", measured.planPeakMiB(), "MiB");
  }

  void engine(Engine engine) {
    details.put("engine", engine);
    var of = engine.figures();
    work("engine: load", of.load());
    beside("engine: plan", of.plan(), TerraformRun.Figures::plan, "terraform plan", 60);
    if (of.underPolicies() != null) underPolicies(of);
    var loadAndPlan = of.load().plus(of.plan());
    beside("engine: load and plan", loadAndPlan, TerraformRun.Figures::plan, "terraform plan", 0);
    beside(
        "engine: apply, store in memory",
        of.apply(),
        TerraformRun.Figures::plan,
        "terraform plan",
        5);
    noOp("engine: plan, nothing to do, all read", of.noOp(), 40);
    noOp("engine: plan, nothing to do, as last read", of.noOpObserved(), 60);
    oneChanged("engine: plan, one instance changed", of, size >= LARGE);
    work("engine: plan, one column changed", of.columnChanged());
    plain("engine: peak memory, first plans", of.firstPlanPeakMiB(), "MiB");
    var peak = "engine: peak memory, everything above";
    if (terraform == null) plain(peak, engine.peakMiB(), "MiB");
    else
      rows.add(
          new Row(
              peak,
              null,
              engine.peakMiB(),
              "MiB",
              "terraform plan, peak memory",
              engine.peakMiB() / terraform.planPeakMiB(),
              null,
              null));
  }

  /// @param compared this checkout and another one, by what was done
  void against(Map<String, Seconds.Compared> compared) {
    details.put("against", compared);
    compared.forEach((what, seconds) ->
        rows.add(
            new Row(
                "engine, in turns: " + what,
                seconds.one().cold(),
                seconds.one().best(),
                "s",
                "the other checkout's",
                seconds.ratio(),
                "≤ 1.1",
                seconds.ratio() <= 1.1)));
  }

  private void underPolicies(EngineRun.Figures of) {
    double ratio = of.underPolicies().ratio();
    rows.add(
        new Row(
            "engine: plan, under policies",
            of.underPolicies().one().cold(),
            of.underPolicies().one().best(),
            "s",
            "engine: plan, in turns",
            ratio,
            "≤ 1.3",
            ratio <= 1.3));
  }

  /// The same resources in components.
  ///
  /// @param terraform seconds of Terraform's plan of the same modules; null if it was not measured
  /// @param peakMiB of planning and applying them once
  /// @param flatPeakMiB the same where they are written out
  record Components(
      String shape,
      ComponentRun.Figures figures,
      Double terraform,
      double peakMiB,
      double flatPeakMiB) {}

  void components(Components components) {
    details.put("components", components);
    var of = components.figures();
    var prefix = "engine: components " + components.shape() + ": ";
    beside(prefix + "load", of.load());
    beside(prefix + "plan", of.plan());
    beside(prefix + "plan", of.plan().one(), components.terraform(), SAME_MODULES, 15);
    beside(prefix + "apply", of.apply());
    double memory = components.peakMiB() / components.flatPeakMiB();
    rows.add(
        new Row(
            prefix + "peak memory",
            null,
            components.peakMiB(),
            "MiB",
            "the same, written out",
            memory,
            "≤ 1.3",
            memory <= 1.3));
    double changed = of.oneChanged().best();
    rows.add(
        new Row(
            prefix + "one input changed",
            of.oneChanged().cold(),
            changed,
            "s",
            null,
            null,
            "under 1 s",
            changed < 1));
    rows.add(
        new Row(
            prefix + "compiled, inputs aside",
            null,
            of.compiled(),
            "",
            "for one use",
            (double) of.compiled() / of.compiledOnce(),
            "1",
            of.compiled() == of.compiledOnce()));
  }

  /// Uses that are given many inputs.
  ///
  /// @param terraform as in [Components]
  record Inputs(String shape, InputsRun.Figures figures, Double terraform) {}

  void inputs(Inputs inputs) {
    details.put("inputs", inputs);
    beside(
        "engine: inputs " + inputs.shape() + ": load and plan",
        inputs.figures().loadAndPlan(),
        inputs.terraform(),
        SAME_MODULES,
        20);
  }

  /// The same through the operator.
  ///
  /// @param flat where the resources are written out
  record OperatorComponents(String shape, OperatorRun.Figures components, OperatorRun.Figures flat) {
    private Row row(String work, String unit, ToDoubleFunction<OperatorRun.Applied> figure) {
      double value = figure.applyAsDouble(components.applied());
      double ratio = value / figure.applyAsDouble(flat.applied());
      return new Row(
          "operator: components " + shape + ": " + work,
          null,
          value,
          unit,
          "the same, written out",
          ratio,
          "≤ 1.3",
          ratio <= 1.3);
    }
  }

  void operatorComponents(OperatorComponents components) {
    details.put("operator components", components);
    rows.add(components.row("settling (1 s) and planning", "s", OperatorRun.Applied::planning));
    rows.add(components.row("apply", "s", OperatorRun.Applied::apply));
    rows.add(components.row("peak memory", "MiB", OperatorRun.Applied::peakMiB));
  }

  private void beside(String work, Seconds.Compared compared) {
    rows.add(
        new Row(
            work,
            compared.one().cold(),
            compared.one().best(),
            "s",
            "the same, written out",
            compared.ratio(),
            "≤ 1.3",
            compared.ratio() <= 1.3));
  }

  /// The target is one for 10,000.
  private void oneChanged(String work, EngineRun.Figures of, boolean judged) {
    double changed = of.oneChanged().best();
    double ratio = changed / of.plan().best();
    var met = judged ? (Boolean) (ratio <= 1.0 / 20 || changed < 1) : null;
    rows.add(
        new Row(
            work,
            of.oneChanged().cold(),
            changed,
            "s",
            "engine: plan",
            ratio,
            judged ? "≤ 1/20, or under 1 s" : null,
            met));
  }

  void growth(Engine small, Engine large) {
    details.put("engine 1000", small);
    details.put("engine 10000", large);
    grown("load", small, large, each -> each.figures().load().best(), 12);
    grown("plan", small, large, each -> each.figures().plan().best(), 12);
    grown("apply", small, large, each -> each.figures().apply().best(), 12);
    grown("nothing to do", small, large, each -> each.figures().noOp().best(), 12);
    oneChanged("engine: one instance changed at 10,000", large.figures(), true);
    grown("peak memory", small, large, Engine::peakMiB, 8);
  }

  private void grown(
      String what, Engine small, Engine large, ToDoubleFunction<Engine> figure, int most) {
    double value = figure.applyAsDouble(large);
    double ratio = value / figure.applyAsDouble(small);
    rows.add(
        new Row(
            "engine: " + what + " at 10,000",
            null,
            value,
            what.endsWith("memory") ? "MiB" : "s",
            "the same at 1,000",
            ratio,
            "≤ " + most,
            ratio <= most));
  }

  void operator(OperatorRun.Figures of) {
    details.put("operator", of);
    var apply = terraform == null ? Optional.<Double>empty() : terraform.apply();
    rows.addAll(OperatorRows.of(of, size, apply));
  }

  /// @param seconds of a JVM that loads and plans once
  void firstPlan(double seconds) {
    details.put("firstPlan", seconds);
    var work = "engine: load and plan in a new JVM";
    rows.add(
        terraform == null
            ? Row.of(work, seconds, "s")
            : Row.atMostPart(work, seconds, "terraform plan", terraform.plan(), 10));
  }

  private void noOp(String work, Seconds seconds, int part) {
    beside(work, seconds, TerraformRun.Figures::noOp, "terraform plan, nothing to do", part);
  }

  private void work(String work, Seconds seconds) {
    rows.add(new Row(work, seconds.cold(), seconds.best(), "s", null, null, null, null));
  }

  /// @param part the target is one of so many parts of Terraform's time; 0 for no target
  private void beside(
      String work,
      Seconds seconds,
      ToDoubleFunction<TerraformRun.Figures> other,
      String name,
      int part) {
    var measured = terraform == null ? null : (Double) other.applyAsDouble(terraform);
    beside(work, seconds, measured, name, part);
  }

  /// @param other null if it was not measured
  private void beside(String work, Seconds seconds, Double other, String name, int part) {
    var target = part == 0 ? null : "≤ 1/" + part;
    if (other == null) {
      rows.add(new Row(work, seconds.cold(), seconds.best(), "s", null, null, target, null));
      return;
    }
    double ratio = seconds.best() / other;
    var met = part == 0 ? null : (Boolean) (ratio <= 1.0 / part);
    rows.add(new Row(work, seconds.cold(), seconds.best(), "s", name, ratio, target, met));
  }

  private void plain(String work, double value, String unit) {
    rows.add(Row.of(work, value, unit));
  }

  String table() {
    var text =
        new StringBuilder(
            "\nN = %,d%s%n%n"
                .formatted(size, terraform == null ? "" : ", Terraform " + terraform.version()));
    text.append(Row.HEADING);
    for (Row row : rows) text.append(row.text());
    return text.toString();
  }

  void write(Path file) throws IOException {
    var all = new LinkedHashMap<String, Object>();
    all.put("size", size);
    all.put("rows", rows);
    all.putAll(details);
    var parent = file.toAbsolutePath().getParent();
    Files.createDirectories(parent);
    new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), all);
  }
}
