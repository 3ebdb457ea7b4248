package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// What a scenario expects of one step.
///
/// @param aliases the resource that has a new name, by its old one
/// @param destroysFirst the types whose provider wants the old object of a replacement gone first
record PulumiExpectation(
    JsonNode json, SortedMap<String, PulumiResource> aliases, SortedSet<String> destroysFirst) {
  private static final Pattern CALL =
      Pattern.compile("(create|update) \\S+?\\b(?=,|$)|delete \\S+ [^\\s,]+");

  /// Where this product differs on purpose.
  ///
  /// @param rule such as `R-PUL-3`
  record Note(String rule, String text) {
    /// The provider calls that it names.
    List<String> calls() {
      return CALL.matcher(text).results().map(MatchResult::group).toList();
    }

    boolean mentions(String address) {
      return (" " + text.replaceAll("[:;,]", " ") + " ").contains(" " + address + " ");
    }
  }

  /// Two provider calls, such as `create net.a` and `delete net.a a-1`.
  record Calls(String first, String then) {}

  boolean fails() {
    return json.get("result").textValue().equals("failed");
  }

  boolean previewFails() {
    return json.path("plan_result").asText("ok").equals("failed");
  }

  List<Note> notes() {
    var notes = new ArrayList<Note>();
    json.path("notes")
        .forEach(note -> notes.add(new Note(note.get(0).textValue(), note.get(1).textValue())));
    return notes;
  }

  /// Those that say that the engine comes to a protected object, and ends there.
  List<Note> refusals() {
    return notes().stream().filter(note -> note.rule().equals("R-PD-1")).toList();
  }

  /// What this product does instead of the engine, by address.
  SortedMap<String, String> instead() {
    var instead = new TreeMap<String, String>();
    json.path("keelson")
        .properties()
        .forEach(each -> instead.put(each.getKey(), each.getValue().textValue()));
    return instead;
  }

  SortedMap<String, PulumiAction> plan() {
    var planned = actions("plan");
    instead()
        .forEach((address, other) -> {
          // What is planned, but in the end not done, is planned all the same.
          if (!other.equals("none"))
            planned.computeIfPresent(address, (_, was) -> was.instead(other));
        });
    return withoutOldNames(planned);
  }

  /// Pulumi tells of a replacement under a new name twice: that the old name is deleted, and that
  /// the new one is replaced. What comes first is as declared; the recorded word is made from the
  /// calls under the new name, among which there is no deletion.
  private SortedMap<String, PulumiAction> withoutOldNames(SortedMap<String, PulumiAction> actions) {
    aliases.forEach((origin, now) -> {
      var replaced = actions.getOrDefault(now.address(), PulumiAction.NONE);
      if (!replaced.what().startsWith("replace-")) return;
      boolean renamed =
          actions.remove(origin, PulumiAction.of("delete"))
              || actions.remove(origin, PulumiAction.of(PulumiAction.FORGOTTEN))
              || actions.remove(origin, PulumiAction.of(PulumiAction.GOES_WITH))
              || instead().containsKey(now.address());
      boolean first =
          now.isSet("deleteBeforeReplace") || (isAsked(now) && destroysFirst.contains(now.type()));
      if (renamed && first) actions.put(now.address(), replaced.destroyingFirst());
      if (actions.remove(origin, PulumiAction.of("delete").failing()))
        actions.put(now.address(), replaced.failing());
    });
    return Collections.unmodifiableSortedMap(actions);
  }

  /// Whether the provider says that it is replaced, and so what comes first.
  private boolean isAsked(PulumiResource resource) {
    var because = json.path(isSkipped(resource.address()) ? "plan" : "run");
    return PulumiStep.strings(because.path(resource.address()).path("because")).stream()
            .anyMatch(path -> !resource.strings("replaceOnChanges").contains(path))
        && !resource.isSetTo("deleteBeforeReplace", false);
  }

  SortedMap<String, PulumiAction> run() {
    var done = actions("run");
    instead()
        .forEach((address, other) ->
            done.put(address, done.getOrDefault(address, PulumiAction.NONE).instead(other)));
    return withoutOldNames(done);
  }

  private TreeMap<String, PulumiAction> actions(String field) {
    var actions = new TreeMap<String, PulumiAction>();
    json.path(field)
        .properties()
        .forEach(each -> actions.put(each.getKey(), PulumiAction.recorded(each.getValue())));
    return actions;
  }

  /// Whether nothing is done to a resource because of a failure.
  boolean isSkipped(String address) {
    return json.path("run").path(address).path("do").asText().equals("skipped");
  }

  /// The resources whose call fails.
  SortedSet<String> failing() {
    var failing = new TreeSet<String>();
    json.path("run")
        .properties()
        .forEach(each -> {
          if (each.getValue().has("status")) failing.add(each.getKey());
        });
    return failing;
  }

  List<Calls> order() {
    return calls("order");
  }

  /// What must not wait for each other. What this product puts into two layers, and the engine into
  /// one, does.
  List<Calls> free() {
    return calls("free").stream().filter(calls -> !isLayered(calls)).toList();
  }

  private boolean isLayered(Calls calls) {
    var layers = recordedLayers();
    return layers.stream().anyMatch(layer -> layer.contains(calls.first()))
        && layers.stream()
            .anyMatch(layer -> layer.contains(calls.then()) && !layer.contains(calls.first()));
  }

  /// What is deleted after everything else, the layer that comes first before the others. Of what
  /// fails only a part was seen.
  List<List<String>> layers() {
    return fails() ? List.of() : recordedLayers();
  }

  private List<List<String>> recordedLayers() {
    var layers = new ArrayList<List<String>>();
    json.path("layers").forEach(layer -> layers.add(PulumiStep.strings(layer)));
    return layers;
  }

  private List<Calls> calls(String field) {
    var calls = new ArrayList<Calls>();
    json.path(field)
        .forEach(pair -> calls.add(new Calls(pair.get(0).textValue(), pair.get(1).textValue())));
    return calls;
  }

  SortedMap<String, JsonNode> objects() {
    var objects = new TreeMap<String, JsonNode>();
    json.path("objects").properties().forEach(each -> objects.put(each.getKey(), each.getValue()));
    return objects;
  }

  /// The copies that are left, as `net.a a-1`.
  SortedSet<String> superseded() {
    var superseded = new TreeSet<String>();
    json.path("superseded")
        .forEach(each ->
            superseded.add(each.get("resource").textValue() + " " + each.get("id").textValue()));
    return superseded;
  }
}
