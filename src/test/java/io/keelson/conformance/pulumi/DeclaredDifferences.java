package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Mapping;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Differences that this product chose, and that follow from what a step declares: recordings do
/// not note them.
final class DeclaredDifferences {
  private static final String DESTROY_FIRST = PulumiAction.REPLACE_DESTROY_FIRST;

  /// One of them.
  ///
  /// @param row of the page of differences
  private record Rule(String row, Predicate<Finding> explains) {}

  private final PulumiStep step;
  private final StackState before;
  private final Relations relations;
  private final List<Diagnostic> errors;
  private final SortedMap<String, PulumiResource> program;
  private final List<Rule> rules =
      List.of(
          new Rule("R-PUL-14", this::isSecretTrigger),
          new Rule("R-PUL-3", this::isReplacedForTheEdge),
          new Rule("R-PUL-3", this::isNotReplacedAtAll),
          new Rule("DEV-19", this::goesAlongThroughOthers),
          new Rule("R-PUL-2", this::goesAlong),
          new Rule("R-GRAPH-15", this::isDestroyedBeforeWhatItUsedChanges),
          new Rule("R-PUL-4", this::isAskedAllTheSame),
          new Rule("R-PUL-45", this::isRecordedImport),
          new Rule("R-IGN-3", this::isNewContainer),
          new Rule("R-TGT-2", this::usesWhatIsExcluded),
          new Rule("R-PUL-3", this::failsInstead),
          new Rule("DEV-9", this::isReplacedWithWhatIsGone),
          new Rule("R-PD-8", this::goesAlongWithWhatIsLeftAlone),
          new Rule("R-PD-8", this::isLeftAloneInstead),
          new Rule("S-102", this::isOfWhatIsGone),
          new Rule("R-PUL-2", this::dependsOnATarget));

  DeclaredDifferences(
      PulumiStep step, StackState before, Relations relations, Collection<Diagnostic> problems) {
    this.step = step;
    this.before = before;
    this.relations = relations;
    this.errors = problems.stream().filter(Diagnostic::isError).toList();
    this.program = step.declared();
  }

  /// The row of the page that explains a finding; empty if none does.
  Optional<String> explaining(Finding finding) {
    return finding.aspect() == Aspect.THROWN
        ? Optional.empty()
        : rules.stream().filter(rule -> rule.explains().test(finding)).map(Rule::row).findFirst();
  }

  private boolean isAbout(Finding finding, Predicate<PulumiResource> what) {
    return finding.about().stream()
        .map(program::get)
        .anyMatch(resource -> resource != null && what.test(resource));
  }

  /// What depends on a target is one as it is declared, there; here also as it is recorded.
  private boolean dependsOnATarget(Finding finding) {
    return step.json().path("targetDependents").asBoolean(false)
        && finding.aspect() != Aspect.RESULT
        && finding.about().stream()
            .anyMatch(at ->
                PulumiStep.strings(step.json().path("targets")).stream()
                    .anyMatch(target -> relations.needs(at, target)));
  }

  /// Pulumi reads a secret trigger back as null, so that it never fires.
  private boolean isSecretTrigger(Finding finding) {
    return isAbout(finding, each -> each.option("replaceTrigger").has(PulumiValues.SECRET));
  }

  /// Pulumi makes anew what has a stored edge to something that is destroyed first, though its own
  /// plan changes nothing.
  private boolean isReplacedForTheEdge(Finding finding) {
    return finding.about().stream()
        .anyMatch(at ->
            isDestroyedFirst(at)
                && destroyedFirst().anyMatch(other -> relations.needs(at, other))
                && !finding.text().contains("was replace"));
  }

  /// Two orders are contrary only where something is replaced: what stays is not held.
  private boolean isNotReplacedAtAll(Finding finding) {
    return finding.about().stream()
        .anyMatch(at ->
            PulumiAction.HELD.equals(step.expected().instead().get(at))
                && errors.stream()
                    .flatMap(each -> each.subject().about().stream())
                    .noneMatch(refused -> PulumiNames.of(refused).equals(at)));
  }

  /// Dependencies are closed here: something destroyed first that is needed through others takes
  /// along, too.
  private boolean goesAlongThroughOthers(Finding finding) {
    return finding.about().stream()
        .anyMatch(at ->
            expected(at).equals(PulumiAction.REPLACE_CREATE_FIRST)
                && destroyedFirst()
                    .anyMatch(other ->
                        relations.needs(at, other)
                            && (!relations.names(at, other) || isRenamed(other))));
  }

  /// What is replaced, and needs something that is destroyed first, is destroyed first, too: also
  /// where a step ends before the engine comes to it.
  private boolean goesAlong(Finding finding) {
    boolean ofItsWord =
        finding.aspect() == Aspect.PLAN
            || finding.aspect() == Aspect.RUN
                && finding.about().stream()
                    .allMatch(at -> isRenamed(at) || step.expected().instead().containsKey(at));
    return ofItsWord
        && finding.text().endsWith("expected replace-create-first, was replace-destroy-first")
        && finding.about().stream()
            .anyMatch(at ->
                step.expected().plan().entrySet().stream()
                    .filter(each -> each.getValue().what().equals(DESTROY_FIRST))
                    .anyMatch(each -> relations.needs(at, each.getKey())));
  }

  /// Under a new name, the engine's own word for it is that the new one is made first.
  private boolean isRenamed(String address) {
    return step.expected().aliases().values().stream()
        .anyMatch(each -> each.address().equals(address));
  }

  /// What this product replaces instead is left alone as it is declared.
  private boolean isLeftAloneInstead(Finding finding) {
    return finding.aspect() == Aspect.RUN
        && finding.text().endsWith("(old: forget)")
        && isAbout(
            finding,
            each ->
                each.isSet("retainOnDelete")
                    && step.expected().instead().containsKey(each.address()));
  }

  /// What is gone is recorded on until a plan forgets it, and what was made with it goes before.
  private boolean isOfWhatIsGone(Finding finding) {
    return (finding.aspect() == Aspect.ORDER || finding.aspect() == Aspect.FREE)
        && before.instances().entrySet().stream()
            .filter(each -> each.getValue().drift() instanceof Drift.Missing)
            .map(each -> PulumiNames.of(each.getKey()))
            .anyMatch(gone -> finding.about().stream().anyMatch(at -> relations.needs(at, gone)));
  }

  /// What is left alone is not destroyed, so that nothing has to go before it.
  private boolean goesAlongWithWhatIsLeftAlone(Finding finding) {
    return finding.about().stream()
        .anyMatch(at ->
            isDestroyedFirst(at)
                && destroyedFirst()
                    .filter(other -> relations.needs(at, other))
                    .map(program::get)
                    .anyMatch(other -> other != null && other.isSet("retainOnDelete")));
  }

  /// In the plan, at least: what is skipped in the run was destroyed all the same.
  private boolean isDestroyedFirst(String address) {
    return Stream.of(step.expected().run(), step.expected().plan())
        .anyMatch(
            each -> each.getOrDefault(address, PulumiAction.NONE).what().equals(DESTROY_FIRST));
  }

  private Stream<String> destroyedFirst() {
    return step.expected().run().entrySet().stream()
        .filter(each -> each.getValue().what().equals(DESTROY_FIRST))
        .map(Map.Entry::getKey);
  }

  private String expected(String address) {
    return step.expected().run().getOrDefault(address, PulumiAction.NONE).what();
  }

  /// What is destroyed first goes before anything that it used is changed, and so before what uses
  /// that, too.
  private boolean isDestroyedBeforeWhatItUsedChanges(Finding finding) {
    if (finding.aspect() == Aspect.RUN || finding.aspect() == Aspect.OBJECT)
      return isKeptByAnEndThatFails(finding);
    if (finding.aspect() != Aspect.FREE) return false;
    return finding.about().stream()
        .filter(gone -> finding.text().contains("delete " + gone + " "))
        .anyMatch(gone ->
            finding.about().stream()
                .filter(other -> !other.equals(gone))
                .anyMatch(other -> needBothAChange(gone, other)));
  }

  /// Where that end fails, what it used stays as it is.
  private boolean isKeptByAnEndThatFails(Finding finding) {
    boolean asItWas =
        finding.text().matches(".*expected (create|update|replace-destroy-first), was none")
            || finding.text().endsWith("expected an object, was none")
            || finding.text().matches(".* (id|inputs|outputs): expected .*");
    return asItWas
        && step.failures().all().stream()
            .filter(each -> each.call().equals("delete"))
            .map(PulumiFailures.Failure::resource)
            .filter(each -> isReplacedFirst(each))
            .anyMatch(
                gone -> finding.about().stream().anyMatch(used -> relations.needs(gone, used)));
  }

  private boolean isReplacedFirst(String address) {
    var planned = step.expected().plan().get(address);
    return planned != null && planned.what().equals(DESTROY_FIRST);
  }

  private boolean needBothAChange(String gone, String other) {
    return step.expected().run().entrySet().stream()
        .filter(each -> !each.getValue().equals(PulumiAction.NONE))
        .map(Map.Entry::getKey)
        .filter(used -> relations.needs(gone, used))
        .anyMatch(used -> used.equals(other) || relations.needs(other, used));
  }

  /// Pulumi asks no provider about what an option replaces, and does not hear that the old object
  /// has to go first.
  private boolean isAskedAllTheSame(Finding finding) {
    return finding.aspect() != Aspect.RESULT
        && isAbout(
            finding,
            each ->
                step.destroysFirst().contains(each.type())
                    && expected(each.address()).equals(PulumiAction.REPLACE_CREATE_FIRST)
                    && (each.option("replaceTrigger").isInt()
                        || !each.strings("replaceWith").isEmpty()));
  }

  /// What uses something that a run excludes is excluded, too, and what that was made with stays.
  private boolean usesWhatIsExcluded(Finding finding) {
    var excluded = PulumiStep.strings(step.json().path("excludes"));
    for (InstanceAddress at : before.instances().keySet())
      if (isInside(at, excluded)) excluded.add(PulumiNames.of(at));
    boolean isLeftOut =
        switch (finding.aspect()) {
          case PLAN, RUN -> finding.text().endsWith(", was none");
          case OBJECT, SUPERSEDED -> true;
          case RESULT, ORDER, FREE, THROWN -> false;
        };
    return isLeftOut
        && finding.about().stream()
            .anyMatch(at -> excluded.stream().anyMatch(each -> !relations.independent(at, each)));
  }

  /// What is made again counts as replaced for those who are to be replaced with it. What uses them
  /// goes another way, and where a call fails for that, so does what comes after.
  private boolean isReplacedWithWhatIsGone(Finding finding) {
    var gone = new TreeSet<String>();
    for (JsonNode each : step.json().path("outside"))
      if (each.path("vanish").isTextual()) gone.add(each.get("vanish").textValue());
    before
        .instances()
        .forEach((at, instance) -> {
          if (instance.drift() instanceof Drift.Missing) gone.add(PulumiNames.of(at));
        });
    var replaced =
        program.values().stream()
            .filter(each -> each.strings("replaceWith").stream().anyMatch(gone::contains))
            .map(PulumiResource::address)
            .toList();
    Predicate<String> concerned =
        at -> replaced.stream().anyMatch(each -> at.equals(each) || relations.needs(at, each));
    boolean failsForIt =
        !step.expected().fails()
            && step.failures().all().stream().anyMatch(each -> concerned.test(each.resource()));
    return finding.about().stream().anyMatch(concerned)
        || (failsForIt
            && (finding.aspect() == Aspect.RESULT || finding.text().endsWith(": is left")));
  }

  /// A call goes wrong that is made here only: for what is done instead.
  private boolean failsInstead(Finding finding) {
    if (step.expected().fails()) return false;
    var failing =
        step.failures().all().stream()
            .map(PulumiFailures.Failure::resource)
            .filter(step.expected().instead()::containsKey)
            .toList();
    return switch (finding.aspect()) {
      case RESULT -> !failing.isEmpty() && finding.text().equals("expected ok, was failed");
      case RUN -> finding.text().endsWith(" !failed") && failing.containsAll(finding.about());
      case SUPERSEDED ->
          finding.text().endsWith(": is left")
              && finding.about().stream()
                  .anyMatch(at ->
                      failing.stream()
                          .anyMatch(each -> each.equals(at) || relations.needs(each, at)));
      case PLAN, ORDER, FREE, OBJECT, THROWN -> false;
    };
  }

  /// Whether something stands in one of some components.
  static boolean isInside(InstanceAddress at, List<String> components) {
    return at.resource().in().names().stream()
        .anyMatch(name -> components.stream().anyMatch(each -> each.endsWith("." + name)));
  }

  /// An import means nothing once the object is recorded.
  private boolean isRecordedImport(Finding finding) {
    Predicate<PulumiResource> recorded =
        each ->
            each.option("import").isTextual()
                && PulumiNames.instance(each.address(), before).current().isPresent();
    return finding.about().isEmpty()
        ? program.values().stream().anyMatch(recorded)
        : isAbout(finding, recorded);
  }

  /// Where the object has nothing that holds an ignored value, there is no value to keep.
  private boolean isNewContainer(Finding finding) {
    return finding.aspect() == Aspect.OBJECT
        && isAbout(
            finding,
            each ->
                each.strings("ignoreChanges").stream()
                    .filter(path -> path.contains("."))
                    .anyMatch(path -> hasNone(each, path.substring(0, path.indexOf('.')))));
  }

  /// Whether the object has no value in an attribute.
  private boolean hasNone(PulumiResource resource, String attribute) {
    return PulumiNames.instance(resource.address(), before)
        .current()
        .map(object -> (Mapping) PulumiValues.parse(object.attributes().json().asUtf8()))
        .filter(object -> !object.has(attribute) || object.attribute(attribute).isNull())
        .isPresent();
  }
}
