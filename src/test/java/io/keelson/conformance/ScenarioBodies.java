package io.keelson.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// What a step declares, modules included, and what of it names what: by addresses without keys.
final class ScenarioBodies {
  /// What a reference to outputs of a module needs.
  enum Reach {
    /// The outputs that it names: so with Keelson.
    NAMED,
    /// All that is in the module, if it names them by a computed key, of all instances, or as a
    /// whole: so with Terraform.
    EVERY
  }

  /// @param path `module.m.module.n.`; empty for the step itself
  /// @param call what gives it its inputs; missing for the step
  private record Body(String path, JsonNode json, JsonNode call) {}

  /// @param path of the body that it is written in
  record Statement(String path, String from, String to) {
    /// Whether it moves a call from no key to the first, or back.
    boolean isOfCall() {
      return from.startsWith("module.")
          && !from.contains(ScenarioStep.TYPE + ".")
          && Set.of(from + "[0]", from.replaceAll("\\[0]$", "")).contains(to);
    }

    /// Whether it is about what stands at an address, in some instance of the body.
    boolean isFrom(String address) {
      return isAt(from, address);
    }

    /// Whether it leads to an address, in some instance of the body.
    boolean isTo(String address) {
      return isAt(to, address);
    }

    private boolean isAt(String end, String address) {
      var instance = path.replaceAll("module\\.([^.]+)\\.", "module\\\\.$1(\\\\[[^]]*])?\\\\.");
      var own = path.isEmpty() || end.startsWith("module.") ? end : ScenarioStep.TYPE + "." + end;
      return address.matches(instance + Pattern.quote(own) + "([.\\[].*)?");
    }
  }

  private final JsonNode definitions;
  private final Set<String> left;
  private final SortedMap<String, Body> bodies = new TreeMap<>();
  private final SortedMap<String, JsonNode> resources = new TreeMap<>();

  ScenarioBodies(JsonNode step) {
    this(step, Set.of());
  }

  /// @param left resources that have objects, declared or not
  ScenarioBodies(JsonNode step, Set<String> left) {
    this.left = left;
    definitions = step.path("modules");
    add(new Body("", step, MissingNode.getInstance()));
  }

  private void add(Body body) {
    bodies.put(body.path(), body);
    for (JsonNode each : body.json().path("resources"))
      resources.putIfAbsent(address(body.path(), each.get("name").textValue()), each);
    for (JsonNode call : body.json().path("calls")) {
      var path = body.path() + "module." + call.get("name").textValue() + ".";
      var definition = definitions.path(call.get("definition").textValue());
      if (path.length() < 200) add(new Body(path, definition, call));
    }
  }

  private static String address(String path, String name) {
    return path.isEmpty() ? name : path + ScenarioStep.TYPE + "." + name;
  }

  /// What comes before the resource: `module.m.` of `module.m.terraform_data.a`.
  static String pathOf(String resource) {
    int type = resource.indexOf(ScenarioStep.TYPE + ".");
    return resource.startsWith("module.") && type > 0 ? resource.substring(0, type) : "";
  }

  /// Missing if there is none.
  JsonNode declaration(String resource) {
    return resources.getOrDefault(resource, MissingNode.getInstance());
  }

  SortedMap<String, JsonNode> resources() {
    return Collections.unmodifiableSortedMap(resources);
  }

  /// What the call of a module gives it; missing if nothing calls it.
  ///
  /// @param path `module.m.`
  JsonNode call(String path) {
    var body = bodies.get(path);
    return body == null ? MissingNode.getInstance() : body.call();
  }

  /// What is moved, by where it was: addresses without keys, also of modules.
  List<Map.Entry<String, String>> moves() {
    return statements().stream()
        .map(each -> Map.entry(within(each.path(), each.from()), within(each.path(), each.to())))
        .toList();
  }

  /// The statements of moves, as they are written.
  List<Statement> statements() {
    var statements = new ArrayList<Statement>();
    for (Body body : bodies.values())
      for (JsonNode move : body.json().path("moved"))
        statements.add(
            new Statement(body.path(), move.get("from").textValue(), move.get("to").textValue()));
    return statements;
  }

  private static String within(String path, String text) {
    var plain = ScenarioAddress.withoutKeys(text);
    return plain.startsWith("module.") ? path + plain : address(path, plain);
  }

  /// The resources that a resource names, through variables, locals and outputs too.
  SortedSet<String> named(String resource, Reach reach) {
    var found = new Search(reach);
    var body = bodies.get(pathOf(resource));
    if (body != null) {
      found.read(body, declaration(resource));
      found.readCalls(body);
    }
    return found.resources;
  }

  /// Those that an expression of the step names.
  SortedSet<String> namedIn(JsonNode expression, Reach reach) {
    var found = new Search(reach);
    found.read(body(""), expression);
    return found.resources;
  }

  /// Those that the call of a module names, in whatever it gives it.
  SortedSet<String> namedByCall(String path) {
    var found = new Search(Reach.NAMED);
    var body = bodies.get(path);
    if (body != null) found.read(outer(body), body.call());
    return found.resources;
  }

  /// The resources that a name means: one, or all in a module.
  SortedSet<String> inside(String name) {
    var inside = new TreeSet<String>();
    for (String each : resources.keySet())
      if (each.equals(name) || each.startsWith(name + ".")) inside.add(each);
    return inside;
  }

  /// What some resources name, directly or through others, and they themselves.
  SortedSet<String> closure(Set<String> some, Reach reach) {
    var all = new TreeSet<String>();
    var open = new ArrayList<>(some);
    while (!open.isEmpty()) {
      var next = open.removeLast();
      if (all.add(next)) open.addAll(named(next, reach));
    }
    return all;
  }

  /// Whether one resource needs another, directly or through others.
  boolean needs(String user, String used, Reach reach) {
    return closure(named(user, reach), reach).contains(used);
  }

  /// The same, where the user does not count as naming other instances of what it needs.
  ///
  /// @param key of the instance that counts
  boolean needsBeside(String user, String used, String key, Reach reach) {
    var found = new Search(reach, used, key);
    var body = bodies.get(pathOf(user));
    if (body == null) return false;
    found.read(body, declaration(user));
    found.readCalls(body);
    return closure(found.resources, reach).contains(used);
  }

  boolean hasCycle() {
    return resources.keySet().stream().anyMatch(each -> needs(each, each, Reach.NAMED));
  }

  /// Whether a resource in a module names itself.
  boolean namesItselfInside() {
    return resources.keySet().stream()
        .anyMatch(each -> !pathOf(each).isEmpty() && named(each, Reach.NAMED).contains(each));
  }

  /// Whether a module of which there is no instance has a statement of a move.
  boolean movesWithoutInstances() {
    return bodies.values().stream()
        .filter(body -> !body.json().path("moved").isEmpty())
        .anyMatch(this::isWithoutInstances);
  }

  private boolean isWithoutInstances(Body inner) {
    for (Body body = inner; !body.call().isMissingNode(); body = outer(body))
      if (body.call().path("count").asInt(1) == 0
          || (body.call().path("for_each").has("set")
              && body.call().path("for_each").path("set").isEmpty())) return true;
    return false;
  }

  private Body outer(Body body) {
    var path = body.path();
    int name = path.lastIndexOf('.', path.length() - 2);
    return body(path.substring(0, path.lastIndexOf('.', name - 1) + 1));
  }

  private Body body(String path) {
    return Objects.requireNonNull(bodies.get(path));
  }

  /// Follows names.
  private final class Search {
    private final Reach reach;
    private final String used;
    private final String key;
    private final SortedSet<String> resources = new TreeSet<>();
    private final Set<String> seen = new HashSet<>();

    Search(Reach reach) {
      this(reach, "", "");
    }

    /// @param used a resource of which only one instance counts
    Search(Reach reach, String used, String key) {
      this.reach = reach;
      this.used = used;
      this.key = key;
    }

    void read(Body body, JsonNode node) {
      node.findValues("$ref").forEach(each -> follow(body, each.asText(), false));
      for (JsonNode all : node.findParents("$all"))
        follow(body, all.get("$all").asText() + "[*]." + all.get("attr").asText(), false);
      node.findValues("depends_on")
          .forEach(list -> list.forEach(each -> follow(body, each.asText(), true)));
      node.findValues("replace_triggered_by")
          .forEach(list -> list.forEach(each -> follow(body, each.asText(), false)));
    }

    /// How many instances there are of what is around, and what that depends on.
    void readCalls(Body inner) {
      for (Body body = inner; !body.call().isMissingNode(); body = outer(body))
        for (String part : List.of("count", "for_each")) read(outer(body), body.call().path(part));
      for (Body body = inner; !body.call().isMissingNode(); body = outer(body))
        for (JsonNode each : body.call().path("depends_on"))
          follow(outer(body), each.asText(), true);
    }

    private void follow(Body body, String traversal, boolean whole) {
      if (!seen.add(body.path() + " " + traversal + " " + whole)) return;
      var parts = traversal.replaceAll("\\[[^]]*]", "").split("\\.");
      switch (parts[0]) {
        case "each", "count", "self" -> {}
        case "var" -> {
          if (!body.path().isEmpty()) read(outer(body), body.call().path("inputs").path(parts[1]));
          if (!body.path().isEmpty()) followKeys(body, body.call().path("inputs").path(parts[1]));
        }
        case "local" -> read(body, body.json().path("locals").path(parts[1]));
        case "module" -> module(body, traversal, parts, whole);
        default -> {
          var resource = address(body.path(), parts[0]);
          if (!resource.equals(used) || !isOther(traversal.substring(parts[0].length())))
            resources.add(resource);
        }
      }
    }

    private boolean isOther(String rest) {
      return rest.matches("\\[(\"[^\"]*\"|\\d+)].*") && !rest.startsWith(key);
    }

    /// `each.value` in an input is what the call repeats over.
    private void followKeys(Body body, JsonNode input) {
      if (input.findValues("$ref").stream().anyMatch(each -> each.asText().startsWith("each.")))
        read(outer(body), body.call().path("for_each"));
    }

    private void module(Body body, String traversal, String[] parts, boolean whole) {
      var module = bodies.get(body.path() + "module." + parts[1] + ".");
      if (module == null) return;
      boolean computed = traversal.matches(".*\\[(\\*|[a-z]+\\.[a-z]+)].*");
      boolean every = reach == Reach.EVERY && (computed || parts.length < 3);
      boolean all = every || parts.length < 3;
      for (JsonNode output : module.json().path("outputs"))
        if (all || output.path("name").asText().equals(parts[2])) read(module, output);
      readDependsOn(module);
      boolean dependsOnIt = whole && parts.length < 3;
      if (!every && !dependsOnIt) return;
      readInside(module, ScenarioBodies.this.resources.keySet());
      if (reach == Reach.EVERY) readInside(module, left);
      read(body, module.call());
    }

    private void readInside(Body module, Set<String> all) {
      all.stream().filter(each -> each.startsWith(module.path())).forEach(resources::add);
    }

    /// What a module depends on as a whole, its outputs depend on.
    private void readDependsOn(Body module) {
      for (JsonNode each : module.call().path("depends_on"))
        follow(outer(module), each.asText(), true);
    }
  }
}
