package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.OwnActions;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.RecordedCalls;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// Which findings come of options that are not what they were.
///
/// @param before what was recorded
public record OptionDifferences(ProviderStep step, Before before) {
  private static final String REPLACED = "replace-";

  private static final String FAILED = " failed";

  private static final String TRIGGER = "replaceTrigger";

  private static final String TIMEOUTS = "timeouts";

  private static final Side COMPARES = new Side("none"::equals, Set.of("Diff"), true);

  /// Whether the old object of a replacement is left alone, and how long its deletion may take, is
  /// said there by what was declared when it was made, and here by what is declared now.
  public boolean isOfOldOption(Finding finding) {
    return isOfOldTimeout(finding) || isLeftAloneOtherwise(finding);
  }

  /// Whether it is how long the old object's deletion may take.
  private boolean isOfOldTimeout(Finding finding) {
    var about = finding.about();
    var old = Before.record(before.state(), about).path(TIMEOUTS).path("delete");
    return finding.aspect() == Aspect.CALLS
        && finding.call().equals("Delete")
        && finding.what().at().equals("timeout")
        && isReplaced(about)
        && finding.expected().asDouble() == old.asDouble()
        && finding.actual().asDouble()
            == step.entry(about).option(TIMEOUTS).path("delete").asDouble();
  }

  /// An ignored part of something that is declared no more stays as it is. There, it goes with the
  /// rest.
  public boolean isIgnoredPart(Finding finding) {
    var field = finding.what().field();
    var entry = step.entry(finding.about());
    // Objects say null for what they do not have.
    boolean gone =
        finding.expected().isMissingNode()
            || finding.aspect() == Aspect.WORLD && finding.expected().isNull();
    return gone
        && !field.isEmpty()
        && !entry.inputs().has(field)
        && entry.strings("ignoreChanges").stream()
            .anyMatch(each -> each.startsWith(field + ".") || each.startsWith(field + "["))
        && isTold(finding.about())
        && isPart(finding.actual(), finding.what().within(before.inputs(finding.about())));
  }

  /// A part that is ignored, of something that has no value in which it could be, is as declared.
  /// There, it is taken out of what is declared.
  public boolean isIgnoredPartOfNew(Finding finding) {
    var at = finding.what().at();
    var entry = step.entry(finding.about());
    var way = at.substring(at.indexOf('.') + 1);
    if (way.indexOf('.') < 0 || !finding.expected().isMissingNode()) return false;
    var around = "/" + way.substring(0, way.lastIndexOf('.')).replace('.', '/');
    return before.isKnown(finding.about())
        && entry.strings("ignoreChanges").contains(way)
        && before.inputs(finding.about()).at(around).isMissingNode()
        && !finding.actual().isMissingNode()
        && Unchanged.isSame(finding.what().within(entry.inputs()), finding.actual());
  }

  private boolean isTold(String resource) {
    for (JsonNode each : step.expected().path("diagnostics"))
      if (each.path("resource").asText().equals(resource)
          && each.path("message").asText().startsWith("cannot ignore changes in added or removed"))
        return true;
    return false;
  }

  private static boolean isPart(JsonNode part, JsonNode whole) {
    if (!part.isObject()) return Before.plain(part).equals(Before.plain(whole));
    return part.properties().stream()
        .allMatch(each -> isPart(each.getValue(), whole.path(each.getKey())));
  }

  private boolean isReplaced(String resource) {
    for (JsonNode each : step.steps())
      if (each.path("op").asText().equals("create-replacement")
          && each.path("resource").asText().equals(resource)) return true;
    return false;
  }

  private boolean isLeftAloneOtherwise(Finding finding) {
    boolean ofDelete =
        finding.aspect() == Aspect.CALLS
            && finding.call().equals("Delete")
            && finding.what().at().isEmpty();
    if (!ofDelete && finding.aspect() != Aspect.WORLD) return false;
    for (JsonNode each : step.steps()) {
      var resource = each.path("resource").asText();
      var old = each.path("oldId").asText();
      if (each.path("op").asText().equals("create-replacement")
          && (finding.about().equals(resource) || finding.about().equals(old)))
        return before.isRetained(resource) != isRetainedNow(resource)
            && isRetainedNow(resource) == (ofDelete == finding.actual().isMissingNode());
    }
    return false;
  }

  /// What is destroyed first, but left alone, is only struck off: there first, and here when the
  /// new object is made. Where it is left alone only from now on, it is still deleted there, so
  /// that the same new object comes after that.
  public boolean isForgottenFirst(Finding finding) {
    var about = finding.about();
    return step.entry(about).isSet("retainOnDelete")
        && (finding.aspect() != Aspect.CALLS || !before.isRetained(about))
        && isOfOrder(finding);
  }

  /// Names that would be had twice are a reason to destroy first, there for every provider, and
  /// here for one that takes names. In the recording it is not told of names if it does not.
  public boolean isOfOwnNames(Finding finding) {
    return step.naming().repeats() && !isToldOfNames(finding.about()) && isOfOrder(finding);
  }

  /// Whether what is destroyed first there is made first here: the same new object, which comes
  /// after the deletion there.
  public boolean isOfOrder(Finding finding) {
    return switch (finding.aspect()) {
      case PLAN -> isOtherWord(finding, "");
      case RUN -> isOtherWord(finding, "") || isOtherWord(finding, FAILED);
      case CALLS ->
          action(step.expected(), finding.about()).equals(OwnActions.DESTROY_FIRST)
              && finding.call().equals("Create")
              && finding.what().at().isEmpty()
              && finding.expected().isMissingNode()
              && isCreatedThere(finding);
      case PLAN_CALLS, ASKED, STATE, WORLD, CONFIGURE, RESULT, THROWN -> false;
    };
  }

  private static boolean isOtherWord(Finding finding, String end) {
    return finding.expected().asText().equals(OwnActions.DESTROY_FIRST + end)
        && finding.actual().asText().equals(OwnActions.CREATE_FIRST + end);
  }

  private boolean isToldOfNames(String resource) {
    return RecordedCalls.about(step.calls(), "Check", resource)
        .anyMatch(each -> each.path("request").has("autonaming"));
  }

  /// Whether the same object is made there.
  private boolean isCreatedThere(Finding finding) {
    return RecordedCalls.about(step.expected().path("calls"), "Create", finding.about())
        .map(each -> each.path("request").path("properties"))
        .anyMatch(each -> Unchanged.isSame(each, finding.actual().path("properties")));
  }

  private boolean isRetainedNow(String resource) {
    return Before.record(step.expected().path("state"), resource)
        .path("retainOnDelete")
        .asBoolean(false);
  }

  /// A provider that names a property says nothing of what in it has changed: there, an option for
  /// that replaces nothing.
  public boolean isChangedInside(Finding finding) {
    for (JsonNode each : step.steps()) {
      var resource = each.path("resource").asText();
      if (each.path("op").asText().equals("update")
          && isNamedAbove(each.path("diffs"), resource)
          && new Parting(step, resource, Side.KEEPS, Side.REPLACES, List.of()).explains(finding))
        return true;
    }
    return false;
  }

  private boolean isNamedAbove(JsonNode names, String resource) {
    return step.entry(resource).strings("replaceOnChanges").stream()
        .anyMatch(path ->
            names
                .valueStream()
                .map(JsonNode::asText)
                .anyMatch(name -> path.startsWith(name + ".") || path.startsWith(name + "[")));
  }

  /// What gets its first trigger is no other one for that. There, a preview replaces it as long as
  /// the trigger is not known; the update may replace it for something else, and otherwise.
  public boolean isFirstTrigger(Finding finding) {
    return isTriggeredFirst(finding.about())
        && switch (finding.aspect()) {
          case PLAN ->
              finding.expected().asText().startsWith(REPLACED)
                  && finding.actual().asText().equals(done(finding.about()));
          case PLAN_CALLS -> finding.what().at().isEmpty() && isOfFirstTrigger(finding);
          case ASKED, CALLS, RUN, STATE, WORLD, CONFIGURE, RESULT, THROWN -> false;
        };
  }

  private boolean isTriggeredFirst(String resource) {
    return step.entry(resource).option(TRIGGER).toString().contains("${")
        && before.isKnown(resource)
        && !Before.record(before.state(), resource).has(TRIGGER)
        && isReplacedUnasked(resource)
        && !done(resource).equals(action(step.expected().path("preview"), resource));
  }

  /// What is done there, or tried.
  private String done(String resource) {
    var done = action(step.expected(), resource);
    return done.endsWith(FAILED) ? done.substring(0, done.length() - FAILED.length()) : done;
  }

  /// Whether a preview replaces it, and no property is why.
  private boolean isReplacedUnasked(String resource) {
    var preview = step.expected().path("preview");
    for (JsonNode each : preview.path("steps"))
      if (each.path("resource").asText().equals(resource) && each.has("keys")) return false;
    return action(preview, resource).startsWith(REPLACED);
  }

  /// Whether there it is a call for a new object, or here one for a change.
  private static boolean isOfFirstTrigger(Finding finding) {
    return switch (finding.call()) {
      case "Check" -> finding.actual().isMissingNode() && finding.expected().path("olds").isEmpty();
      case "Create" -> finding.actual().isMissingNode();
      case "Diff", "Update" -> finding.expected().isMissingNode();
      default -> false;
    };
  }

  /// There, a secret in a trigger is read back as null, which is another one when it is plain from
  /// now on.
  public boolean isTriggeredInPlain(Finding finding) {
    var triggered =
        step.program().stream().filter(this::isPlainNow).map(ProgramEntry::title).toList();
    return triggered.stream()
            .map(each -> new Parting(step, each, Side.REPLACES, COMPARES, List.of()))
            .anyMatch(parting -> parting.explains(finding))
        || Users.of(step, triggered).explain(finding, Side.CHANGES, Side.STAYS);
  }

  /// Whether a trigger is what is recorded, but for what was secret of it, and is not any more. No
  /// property is why it is replaced.
  private boolean isPlainNow(ProgramEntry entry) {
    var recorded = Before.record(before.state(), entry.title()).path(TRIGGER);
    var declared = entry.option(TRIGGER);
    return Before.secrets(recorded) > 0
        && Before.secrets(declared) == 0
        && isReadBack(recorded, declared)
        && step.steps("create-replacement", entry.title())
            .anyMatch(each -> !each.has("keys") && !each.has("diffs"));
  }

  private static boolean isReadBack(JsonNode recorded, JsonNode declared) {
    if (recorded.has("$secret")) return recorded.get("$secret").isNull();
    if (!recorded.isContainerNode()) return recorded.equals(declared);
    return recorded.getNodeType() == declared.getNodeType()
        && recorded.size() == declared.size()
        && (recorded.isArray()
            ? IntStream.range(0, recorded.size())
                .allMatch(i -> isReadBack(recorded.path(i), declared.path(i)))
            : recorded.properties().stream()
                .allMatch(each -> isReadBack(each.getValue(), declared.path(each.getKey()))));
  }

  private static String action(JsonNode part, String resource) {
    return ExpectedActions.of(part).getOrDefault(resource, "none");
  }
}
