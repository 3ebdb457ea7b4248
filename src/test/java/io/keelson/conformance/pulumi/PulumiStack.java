package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import io.keelson.testing.ShortDeclarations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The program of a step as a stack declares it. References are written alike in both worlds.
final class PulumiStack {
  private final PulumiStep step;
  private final StackState recorded;
  private final TreeMap<String, Value> variables = new TreeMap<>();
  private final PulumiPart program = PulumiPart.program();
  private final TreeMap<String, PulumiPart> parts = new TreeMap<>();
  private final TreeMap<String, PulumiPart> homes = new TreeMap<>();

  /// @param recorded what exists before the step
  PulumiStack(PulumiStep step, StackState recorded) {
    this.step = step;
    this.recorded = recorded;
    place();
  }

  StackDeclaration declaration() {
    for (PulumiResource resource : step.resources()) {
      var here = outer(resource);
      here.add(declared(resource, here));
    }
    for (PulumiResource component : step.components()) wait(component);
    return ShortDeclarations.stack(
            program.resources(),
            new TreeMap<>(),
            new TreeMap<>(),
            variables,
            new TreeMap<>(),
            moves(),
            List.of(),
            imports(),
            new TreeMap<>())
        .using(program.uses(), new TreeMap<>());
  }

  /// Which components there are, and what is in which. A child of what is no component stands
  /// beside its parent.
  private void place() {
    for (PulumiResource component : step.components()) {
      var part = outer(component).component(component.name());
      parts.put(component.address(), part);
      for (String alias : component.aliases())
        part.alias("component." + alias.substring(alias.indexOf('.') + 1));
    }
    for (PulumiResource resource : step.resources()) homes.put(resource.address(), outer(resource));
  }

  private PulumiPart part(PulumiResource component) {
    return parts.getOrDefault(component.address(), program);
  }

  private PulumiPart outer(PulumiResource resource) {
    return step.around(resource).stream()
        .filter(PulumiResource::isComponent)
        .findFirst()
        .map(this::part)
        .orElse(program);
  }

  /// The address here of a resource or a component; what the step does not declare is where it is
  /// recorded.
  String place(String name) {
    var component = parts.get(name);
    if (component != null) return component.path().toString();
    var home = homes.get(name);
    return home == null
        ? PulumiNames.recorded(name, recorded).toString()
        : ResourceAddress.parse(name).within(home.path()).toString();
  }

  private ResourceDeclaration declared(PulumiResource resource, PulumiPart here) {
    var config = new TreeMap<String, Value>();
    resource
        .inputs()
        .properties()
        .forEach(input -> config.put(input.getKey(), tree(input.getValue(), here)));
    var needed = new TreeSet<String>();
    var outside = new ArrayList<StackDeclaration.CheckRule>();
    for (String other : resource.strings("dependsOn"))
      Optional.ofNullable(parts.get(other))
          .filter(part -> part.isDirectlyIn(here))
          .ifPresent(part -> needed.add(part.word()));
    for (String other : needed(resource, here)) {
      var word = sees(here, other);
      if (word.startsWith("variable.")) outside.add(isThere(word));
      else needed.add(word);
    }
    return new ResourceDeclaration(
        ResourceAddress.managed(resource.type(), resource.name()),
        Value.object(config),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.copyOf(needed),
        PulumiLifecycle.of(
            goesWithAnOutsider(resource)
                ? resource.without(PulumiLifecycle.DELETED_WITH)
                : resource,
            other -> sees(here, other),
            Optional.of(resource.option("replaceTrigger"))
                .filter(each -> !each.isMissingNode())
                .map(each -> tree(each, here)),
            outside),
        Optional.empty(),
        aliases(resource, here));
  }

  private String sees(PulumiPart here, String resource) {
    return here.sees(homes.getOrDefault(resource, program), resource);
  }

  /// The resources that it waits for beside those that its inputs name.
  private SortedSet<String> needed(PulumiResource resource, PulumiPart here) {
    var needed = new TreeSet<>(resource.strings("dependsOn"));
    resource.parent().ifPresent(needed::add);
    if (goesWithAnOutsider(resource)) needed.add(container(resource).orElseThrow());
    for (PulumiResource component : step.components())
      if (needed.remove(component.address())
          && resource.strings("dependsOn").contains(component.address())
          && outer(component) != here)
        step.inside(component).forEach(each -> needed.add(each.address()));
    return needed;
  }

  /// A definition has no dependency on what is outside of it but the values that it reads.
  private static StackDeclaration.CheckRule isThere(String variable) {
    return new StackDeclaration.CheckRule(
        Value.text("${" + variable + " != null}"), Value.text("It is not there."));
  }

  /// Lets a component wait for what it names.
  private void wait(PulumiResource component) {
    var needed = new TreeSet<>(component.strings("dependsOn"));
    component.parent().ifPresent(needed::add);
    var part = part(component);
    for (String each : needed) {
      var other = Optional.ofNullable(parts.get(each));
      if (other.isEmpty()) part.waitFor(homes.getOrDefault(each, program), each);
      else if (!part.isIn(other.get())) waitFor(part, other.get());
    }
  }

  private void waitFor(PulumiPart part, PulumiPart other) {
    if (part.waitFor(other)) return;
    homes.forEach((resource, home) -> {
      if (home.isIn(other)) part.waitFor(home, resource);
    });
  }

  private static Optional<String> container(PulumiResource resource) {
    return Optional.ofNullable(resource.option(PulumiLifecycle.DELETED_WITH).textValue());
  }

  /// A definition cannot name what is outside of it, and components hand no options down yet
  /// (R-CMP-30).
  private boolean goesWithAnOutsider(PulumiResource resource) {
    return container(resource)
        .filter(other -> homes.getOrDefault(other, program) != homes.get(resource.address()))
        .isPresent();
  }

  /// The stack as it is once components hand down what their children go with.
  StackConfig completed(StackConfig config) {
    var resources = new TreeMap<>(config.resources());
    for (PulumiResource resource : step.resources())
      if (goesWithAnOutsider(resource)) {
        var container = Target.parse(place(container(resource).orElseThrow()));
        resources.computeIfPresent(
            ResourceAddress.parse(place(resource.address())),
            (_, each) -> PulumiLifecycle.goingWith(each, container));
      }
    return PulumiLifecycle.with(config, resources);
  }

  private Value tree(JsonNode json, PulumiPart here) {
    if (json.has(PulumiValues.SECRET)) return secret(json.get(PulumiValues.SECRET), here);
    if (json.isObject()) {
      var entries = new TreeMap<String, Value>();
      json.properties().forEach(each -> entries.put(each.getKey(), tree(each.getValue(), here)));
      return Value.object(entries);
    }
    if (json.isArray()) {
      var elements = new ArrayList<Value>();
      json.forEach(element -> elements.add(tree(element, here)));
      return Value.tuple(elements);
    }
    return json.isTextual()
        ? Value.text(PulumiResource.rewritten(json.textValue(), other -> sees(here, other)))
        : PulumiValues.read(json);
  }

  private Value secret(JsonNode json, PulumiPart here) {
    var text = PulumiResource.rewritten(json.asText(""), other -> sees(here, other));
    if (text.startsWith("${") && text.endsWith("}"))
      return Value.text("${sensitive(" + text.substring(2, text.length() - 1) + ")}");
    var name = "secret" + variables.size();
    variables.put(name, PulumiValues.read(json).mark(Marks.sensitive("variable." + name)));
    return Value.text("${" + here.seesVariable(name) + "}");
  }

  /// The former addresses of a resource that it can name itself: those in the same component. That
  /// it had another parent says nothing any more where it is recorded under the new one.
  private List<String> aliases(PulumiResource resource, PulumiPart here) {
    return former(resource, here)
        .filter(former -> former.resource().in().startsWith(here.path()))
        .filter(former -> !former.toString().equals(place(resource.address())))
        .map(former -> former.relativeTo(here.path()).toString())
        .toList();
  }

  /// Where it may have been. There, the names of parents mean nothing, but their types do: it keeps
  /// its identity in another component that is nested as deeply, and an alias without a parent
  /// means one that is. With a component that has aliases it comes along by these.
  private Stream<InstanceAddress> former(PulumiResource resource, PulumiPart here) {
    int depth = here.path().depth();
    var former = new ArrayList<InstanceAddress>();
    for (int i = 0; i < resource.aliases().size(); i++) {
      var alias = resource.option("aliases").get(i);
      var at = PulumiNames.recorded(resource.aliases().get(i), recorded);
      int wanted = alias.has("noParent") ? 0 : depth;
      if (alias.has("parent") || at.resource().in().depth() == wanted) former.add(at);
    }
    var itself = PulumiNames.recorded(resource.address(), recorded);
    boolean comesAlong = step.around(resource).stream().anyMatch(each -> !each.aliases().isEmpty());
    if (itself.resource().in().depth() == depth && !comesAlong) former.add(itself);
    return former.stream();
  }

  /// What comes from elsewhere, only the stack can say.
  private List<StackDeclaration.Move> moves() {
    var moves = new ArrayList<StackDeclaration.Move>();
    for (PulumiResource resource : step.resources()) {
      var now = place(resource.address());
      var here = outer(resource).path();
      former(resource, outer(resource))
          .filter(former -> !former.resource().in().startsWith(here))
          .filter(former -> isRecorded(former.toString()) && !isRecorded(now))
          .findFirst()
          .ifPresent(from -> moves.add(new StackDeclaration.Move(from.toString(), now)));
    }
    return moves;
  }

  private boolean isRecorded(String address) {
    return recorded.instances().containsKey(InstanceAddress.parse(address));
  }

  private List<StackDeclaration.Import> imports() {
    var imports = new ArrayList<StackDeclaration.Import>();
    for (PulumiResource resource : step.resources()) {
      var id = resource.option("import");
      if (id.isTextual())
        imports.add(
            new StackDeclaration.Import(
                place(resource.address()),
                new StackDeclaration.Import.By.Id(Value.text(id.textValue())),
                // Pulumi's engine refuses only what would replace the object.
                ImportLimit.IN_PLACE,
                Optional.empty(),
                AttributePath.of("imports").index(imports.size())));
    }
    return imports;
  }
}
