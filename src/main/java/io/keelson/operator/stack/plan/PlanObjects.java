package io.keelson.operator.stack.plan;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.PolicyConfig.PlanNumber;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.ComponentChanges;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.plan.Counts;
import io.keelson.engine.plan.DeferralCause;
import io.keelson.engine.plan.Deviation;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.operator.api.Formats;
import io.keelson.operator.api.PlanCounts;
import io.keelson.operator.api.PlanPhase;
import io.keelson.operator.api.StackStatus.CurrentPlan;
import io.keelson.operator.api.plan.PlanSpec;
import io.keelson.operator.api.plan.PlanSpec.PlanChange;
import io.keelson.operator.api.plan.PlanSpec.PlanComponent;
import io.keelson.operator.api.plan.PlanSpec.PlanDeferral;
import io.keelson.operator.api.plan.PlanSpec.PlanDeviation;
import io.keelson.operator.api.plan.PlanSpec.PlanWarning;
import io.keelson.operator.state.Labels;
import io.keelson.operator.state.RecordNames;
import io.keelson.operator.status.Conditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Turns plans into Plan objects, to be read and approved.
public final class PlanObjects {
  private static final int MOST_CHANGES = 1000;
  private static final int MOST_WARNINGS = 50;
  private static final int MOST_COMPONENTS = 200;
  private static final int MOST_PATHS = 20;
  private static final int MOST_ADDRESSES = 100;
  private static final int MOST_DEFERRED = 100;
  private static final int LONGEST_LEAVES = 786_432;
  private static final int LONGEST_ANSWERS = 262_144;

  private PlanObjects() {}

  public static io.keelson.operator.api.plan.Plan of(Planned planned) {
    var stack = planned.stack();
    var meta = stack.getMetadata();
    var written = new io.keelson.operator.api.plan.Plan();
    var metadata =
        new ObjectMetaBuilder()
            .withNamespace(meta.getNamespace())
            .withName(name(planned))
            .withLabels(Labels.of(meta.getName()));
    // Kubernetes deletes what a deleted Stack owns, so the Stack does not own its destroy plan.
    if (meta.getDeletionTimestamp() == null)
      metadata.withOwnerReferences(
          new OwnerReferenceBuilder()
              .withApiVersion(stack.getApiVersion())
              .withKind(stack.getKind())
              .withName(meta.getName())
              .withUid(meta.getUid())
              .build());
    written.setMetadata(metadata.build());
    written.setSpec(spec(planned));
    written.getSpec().leaves = leaves(planned);
    written.getSpec().answers = answers(planned, written.getSpec().leaves);
    return written;
  }

  /// The name of the Plan object, which differs between plans of the Stack.
  public static String name(Planned planned) {
    return RecordNames.ofPlan(
        planned.stack().getMetadata().getName(), planned.epoch(), planned.plan().digest());
  }

  private static PlanSpec spec(Planned planned) {
    var stack = planned.stack();
    var plan = planned.plan();
    var spec = new PlanSpec();
    spec.stack = stack.getMetadata().getName();
    spec.stackUid = stack.getMetadata().getUid();
    spec.digest = plan.digest();
    spec.epoch = planned.epoch();
    spec.counts = counts(plan.counts());
    var effective = plan.effective();
    spec.changes = effective.stream().limit(MOST_CHANGES).map(PlanObjects::change).toList();
    if (effective.size() > MOST_CHANGES) spec.changesOmitted = effective.size() - MOST_CHANGES;
    spec.components = components(plan, planned.versions());
    if (!plan.deferred().isEmpty()) spec.deferred = deferred(plan);
    if (plan.deferred().size() > MOST_DEFERRED)
      spec.deferredOmitted = plan.deferred().size() - MOST_DEFERRED;
    var warnings = planned.diagnostics().stream().filter(each -> !each.isError()).toList();
    if (!warnings.isEmpty())
      spec.warnings = warnings.stream().limit(MOST_WARNINGS).map(PlanObjects::warning).toList();
    var text = new FittingText();
    warnings.stream().limit(MOST_WARNINGS).forEach(each -> text.add("Warning: " + each + "\n\n"));
    PlanText.write(plan, planned.versions(), text::add);
    spec.text = text.toString();
    if (text.isCut()) spec.textTruncated = true;
    spec.deviations = deviations(plan);
    return spec;
  }

  private static @Nullable List<PlanComponent> components(Plan plan, ComponentVersions versions) {
    var written = new ArrayList<PlanComponent>();
    for (ComponentChanges changes : ComponentChanges.in(plan)) {
      var path = changes.component().path();
      if (path.isRoot() || written.size() == MOST_COMPONENTS) continue;
      var component = new PlanComponent();
      component.address = changes.component().toString();
      component.counts = counts(changes.counts());
      // They are limited in the plan as a whole.
      component.counts.removals = 0;
      versions
          .of(path)
          .ifPresent(version -> {
            component.definition = version.definition();
            component.version = version.version();
            component.previousVersion = version.previous().orElse(null);
          });
      written.add(component);
    }
    return written.isEmpty() ? null : written;
  }

  /// Null if they are too long: then a crash needs a new approval, nothing worse.
  public static @Nullable String leaves(Planned planned) {
    var leaves = planned.plan().leaves();
    var known = LeafText.write(leaves, attributes(planned));
    if (known.length() > LONGEST_LEAVES) known = LeafText.write(leaves);
    return known.length() <= LONGEST_LEAVES ? known : null;
  }

  private static SortedMap<ObjectRef, SortedMap<AttributePath, String>> attributes(
      Planned planned) {
    var hashes = new TreeMap<ObjectRef, SortedMap<AttributePath, String>>();
    planned.plan().effective().stream()
        .limit(MOST_CHANGES)
        .forEach(change -> hashes.put(change.object(), change.attributeHashes(planned.key())));
    return hashes;
  }

  /// Null if there is no room for them: then a restart needs a new plan, nothing worse.
  private static @Nullable String answers(Planned planned, @Nullable String leaves) {
    int room = Math.min(LONGEST_ANSWERS, LONGEST_LEAVES - (leaves == null ? 0 : leaves.length()));
    return planned.answers().get().filter(sealed -> sealed.length() <= room).orElse(null);
  }

  /// The part of the Stack's status about a plan that waits.
  public static CurrentPlan current(Plan plan) {
    var current = new CurrentPlan();
    current.digest = plan.digest();
    current.phase = PlanPhase.AwaitingApproval;
    current.counts = counts(plan.counts());
    return current;
  }

  public static PlanCounts counts(Counts of) {
    var counts = new PlanCounts();
    counts.imports = of.of(PlanNumber.IMPORT);
    counts.add = of.of(PlanNumber.ADD);
    counts.change = of.of(PlanNumber.CHANGE);
    counts.replace = of.of(PlanNumber.REPLACE);
    counts.destroy = of.of(PlanNumber.DESTROY);
    counts.deposed = of.of(PlanNumber.DEPOSED);
    counts.recreate = of.of(PlanNumber.RECREATE);
    counts.forget = of.of(PlanNumber.FORGET);
    counts.move = of.of(PlanNumber.MOVE);
    counts.destructive = of.of(PlanNumber.DESTRUCTIVE);
    counts.removals = of.of(PlanNumber.REMOVALS);
    int deferred = of.of(PlanNumber.DEFERRED);
    if (deferred > 0) counts.deferred = deferred;
    return counts;
  }

  /// The text of the column PENDING.
  public static String pending(Plan plan) {
    return pending(counts(plan.counts()));
  }

  public static String pending(PlanCounts counts) {
    var text = new StringBuilder();
    text.append(
        "+%d ~%d -/+%d -%d"
            .formatted(
                sum(counts.add),
                sum(counts.change),
                sum(counts.replace),
                sum(counts.destroy, counts.deposed)));
    append(text, counts.recreate, "to make again");
    append(text, counts.forget, "to forget");
    append(text, counts.move, "to move");
    append(text, counts.imports, "to import");
    return text.toString();
  }

  private static void append(StringBuilder text, @Nullable Integer count, String what) {
    if (sum(count) > 0) text.append(", ").append(count).append(' ').append(what);
  }

  private static int sum(@Nullable Integer... counts) {
    return Stream.of(counts).filter(Objects::nonNull).mapToInt(Integer::intValue).sum();
  }

  private static PlanChange change(Change change) {
    var written = new PlanChange();
    written.address = change.object().instance().toString();
    written.deposedKey = change.object().deposed().map(DeposedKey::value).orElse(null);
    written.previousAddress = change.movedFrom().map(InstanceAddress::toString).orElse(null);
    written.action = change.action().word();
    written.reason = change.reason() == Reason.NONE ? null : change.reason().sentence();
    written.because = change.because().map(InstanceAddress::toString).orElse(null);
    written.goesWith = change.goesWith().map(Target::toString).orElse(null);
    if (change.action() instanceof Action.Replace(_, var forcedBy) && !forcedBy.isEmpty())
      written.replacePaths =
          forcedBy.stream().limit(MOST_PATHS).map(PlanObjects::pathText).toList();
    return written;
  }

  /// A path may hold keys of maps, which can be of any length.
  private static String pathText(AttributePath path) {
    return Conditions.shortened(path.toString(), Formats.PATH_LENGTH);
  }

  private static List<PlanDeferral> deferred(Plan plan) {
    return plan.deferred().entrySet().stream()
        .limit(MOST_DEFERRED)
        .map(each -> deferral(each.getKey(), each.getValue()))
        .toList();
  }

  private static PlanDeferral deferral(Subject subject, DeferralCause cause) {
    var written = new PlanDeferral();
    written.address = subject.toString();
    written.cause = cause.word();
    written.message = cause.sentence();
    return written;
  }

  private static PlanWarning warning(Diagnostic diagnostic) {
    var warning = new PlanWarning();
    warning.subject = Conditions.shortened(diagnostic.subject().toString());
    warning.path =
        diagnostic.path().isRoot() ? null : Conditions.shortened(diagnostic.path().toString());
    warning.summary = Conditions.shortened(diagnostic.summary());
    warning.detail = Conditions.shortened(diagnostic.detail());
    return warning;
  }

  private static @Nullable List<PlanDeviation> deviations(Plan plan) {
    if (plan.deviations().isEmpty()) return null;
    var byKind = new TreeMap<Deviation.Kind, List<String>>();
    plan.deviations()
        .forEach(each ->
            byKind.computeIfAbsent(each.kind(), _ -> new ArrayList<>()).add(each.at().toString()));
    var all = new ArrayList<PlanDeviation>();
    byKind.forEach((kind, addresses) -> {
      var deviation = new PlanDeviation();
      deviation.id = kind.title();
      deviation.addresses = addresses.stream().limit(MOST_ADDRESSES).toList();
      all.add(deviation);
    });
    return all;
  }
}
