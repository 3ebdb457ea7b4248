package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.apply.ApplyOptions;
import io.keelson.engine.apply.ApplyProgress;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.value.Bytes;
import io.keelson.json.ExactJson;
import io.keelson.provider.pulumi.naming.Autonaming;
import io.keelson.provider.pulumi.naming.NamePattern;
import io.keelson.testing.PlanOptionsBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One step of a scenario: a run of a program.
///
/// @param number from 1
public record ProviderStep(int number, JsonNode json) {
  private static final DigestKey KEY = new DigestKey(Bytes.utf8("scenario"), "scenario");

  public List<ProgramEntry> program() {
    var program = new ArrayList<ProgramEntry>();
    for (JsonNode each : json.path("resources")) program.add(new ProgramEntry(each));
    return program;
  }

  /// What is declared under a title; an empty entry if nothing is.
  public ProgramEntry entry(String title) {
    return program().stream()
        .filter(entry -> entry.title().equals(title))
        .findFirst()
        .orElseGet(() -> new ProgramEntry(ExactJson.JSON.createObjectNode()));
  }

  /// Whether a resource of the program names another, by its title.
  public boolean isUsedBy(String used, String user) {
    var name = used.substring(used.lastIndexOf(':') + 1);
    return program().stream()
        .filter(entry -> entry.title().equals(user))
        .anyMatch(entry ->
            entry.strings("dependsOn").contains(name)
                || (entry.inputs()
                        + entry.json().path("id").asText()
                        + entry.option("replaceTrigger"))
                    .contains("${" + name + "."));
  }

  /// Whether a resource of the program names another, or one that does.
  public boolean isUsedThrough(String used, String user) {
    return isUsedBy(used, user)
        || program().stream()
            .map(ProgramEntry::title)
            .anyMatch(other -> isUsedBy(used, other) && isUsedThrough(other, user));
  }

  /// The titles of all resources that steps are about, also of those that components register.
  SortedSet<String> recorded() {
    var titles = new TreeSet<String>();
    for (JsonNode part : List.of(expected(), expected().path("preview")))
      for (JsonNode each : part.path("steps"))
        if (each.has("provider")) titles.add(each.path("resource").asText());
    return titles;
  }

  /// These, and the titles of all that was checked: what is refused then has no step.
  SortedSet<String> asked() {
    var titles = new TreeSet<>(recorded());
    for (JsonNode part : List.of(expected(), expected().path("preview")))
      for (JsonNode each : part.path("calls"))
        if (each.path("call").asText().equals("Check")) titles.add(each.get("resource").asText());
    return titles;
  }

  /// What a resource may be called here that a component has registered, or one inside of it.
  SortedSet<String> inside(String name) {
    var places = new TreeSet<String>();
    for (ProgramEntry entry : program())
      if (entry.isComponent()) {
        var place = ScenarioNames.component(entry.name());
        places.add(place);
        for (JsonNode each : steps())
          if (!each.has("provider"))
            places.add(place + ScenarioNames.component(name(each.path("resource").asText())));
      }
    var names = new TreeSet<String>();
    for (String title : recorded())
      if (name(title).equals(name))
        for (String place : places) names.add(place + ScenarioNames.address(title));
    return names;
  }

  private static String name(String title) {
    return title.substring(title.indexOf("::") + 2);
  }

  /// What components asked the monitor, in the preview and in the operation.
  public List<JsonNode> monitor() {
    var asked = new ArrayList<JsonNode>();
    expected().path("preview").path("monitor").forEach(asked::add);
    expected().path("monitor").forEach(asked::add);
    return asked;
  }

  /// What components asked the monitor to register.
  private List<JsonNode> registrations() {
    return monitor().stream()
        .filter(each -> each.path("call").asText().equals("RegisterResource"))
        .toList();
  }

  /// How components asked the monitor to register a resource.
  public Stream<JsonNode> registrations(String title) {
    return registrations().stream()
        .map(each -> each.path("request"))
        .filter(each -> title(each).equals(title));
  }

  /// The titles of all that a component has registered.
  public SortedSet<String> registered(String component) {
    var titles = new TreeSet<String>();
    for (JsonNode each : registrations())
      if (each.path("construct").asText().equals(component))
        titles.add(title(each.path("request")));
    return titles;
  }

  /// A component, and all that it, or a component in it, has registered.
  public SortedSet<String> within(String component) {
    var titles = new TreeSet<>(registered(component));
    titles.add(component);
    for (int before = 0; before < titles.size(); ) {
      before = titles.size();
      for (JsonNode each : registrations()) {
        var request = each.path("request");
        if (titles.contains(ProgramEntry.named(request.path("parent").asText())))
          titles.add(title(request));
      }
      for (JsonNode each : expected().path("state"))
        if (titles.contains(each.path("parent").asText()))
          titles.add(each.path("resource").asText());
    }
    return titles;
  }

  /// Whether an input that a component registers a resource with comes of another resource.
  ///
  /// @param user the title of the resource
  /// @param used the title of the other
  public boolean isGivenTo(String user, String input, String used) {
    for (JsonNode each : registrations()) {
      var request = each.path("request");
      if (!title(request).equals(user)) continue;
      for (JsonNode urn : request.path("propertyDependencies").path(input).path("urns"))
        if (urn.asText().endsWith("::" + name(used))) return true;
    }
    return false;
  }

  /// Whether something of a program, if it is another one, replaces a resource.
  boolean isTriggeredByProgram(String title) {
    var trigger = entry(title).option("replaceTrigger").toString();
    return program().stream()
        .filter(ProgramEntry::isComponent)
        .anyMatch(each -> trigger.contains("${" + each.name() + "."));
  }

  /// The title of what a component asks to be registered.
  public static String title(JsonNode registered) {
    return registered.path("type").asText() + "::" + registered.path("name").asText();
  }

  public String op() {
    return json.get("op").textValue();
  }

  boolean isPreview() {
    return op().equals("preview");
  }

  /// The calls that were recorded; of a preview alone, which has no operation, those of it.
  public JsonNode calls() {
    return (isPreview() ? expected().path("preview") : expected()).path("calls");
  }

  /// Whether such a step of a resource was recorded.
  public boolean isDone(String op, String resource) {
    return steps(op, resource).findAny().isPresent();
  }

  /// The steps of one kind about one resource.
  public Stream<JsonNode> steps(String op, String resource) {
    return steps()
        .valueStream()
        .filter(each -> each.path("op").asText().equals(op))
        .filter(each -> each.path("resource").asText().equals(resource));
  }

  /// The steps that were recorded; of a preview alone, those of it.
  public JsonNode steps() {
    return (isPreview() ? expected().path("preview") : expected()).path("steps");
  }

  /// Whether all objects are read before anything is planned.
  public boolean refreshes() {
    return op().equals("refresh") || json.path("refresh").asBoolean(false);
  }

  /// How objects are named that are declared without a name.
  public Autonaming naming() {
    var naming = json.path("autonaming");
    if (naming.path("disable").asBoolean(false)) return new Autonaming.Disabled();
    if (naming.path("verbatim").asBoolean(false)) return named("${name}", true);
    return naming.has("pattern")
        ? named(naming.get("pattern").textValue(), naming.path("enforce").asBoolean(false))
        : new Autonaming.OfProvider();
  }

  private static Autonaming named(String pattern, boolean enforced) {
    return new Autonaming.ByPattern(
        new NamePattern(pattern.replace("${project}", "${namespace}")), enforced);
  }

  public JsonNode expected() {
    return json.get("expect");
  }

  /// What providers are to find in their environment.
  SortedMap<String, String> environment() {
    var environment = new TreeMap<String, String>();
    json.path("env")
        .properties()
        .forEach(each -> environment.put(each.getKey(), each.getValue().asText()));
    return environment;
  }

  /// How the run is planned. Objects are read only where the run says so: Pulumi plans from what it
  /// recorded.
  ///
  /// @param places gives the address of a resource by its name
  PlanOptions options(UnaryOperator<String> places) {
    var refresh = refreshes() ? PlanOptions.Refresh.ALL : PlanOptions.Refresh.NONE;
    var options =
        switch (op()) {
          case "destroy" -> PlanOptionsBuilder.options(PlanOptions.Mode.DESTROY, refresh, 1, KEY);
          case "refresh" ->
              PlanOptionsBuilder.options(
                  PlanOptions.Mode.REFRESH_ONLY, PlanOptions.Refresh.ALL, 1, KEY);
          default -> PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, refresh, 1, KEY);
        };
    return PlanOptionsBuilder.from(options)
        .targeting(names("targets").map(places).map(Target::parse).toList())
        // Targets take nothing along, there.
        .scoped(json.has("targets") ? PlanOptions.Scope.EXACT : PlanOptions.Scope.NEEDED)
        .replacing(replaced(places))
        .deleting(PlanOptions.Deletes.LAYERED)
        .build();
  }

  /// What the run replaces. A component and a provider have no object: there, their record alone is
  /// another one.
  private List<InstanceAddress> replaced(UnaryOperator<String> places) {
    return names("replace")
        .filter(name ->
            program().stream().noneMatch(each -> each.isProvider() && each.name().equals(name)))
        .map(places)
        .filter(each -> !each.matches("(?:component\\.[^.]+\\.?)+"))
        .map(InstanceAddress::parse)
        .toList();
  }

  /// The names of what the run is limited to.
  public SortedSet<String> targets() {
    return names("targets").collect(Collectors.toCollection(TreeSet::new));
  }

  /// Whether the run is limited to a resource, and others.
  public boolean isTarget(String title) {
    return targets().stream().anyMatch(each -> title.endsWith("::" + each));
  }

  private Stream<String> names(String option) {
    var names = new ArrayList<String>();
    json.path(option).forEach(each -> names.add(each.textValue()));
    return names.stream();
  }

  /// The default configuration of a package; empty if the step says nothing about it.
  public Optional<ProgramEntry> configuration(String pack) {
    if (!json.has("config")) return Optional.empty();
    var inputs = ExactJson.JSON.createObjectNode();
    json.path("config")
        .properties()
        .forEach(each -> {
          if (each.getKey().startsWith(pack + ":"))
            inputs.set(each.getKey().substring(pack.length() + 1), each.getValue());
        });
    return Optional.of(ProgramEntry.standard(pack, inputs));
  }

  /// How the plan is carried out: recordings do one step at a time.
  ApplyOptions applying() {
    return new ApplyOptions(
        1,
        new StopSignal(),
        Limits.DEFAULT,
        KEY.secret(),
        json.path("continueOnError").asBoolean(false)
            ? ApplyOptions.OnFailure.CONTINUE
            : ApplyOptions.OnFailure.STOP,
        ApplyProgress.NONE);
  }
}
