package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.json.ExactJson;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// What was recorded when a step began.
///
/// @param state the records that the step before it left
/// @param world the objects that it left
/// @param found inputs that were secret until something plain was found in their place, such as
///   `keel:index:Thing::a.label`, or come of such
/// @param untold inputs of which more, or less, is declared as secret since a step in which their
///   provider was asked for nothing
/// @param drifted resources of which something else was read than was applied last
/// @param former what resources depended on before an update that failed, and nothing was done
///   about them since
/// @param kept inputs that stayed secret where they were declared in plain text, and those that
///   come of such
/// @param lost resources whose objects were found to be gone when all were read, and that have no
///   record since
public record Before(
    JsonNode state,
    JsonNode world,
    SortedSet<String> found,
    SortedSet<String> untold,
    SortedSet<String> drifted,
    SortedMap<String, SortedSet<String>> former,
    SortedSet<String> kept,
    SortedSet<String> lost) {
  public static final Before NOTHING = new Before(MissingNode.getInstance());

  public Before(JsonNode state) {
    this(state, MissingNode.getInstance());
  }

  public Before(JsonNode state, JsonNode world) {
    this(
        state,
        world,
        Collections.emptySortedSet(),
        Collections.emptySortedSet(),
        Collections.emptySortedSet(),
        Collections.emptySortedMap(),
        Collections.emptySortedSet(),
        Collections.emptySortedSet());
  }

  private static final String SECRET = "$secret";

  /// What is recorded when the next step begins.
  public Before after(ProviderStep step) {
    var now = step.expected().path("state");
    var done = ExpectedActions.of(step.expected()).keySet();
    var plain = new TreeSet<String>();
    var secret = new TreeSet<String>();
    var moved = new TreeSet<String>();
    for (JsonNode each : now) {
      var resource = each.path("resource").asText();
      boolean read = step.refreshes() && isKnown(resource) && !isAlike(record(resource), each);
      if (!done.contains(resource) && (read || drifted.contains(resource))) moved.add(resource);
      each.path("inputs")
          .properties()
          .forEach(input -> {
            boolean shown = step.refreshes() && inputs(resource).path(input.getKey()).has(SECRET);
            boolean still = isFound(resource, input.getKey()) && !done.contains(resource);
            boolean repeats = isOfFormerSecret(step, resource, input.getKey(), input.getValue());
            if (!input.getValue().has(SECRET) && (shown || still || repeats))
              plain.add(resource + "." + input.getKey());
            int former = secrets(inputs(resource).path(input.getKey()));
            boolean otherwise = isKnown(resource) && secrets(input.getValue()) != former;
            if (!done.contains(resource) && (otherwise || isUntold(resource, input.getKey())))
              secret.add(resource + "." + input.getKey());
          });
    }
    return new Before(
        now,
        step.expected().has("world") ? step.expected().get("world") : world,
        Collections.unmodifiableSortedSet(plain),
        Collections.unmodifiableSortedSet(secret),
        Collections.unmodifiableSortedSet(moved),
        formerAfter(step),
        keptAfter(step),
        lostAfter(step));
  }

  private SortedSet<String> keptAfter(ProviderStep step) {
    var secret = new TreeSet<String>();
    for (JsonNode each : step.expected().path("state")) {
      var resource = each.path("resource").asText();
      var name = resource.substring(resource.lastIndexOf(':') + 1);
      for (var input : each.path("inputs").properties())
        if (secrets(input.getValue()) == 0
            && secrets(each.path("outputs").path(input.getKey())) > 0
            && (secrets(inputs(resource).path(input.getKey())) > 0
                || isKept(resource, input.getKey()))) {
          secret.add(resource + "." + input.getKey());
          secret.addAll(users(step, "${" + name + "." + input.getKey()));
        }
      // What an option hid stays so in the outputs.
      for (var output : each.path("outputs").properties())
        if (secrets(output.getValue()) > 0
            && isShown(step.entry(resource), resource, output.getKey(), each))
          secret.add(resource + "." + output.getKey());
    }
    return Collections.unmodifiableSortedSet(secret);
  }

  /// Whether an option hid an output under this name, or a former one, and hides it no more.
  private boolean isShown(ProgramEntry entry, String resource, String output, JsonNode now) {
    var former = entry.json().isEmpty() ? resource : title(entry);
    return now.path("secretOutputs").valueStream().noneMatch(each -> each.asText().equals(output))
        && (hidden(former).contains(output) || isKept(former, output));
  }

  /// The inputs that a program declares with something.
  private static SortedSet<String> users(ProviderStep step, String reference) {
    var users = new TreeSet<String>();
    for (ProgramEntry entry : step.program())
      for (var input : entry.inputs().properties())
        if (input.getValue().toString().contains(reference + "}")
            || input.getValue().toString().contains(reference + "."))
          users.add(entry.title() + "." + input.getKey());
    return users;
  }

  /// Whether an input is secret there though it, or what it comes of, was declared in plain text.
  public boolean isKept(String resource, String input) {
    return kept.contains(resource + "." + input);
  }

  private SortedMap<String, SortedSet<String>> formerAfter(ProviderStep step) {
    var done = ExpectedActions.of(step.expected());
    var former = new TreeMap<String, SortedSet<String>>();
    for (JsonNode each : step.expected().path("state")) {
      var resource = each.path("resource").asText();
      var action = done.getOrDefault(resource, "none");
      var kept = new TreeSet<String>();
      if (action.equals("none")) kept.addAll(former(resource));
      else if (action.equals("update failed")) kept.addAll(dependencies(resource));
      if (!kept.isEmpty()) former.put(resource, Collections.unmodifiableSortedSet(kept));
    }
    return Collections.unmodifiableSortedMap(former);
  }

  private SortedSet<String> lostAfter(ProviderStep step) {
    var deleted = new TreeSet<String>();
    for (JsonNode each : step.expected().path("steps"))
      if (each.path("op").asText().equals("delete")) deleted.add(each.path("resource").asText());
    var missing = new TreeSet<>(lost);
    if (step.refreshes()) state.forEach(each -> missing.add(each.path("resource").asText()));
    var now = step.expected().path("state");
    missing.removeIf(each -> deleted.contains(each) || record(now, each).isObject());
    return Collections.unmodifiableSortedSet(missing);
  }

  /// What a resource depended on before an update that failed.
  public Set<String> former(String resource) {
    return former.getOrDefault(resource, Collections.emptySortedSet());
  }

  private Set<String> dependencies(String resource) {
    var dependencies = new TreeSet<>(former(resource));
    record(resource).path("dependencies").forEach(each -> dependencies.add(each.asText()));
    return dependencies;
  }

  /// Whether its object was found to be gone when all were read, so that it has no record.
  public boolean isLost(String resource) {
    return lost.contains(resource);
  }

  private static boolean isAlike(JsonNode one, JsonNode other) {
    return Stream.of("inputs", "outputs").allMatch(part -> one.path(part).equals(other.path(part)));
  }

  /// How much of a value is secret.
  public static int secrets(JsonNode value) {
    return value.findValues(SECRET).size();
  }

  /// Whether an input was secret until something plain was found in its place.
  public boolean isFound(String resource, String input) {
    return found.contains(resource + "." + input);
  }

  /// Whether a value comes of an output that is a secret as it is recorded, and repeats that. What
  /// was secret is declared in plain text from now on.
  public boolean isOfFormerSecret(
      ProviderStep step, String resource, String input, JsonNode value) {
    var declared = step.entry(resource).inputs().path(input).toString();
    return step.program().stream()
        .filter(each -> declared.contains("${" + each.name() + "."))
        .anyMatch(each ->
            record(step.expected().path("state"), each.title())
                .path("outputs")
                .properties()
                .stream()
                .filter(
                    output -> declared.contains("${" + each.name() + "." + output.getKey() + "}"))
                .map(Map.Entry::getValue)
                .filter(output -> value.asText().contains(output.asText("")))
                .anyMatch(output -> isSecretOf(each.title(), output)));
  }

  private boolean isSecretOf(String resource, JsonNode text) {
    return text.isTextual()
        && !text.textValue().isBlank()
        && record(resource).findValues(SECRET).contains(text);
  }

  /// Whether more, or less, of an input is declared as secret since a step in which its provider
  /// was asked for nothing.
  public boolean isUntold(String resource, String input) {
    return untold.contains(resource + "." + input);
  }

  /// Whether something else was read than was applied last, and nothing was done about it.
  public boolean isDrifted(String resource) {
    return drifted.contains(resource);
  }

  /// What is recorded as outputs.
  public JsonNode outputs(String resource) {
    return record(resource).path("outputs");
  }

  /// Whether the object was deleted, and not made anew yet.
  public boolean isGone(String resource) {
    return is(resource, "pendingReplacement");
  }

  public boolean isRetained(String resource) {
    return is(resource, "retainOnDelete");
  }

  /// Whether it is an object of others, which a program reads.
  public boolean isExternal(String resource) {
    return is(resource, "external");
  }

  /// Whether there is an object of it.
  public boolean isKnown(String resource) {
    return record(resource).isObject();
  }

  /// The title under which something declared is recorded: its own, or a former one.
  public String title(ProgramEntry entry) {
    if (isKnown(entry.title())) return entry.title();
    return entry.strings("aliases").stream()
        .map(former -> entry.token() + "::" + former)
        .filter(this::isKnown)
        .findFirst()
        .orElse(entry.title());
  }

  /// The outputs that an option hides.
  public Set<String> hidden(String resource) {
    var hidden = new TreeSet<String>();
    record(resource).path("secretOutputs").forEach(each -> hidden.add(each.asText()));
    return hidden;
  }

  /// Whether it has been replaced, and the former object is still there.
  public boolean isSuperseded(String resource) {
    for (JsonNode each : state)
      if (each.path("resource").asText().equals(resource) && each.path("delete").asBoolean(false))
        return true;
    return false;
  }

  /// Whether an object has been replaced, and is still there. Ids need not tell it from the new
  /// one.
  public boolean isOld(String resource, String id) {
    if (record(resource).path("id").asText().equals(id)) return false;
    for (JsonNode each : state)
      if (each.path("resource").asText().equals(resource)
          && each.path("id").asText().equals(id)
          && each.path("delete").asBoolean(false)) return true;
    return false;
  }

  public boolean isUnfinished(String resource) {
    return record(resource).has("initErrors");
  }

  /// Whether an object goes with one that is left alone when it goes.
  ///
  /// @param about its resource, or its id
  public boolean goesWithRetained(String about) {
    for (JsonNode each : state)
      if ((each.path("resource").asText().equals(about) || each.path("id").asText().equals(about))
          && isRetained(each.path("deletedWith").asText())) return true;
    return false;
  }

  private boolean is(String resource, String mark) {
    return record(resource).path(mark).asBoolean(false);
  }

  /// The inputs, with what is secret of them.
  public JsonNode inputs(String resource) {
    return record(resource).path("inputs");
  }

  /// The provider that a resource belongs to, as it is recorded.
  public Optional<ProgramEntry> provider(String resource) {
    // Its title, and its id.
    var told = record(resource).path("provider").asText();
    return state
        .valueStream()
        .filter(each ->
            told.equals("::" + each.path("resource").asText() + "::" + each.path("id").asText()))
        .findFirst()
        .map(Before::entry);
  }

  /// What is recorded of a provider now; empty if it was never made.
  public Optional<ProgramEntry> current(String provider) {
    return Optional.of(record(provider)).filter(JsonNode::isObject).map(Before::entry);
  }

  /// All that is recorded of a provider, with what was replaced and is still there.
  public List<ProgramEntry> providers(String provider) {
    return state
        .valueStream()
        .filter(each -> each.path("resource").asText().equals(provider))
        .map(Before::entry)
        .toList();
  }

  private static ProgramEntry entry(JsonNode record) {
    var title = record.path("resource").asText();
    var entry = ExactJson.JSON.createObjectNode();
    entry.put("type", title.substring(0, title.lastIndexOf("::")));
    entry.put("name", title.substring(title.lastIndexOf("::") + 2));
    var inputs = entry.putObject("inputs");
    // Libraries of providers note something for themselves.
    record
        .path("inputs")
        .properties()
        .forEach(input -> {
          if (!input.getKey().startsWith("__")) inputs.set(input.getKey(), input.getValue());
        });
    return new ProgramEntry(entry);
  }

  private JsonNode record(String resource) {
    return record(state, resource);
  }

  /// The record of the object that a resource has now.
  public static JsonNode record(JsonNode state, String resource) {
    for (JsonNode each : state)
      if (each.path("resource").asText().equals(resource) && !each.path("delete").asBoolean(false))
        return each;
    return MissingNode.getInstance();
  }

  /// A value without what is secret about it, its numbers in one form.
  public static JsonNode plain(JsonNode value) {
    if (value.has(SECRET)) return plain(value.get(SECRET));
    if (value.isNumber()) return DoubleNode.valueOf(value.doubleValue());
    if (value instanceof ObjectNode object) {
      var plain = ExactJson.JSON.createObjectNode();
      object.properties().forEach(each -> plain.set(each.getKey(), plain(each.getValue())));
      return plain;
    }
    if (!value.isArray()) return value;
    var plain = ExactJson.JSON.createArrayNode();
    value.forEach(each -> plain.add(plain(each)));
    return plain;
  }
}
