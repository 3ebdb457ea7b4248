package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Differences in what goes with what (`deletedWith`).
final class ContainerDifferences {
  private final PulumiStep step;
  private final StackState before;
  private final Relations relations;
  private final List<Diagnostic> errors;
  private final SortedMap<String, PulumiResource> program;

  ContainerDifferences(
      PulumiStep step, StackState before, Relations relations, Collection<Diagnostic> problems) {
    this.step = step;
    this.before = before;
    this.relations = relations;
    this.errors = problems.stream().filter(Diagnostic::isError).toList();
    this.program = step.declared();
  }

  /// The row of the page that explains a finding; empty if none does.
  Optional<String> explaining(Finding finding) {
    if (finding.aspect() == Aspect.THROWN) return Optional.empty();
    if (isMemberOfWhatIsReplaced(finding)) return Optional.of("R-PUL-31");
    if (isMemberOfWhatStays(finding)) return Optional.of("R-PUL-32");
    if (wentWithAContainerOnce(finding)) return Optional.of("S-56");
    return outlivesItsContainer(finding) ? Optional.of("R-PUL-30") : Optional.empty();
  }

  /// Pulumi leaves a member alone whose container is replaced. What uses the member is updated, or
  /// replaced, because it is another one now.
  private boolean isMemberOfWhatIsReplaced(Finding finding) {
    return finding.about().stream()
        .anyMatch(at ->
            isReplacedMember(at)
                || program.keySet().stream()
                    .filter(this::isReplacedMember)
                    .anyMatch(member -> relations.needs(at, member)));
  }

  /// Whether it goes with something that is replaced, or with such a member.
  private boolean isReplacedMember(String address) {
    var seen = new TreeSet<String>();
    for (var next = container(address);
        next.isPresent() && seen.add(next.get());
        next = container(next.get())) if (isReplaced(next.get())) return true;
    return false;
  }

  /// Whether it is replaced, or was to be when something else failed.
  private boolean isReplaced(String address) {
    var planned = step.expected().plan().get(address);
    var done = step.expected().run().getOrDefault(address, PulumiAction.NONE);
    return done.what().startsWith("replace-")
        || step.expected().fails() && planned != null && planned.what().startsWith("replace-");
  }

  private Optional<String> container(String address) {
    var declared = program.get(address);
    return declared == null
        ? recorded(address)
            .flatMap(object -> object.flags().deletedWith())
            .flatMap(Target::block)
            .map(PulumiNames::of)
        : Optional.ofNullable(declared.option(PulumiLifecycle.DELETED_WITH).textValue());
  }

  private Optional<ObjectState> recorded(String address) {
    return PulumiNames.instance(address, before).current();
  }

  /// What would go with a protected object is destroyed by itself: that one stays.
  private boolean isMemberOfWhatStays(Finding finding) {
    return finding.about().stream()
        .map(at -> PulumiNames.instance(at, before).current())
        .flatMap(Optional::stream)
        .flatMap(object -> object.flags().deletedWith().stream())
        .anyMatch(container -> container.block().filter(this::stays).isPresent());
  }

  /// Whether an object cannot be destroyed, or something that cannot be needs it.
  private boolean stays(ResourceAddress container) {
    return isRefused(container)
        || errors.stream()
            .flatMap(each -> each.subject().about().stream())
            .anyMatch(
                refused -> relations.needs(PulumiNames.of(refused), PulumiNames.of(container)));
  }

  private boolean isRefused(ResourceAddress resource) {
    return errors.stream()
        .anyMatch(each -> each.subject().about().filter(resource::equals).isPresent());
  }

  /// What is declared now counts: the object goes with nothing any more.
  private boolean wentWithAContainerOnce(Finding finding) {
    return program.values().stream()
        .filter(each -> finding.about().contains(each.address()))
        .anyMatch(each ->
            Stream.concat(Stream.of(each.address()), each.aliases().stream())
                .flatMap(name -> recorded(name).stream())
                .findFirst()
                .flatMap(object -> object.flags().deletedWith())
                .flatMap(Target::block)
                .map(PulumiNames::of)
                .filter(former -> !container(each.address()).equals(Optional.of(former)))
                .isPresent());
  }

  /// The record of the container is gone, and with it what is known of its end: the member is
  /// destroyed by itself.
  private boolean outlivesItsContainer(Finding finding) {
    return finding.text().endsWith("expected " + PulumiAction.GOES_WITH + ", was delete")
        && finding.about().stream()
            .allMatch(at -> container(at).filter(each -> recorded(each).isEmpty()).isPresent());
  }
}
