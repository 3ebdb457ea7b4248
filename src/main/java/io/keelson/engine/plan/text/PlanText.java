package io.keelson.engine.plan.text;

import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.PolicyConfig.PlanNumber;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.ComponentChanges;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.plan.Counts;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.plan.OutputChange;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.state.Drift;
import io.keelson.engine.value.Value;
import io.keelson.engine.value.ValueText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// A plan as text, the way Terraform users read it. Secrets are left out; equal plans give equal
/// text.
public final class PlanText {
  /// Told even where there is none.
  private static final Set<PlanNumber> ALWAYS =
      Collections.unmodifiableSet(EnumSet.range(PlanNumber.ADD, PlanNumber.DESTROY));

  private final Plan plan;
  private final ComponentVersions versions;
  private final Consumer<String> out;
  private StringBuilder text = new StringBuilder();

  private PlanText(Plan plan, ComponentVersions versions, Consumer<String> out) {
    this.plan = plan;
    this.versions = versions;
    this.out = out;
  }

  /// The whole plan; one sentence if there is nothing to do. Ends with a line break.
  public static String of(Plan plan) {
    return of(plan, ComponentVersions.NONE);
  }

  /// The whole plan, with the versions of components.
  public static String of(Plan plan, ComponentVersions versions) {
    var text = new StringBuilder();
    write(plan, versions, text::append);
    return text.toString();
  }

  /// Writes the plan piece by piece: the whole text may be too large for the memory.
  public static void write(Plan plan, ComponentVersions versions, Consumer<String> out) {
    new PlanText(plan, versions, out).render();
  }

  /// The counts in one line, such as `Plan: 1 to add, 0 to change, 1 to replace, 0 to destroy.`
  public static String summary(Counts counts) {
    return "Plan: " + String.join(", ", parts(counts)) + ".";
  }

  private static List<String> parts(Counts counts) {
    var parts = new ArrayList<String>();
    for (PlanNumber each : PlanNumber.CHANGES)
      if (counts.of(each) > 0 || ALWAYS.contains(each)) parts.add(each.told(counts.of(each)));
    return parts;
  }

  private void render() {
    if (plan.partial()) text.append("This plan leaves out a part of the stack.\n\n");
    drift();
    if (!plan.applyable()) {
      deferred();
      text.append(nothing());
      pass();
      return;
    }
    ComponentChanges.in(plan).forEach(this::render);
    pass();
    outputs();
    deferred();
    deviations();
    text.append(summary(plan.counts())).append('\n');
    pass();
  }

  /// Passes on the text that is written so far.
  private void pass() {
    if (text.isEmpty()) return;
    out.accept(text.toString());
    text = new StringBuilder();
  }

  private String nothing() {
    if (!plan.deferred().isEmpty()) return "Nothing can be done now.\n";
    return plan.partial()
        ? "No changes to what it is about.\n"
        : "No changes. What exists is what is declared.\n";
  }

  /// What others have done to the objects. An object that is gone is left out where the plan shows
  /// a change for it: that says so.
  private void drift() {
    var lines = new ArrayList<String>();
    plan.refreshed()
        .instances()
        .forEach((at, state) -> {
          switch (state.drift()) {
            case Drift.None _ -> {}
            case Drift.Changed(var paths, _, _) ->
                lines.add(
                    at + " has changed: " + listed(paths.stream().map(Object::toString).toList()));
            case Drift.Missing _ -> {
              var change = plan.changes().get(ObjectRef.current(at));
              if (change == null || !change.isEffective()) lines.add(at + " is gone");
            }
          }
        });
    if (lines.isEmpty()) return;
    text.append("Changed outside of Keelson since the last apply:\n");
    lines.forEach(line -> text.append("  # ").append(line).append('\n'));
    text.append('\n');
  }

  /// The headline of a component, and what is planned for its own objects. Components inside it
  /// have headlines of their own.
  private void render(ComponentChanges changes) {
    pass();
    if (!changes.component().path().isRoot()) {
      text.append(headline(changes)).append('\n');
      if (changes.own().isEmpty()) text.append('\n');
    }
    for (Change change : changes.own()) {
      render(change);
      pass();
    }
  }

  private String headline(ComponentChanges changes) {
    var parts = parts(changes.counts()).stream().filter(part -> !part.startsWith("0 ")).toList();
    return "# "
        + changes.component()
        + versions.of(changes.component().path()).map(each -> "   " + each.shown()).orElse("")
        + (parts.isEmpty() ? "" : "     " + String.join(", ", parts));
  }

  private void render(Change change) {
    text.append("  # ").append(headline(change)).append('\n');
    if (!change.isNoOp())
      change
          .movedFrom()
          .ifPresent(origin -> text.append("  # (moved from ").append(origin).append(")\n"));
    if (!change.isNoOp()) importing(change);
    if (!change.reason().sentence().isEmpty())
      text.append("  # (").append(change.reason().sentence()).append(")\n");
    change
        .because()
        .ifPresent(other ->
            text.append("  # (goes first, because of ")
                .append(other)
                .append(", which has to go before it is made anew)\n"));
    change
        .goesWith()
        .ifPresent(container ->
            text.append("  # (goes with ")
                .append(container)
                .append(", which is destroyed: nobody is asked to destroy it)\n"));
    if (!isRun(change))
      text.append(String.format("%3s", change.action().symbol()))
          .append(' ')
          .append(change.object().instance())
          .append('\n');
    if (!isRun(change) && !(change.action() instanceof Action.Forget))
      text.append(DiffText.of(change));
    text.append('\n');
  }

  /// Whether it is no object, but the run of a program.
  ///
  /// @rule R-PRG-22
  private static boolean isRun(Change change) {
    return change.object().instance().resource().mode() == ResourceAddress.Mode.PROGRAM;
  }

  private void importing(Change change) {
    change
        .imported()
        .ifPresent(key -> {
          text.append("  # (imported ").append(found(key)).append(")\n");
          if (change.action().destructive() && !change.action().leavesAlone())
            text.append("  # (this destroys the imported object)\n");
        });
  }

  private static String found(ImportKey key) {
    return switch (key) {
      case ImportKey.Id(var id) -> "from \"" + id + '"';
      case ImportKey.Identity(var attributes) -> "by the identity " + ValueText.inline(attributes);
    };
  }

  private static String headline(Change change) {
    if (change.isNoOp() && change.imported().isPresent())
      return change.object() + " will be imported " + found(change.imported().get());
    if (change.isNoOp() && change.movedFrom().isPresent())
      return change.movedFrom().get() + " has moved to " + change.object();
    if (isRun(change))
      return "the program of "
          + change.object().instance().component()
          + " will be run once more while the plan is applied";
    return change.object() + " " + what(change);
  }

  private static String what(Change change) {
    return switch (change.action()) {
      case Action.NoOp _ -> "stays as it is";
      case Action.Read _ -> "will be read during apply";
      case Action.Create _ -> "will be created";
      case Action.Recreate _ -> "will be created again";
      case Action.Update _ -> "will be updated in place";
      case Action.Replace(var order, _) ->
          switch (order) {
            case DESTROY_FIRST -> "must be replaced";
            case CREATE_FIRST -> "must be replaced (the new object first)";
            case FORGET_FIRST -> "must be replaced; the old object itself is left alone";
          };
      case Action.Delete _ -> "will be destroyed";
      case Action.Forget _ ->
          change.reason() == Reason.MISSING
              ? "will be dropped from the state"
              : "will no longer be managed; the object itself is left alone";
    };
  }

  private void outputs() {
    var lines = new ArrayList<String>();
    plan.outputs()
        .forEach((name, change) -> {
          var line = output(name, change);
          if (!line.isEmpty()) lines.add(line);
        });
    if (lines.isEmpty()) return;
    text.append("Changes to outputs:\n");
    lines.forEach(line -> text.append("  ").append(line).append('\n'));
    text.append('\n');
  }

  private static String output(String name, OutputChange change) {
    return switch (change.kind()) {
      case NO_OP -> "";
      case CREATE -> "+ " + name + " = " + shown(change.after().orElseThrow());
      case DELETE -> "- " + name;
      case UPDATE ->
          "~ "
              + name
              + " = "
              + DiffText.change(change.before().orElseThrow(), change.after().orElseThrow());
    };
  }

  private static String shown(Value value) {
    return ValueText.inline(value);
  }

  private void deferred() {
    if (plan.deferred().isEmpty()) return;
    text.append("Left to a later plan:\n");
    plan.deferred()
        .forEach((subject, cause) ->
            text.append("  # ").append(subject).append(": ").append(cause.sentence()).append('\n'));
    text.append('\n');
  }

  private void deviations() {
    var byKind =
        plan.deviations().stream()
            .collect(
                Collectors.groupingBy(
                    Deviation::kind,
                    TreeMap::new,
                    Collectors.mapping(each -> each.at().toString(), Collectors.toList())));
    byKind.forEach((kind, addresses) ->
        text.append("Differs from Terraform (")
            .append(kind.title())
            .append("): ")
            .append(listed(addresses))
            .append("\n\n"));
  }

  private static final int MOST_ADDRESSES = 10;

  /// The first addresses, and how many more there are.
  public static String listed(List<String> addresses) {
    if (addresses.size() <= MOST_ADDRESSES) return String.join(", ", addresses);
    return String.join(", ", addresses.subList(0, MOST_ADDRESSES))
        + ", and "
        + (addresses.size() - MOST_ADDRESSES)
        + " more";
  }
}
