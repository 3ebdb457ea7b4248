package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// What is done to each resource, as steps of Pulumi's engine tell it. Providers, components, and
/// the stack are no resources here, and what is only looked at is nothing.
public final class ExpectedActions {
  private static final String REPLACED = "delete-replaced";

  /// The end of the record that such a deletion left.
  private static final String GONE = "remove-pending-replace";

  private static final String IMPORT = "import";

  private static final Pattern COMPONENT =
      Pattern.compile("^(\\S+) resource '(.+?)' has a problem");

  private ExpectedActions() {}

  /// By resource; those without any are left out.
  ///
  /// @param part what is expected of a preview or of an operation
  public static SortedMap<String, String> of(JsonNode part) {
    var failing = failing(part.path("diagnostics"));
    var leaving = leaving(part);
    var byResource = new TreeMap<String, List<JsonNode>>();
    for (JsonNode step : part.path("steps")) {
      var resource = step.path("resource").asText();
      if (!resource.startsWith(ProgramEntry.ENGINE) && step.has("provider"))
        byResource
            .computeIfAbsent(successor(step, part.path("steps")), _ -> new ArrayList<>())
            .add(step);
    }
    var actions = new TreeMap<String, String>();
    byResource.forEach((resource, its) -> {
      var words = words(its, leaving.contains(resource));
      // What is made in part is a step that is done there.
      boolean told = its.stream().anyMatch(step -> step.has("status"));
      if (!told && failing.contains(resource)) words.replaceAll(each -> failed(each, words));
      // Here, what cannot be taken over is not planned.
      if (words.equals(List.of(IMPORT + OwnActions.FAILED))) words.clear();
      if (!words.isEmpty()) actions.put(resource, OwnActions.joined(words));
    });
    return actions;
  }

  /// A word of something that fails. What is taken over first, and then changed, fails only then.
  private static String failed(String word, List<String> all) {
    return word.endsWith(OwnActions.FAILED) || word.equals(IMPORT) && all.size() > 1
        ? word
        : word + OwnActions.FAILED;
  }

  /// Whether something fails, and nothing but what is meant.
  ///
  /// @param expected of a step
  public static boolean failsOnly(JsonNode expected, Predicate<String> which) {
    var failing = failing(expected.path("diagnostics"));
    return !failing.isEmpty() && failing.stream().allMatch(which);
  }

  /// Whether there are errors, all of them with messages that are meant, but for the last one,
  /// which only says that the run has failed.
  ///
  /// @param expected of a step
  public static boolean endsOnlyWith(JsonNode expected, Predicate<String> message) {
    var told =
        expected
            .path("diagnostics")
            .valueStream()
            .filter(each -> each.path("severity").asText().equals("error"))
            .map(each -> each.path("message").asText())
            .filter(each -> !each.equals("update failed"))
            .toList();
    return !told.isEmpty() && told.stream().allMatch(message);
  }

  /// The resources and components that errors are about.
  public static SortedSet<String> failing(JsonNode diagnostics) {
    var failing = new TreeSet<String>();
    for (JsonNode each : diagnostics)
      if (each.path("severity").asText().equals("error")) {
        var component = COMPONENT.matcher(each.path("message").asText());
        if (each.has("resource")) failing.add(each.path("resource").asText());
        else if (component.find()) failing.add(component.group(1) + "::" + component.group(2));
      }
    return failing;
  }

  /// What has the name now: an old object goes under the name that it had. Ids need not tell
  /// objects of one type apart: its own replacement comes first.
  private static String successor(JsonNode step, JsonNode all) {
    var resource = step.path("resource").asText();
    var successors = new ArrayList<String>();
    if (step.path("op").asText().equals(REPLACED))
      for (JsonNode each : all)
        if (each.path("op").asText().equals("create-replacement")
            && each.path("oldId").equals(step.path("oldId"))
            && type(each.path("resource").asText()).equals(type(resource)))
          successors.add(each.path("resource").asText());
    return successors.isEmpty() || successors.contains(resource) ? resource : successors.getFirst();
  }

  private static String type(String resource) {
    return resource.substring(0, resource.lastIndexOf("::"));
  }

  /// What is deleted first for what is replaced, and declared no more. A run may end before it says
  /// so, but its preview does.
  private static SortedSet<String> leaving(JsonNode part) {
    var leaving = new TreeSet<String>();
    for (JsonNode all : List.of(part, part.path("preview")))
      for (JsonNode step : all.path("steps"))
        if (step.path("op").asText().equals(GONE)) leaving.add(step.path("resource").asText());
    return leaving;
  }

  private static List<String> words(List<JsonNode> steps, boolean leaving) {
    var ops =
        steps.stream()
            .map(step -> step.path("op").asText())
            .filter(each -> !each.equals(GONE))
            .toList();
    // Nothing comes in its place.
    if (ops.equals(List.of(REPLACED)) && leaving)
      return new ArrayList<>(
          List.of(failed(steps, REPLACED) ? "delete" + OwnActions.FAILED : "delete"));
    int created = ops.indexOf("create-replacement");
    int deleted = ops.indexOf(REPLACED);
    var words = new ArrayList<String>();
    if (created >= 0 || deleted >= 0 && ops.size() == 1)
      words.add(
          (isGone(ops)
                  ? "create"
                  : created >= 0 && (deleted < 0 || created < deleted)
                      ? OwnActions.CREATE_FIRST
                      : OwnActions.DESTROY_FIRST)
              + (failed(steps, "create-replacement") || failed(steps, REPLACED)
                  ? OwnActions.FAILED
                  : ""));
    for (JsonNode step : steps) {
      var failed = step.has("status") ? OwnActions.FAILED : "";
      switch (step.path("op").asText()) {
        // Beside a replacement it is an older object that goes.
        case "delete" -> words.add((created >= 0 ? OwnActions.DEPOSED : "delete") + failed);
        case "create", "update", IMPORT -> words.add(step.path("op").asText() + failed);
        // What was only read is managed from now on.
        case "import-replacement" -> {
          if (ops.contains("discard-replaced")) words.add(IMPORT + failed);
        }
        case REPLACED -> {
          // Of a replacement, the first one is its old object.
          if (created < 0 && ops.size() > 1 || created >= 0 && step != steps.get(deleted))
            words.add(OwnActions.DEPOSED + failed);
        }
        default -> {}
      }
    }
    return words;
  }

  /// Whether the old object was deleted in an earlier run, before its replacement failed.
  private static boolean isGone(List<String> ops) {
    return ops.indexOf("replace") >= 0
        && ops.indexOf("replace") < ops.indexOf("create-replacement")
        && !ops.contains(REPLACED);
  }

  private static boolean failed(List<JsonNode> steps, String op) {
    return steps.stream()
        .anyMatch(step -> step.path("op").asText().equals(op) && step.has("status"));
  }
}
