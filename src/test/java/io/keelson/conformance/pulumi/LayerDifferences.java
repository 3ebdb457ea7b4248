package io.keelson.conformance.pulumi;

import io.keelson.conformance.pulumi.Finding.Aspect;
import io.keelson.engine.state.StackState;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Differences in the layers in which things are destroyed.
final class LayerDifferences {
  private final PulumiStep step;
  private final StackState before;
  private final Relations relations;

  LayerDifferences(PulumiStep step, StackState before, Relations relations) {
    this.step = step;
    this.before = before;
    this.relations = relations;
  }

  /// The row of the page that explains a finding; empty if none does.
  Optional<String> explaining(Finding finding) {
    return isOfASilentLayer(finding) || isOfASupersededObject(finding)
        ? Optional.of("R-PUL-50")
        : Optional.empty();
  }

  /// There, who uses a resource has nothing to do with an object of it that was superseded before.
  private boolean isOfASupersededObject(Finding finding) {
    if (!isOfLayers(finding)) return false;
    var upper = upper(finding);
    return finding.about().stream()
        .filter(at -> !at.equals(upper))
        .anyMatch(lower -> relations.needs(lower, upper) && hasSuperseded(upper));
  }

  private boolean hasSuperseded(String resource) {
    return before.instances().entrySet().stream()
        .anyMatch(each ->
            PulumiNames.of(each.getKey()).equals(resource) && !each.getValue().deposed().isEmpty());
  }

  /// `expected the layer of delete A ID before that of delete B ID`
  private static boolean isOfLayers(Finding finding) {
    return finding.aspect() == Aspect.ORDER && finding.text().startsWith("expected the layer of ");
  }

  private static String upper(Finding finding) {
    return finding.text().split(" ", -1)[5];
  }

  /// There, what is forgotten, goes with its container, or is a component, has a layer as if it
  /// were destroyed: what needs it, or is inside, is a layer higher. The two that are compared have
  /// nothing to do with each other.
  private boolean isOfASilentLayer(Finding finding) {
    if (finding.aspect() == Aspect.FREE) return hasAnotherLayer(finding);
    if (!isOfLayers(finding)) return false;
    var upper = upper(finding);
    return finding.about().stream()
            .filter(at -> !at.equals(upper))
            .allMatch(lower -> relations.independent(upper, lower))
        && (isOfClosedLayers() || needsASilentLayer(upper));
  }

  /// Records do not say that an object came after a component in which there is nothing.
  private boolean isOfClosedLayers() {
    return step.json().path("op").asText().equals("destroy")
        && step.expected().notes().stream().anyMatch(note -> note.rule().equals("DEV-20"));
  }

  private boolean needsASilentLayer(String upper) {
    return Stream.concat(
            step.expected().run().entrySet().stream()
                .filter(each -> isSilent(each.getValue()))
                .map(Map.Entry::getKey),
            before.instances().keySet().stream()
                .filter(at -> !at.resource().in().isRoot())
                .map(PulumiNames::of))
        .anyMatch(each -> each.equals(upper) || relations.needs(upper, each));
  }

  /// One of two needs something that is not destroyed, or of which an object was superseded before.
  private boolean hasAnotherLayer(Finding finding) {
    var one = finding.about().first();
    var other = finding.about().last();
    var silent =
        step.expected().run().entrySet().stream()
            .filter(each -> isSilent(each.getValue()))
            .map(Map.Entry::getKey);
    var superseded = before.instances().keySet().stream().map(PulumiNames::of);
    return finding.text().matches("delete .* and delete .*")
        && relations.independent(one, other)
        && Stream.concat(silent, superseded.filter(this::hasSuperseded))
            .anyMatch(each -> relations.needs(one, each) || relations.needs(other, each));
  }

  private static boolean isSilent(PulumiAction action) {
    return Stream.of(action.what(), action.old())
        .anyMatch(
            word -> word.equals(PulumiAction.GOES_WITH) || word.equals(PulumiAction.FORGOTTEN));
  }
}
