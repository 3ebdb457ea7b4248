package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// The program of a step as a stack declares it. References are written alike in both worlds.
final class PulumiStack {
  private final PulumiStep step;
  private final StackState recorded;
  private final TreeMap<String, Value> variables = new TreeMap<>();

  /// @param recorded what exists before the step
  PulumiStack(PulumiStep step, StackState recorded) {
    this.step = step;
    this.recorded = recorded;
  }

  StackDeclaration declaration() {
    var resources = new ArrayList<StackDeclaration.Resource>();
    for (PulumiResource resource : step.resources()) resources.add(declared(resource));
    return new StackDeclaration(
        resources,
        new TreeMap<>(),
        new TreeMap<>(),
        variables,
        new TreeMap<>(),
        moves(),
        List.of(),
        imports(),
        new TreeMap<>());
  }

  private StackDeclaration.Resource declared(PulumiResource resource) {
    var config = new TreeMap<String, Value>();
    resource
        .inputs()
        .properties()
        .forEach(input -> config.put(input.getKey(), tree(input.getValue())));
    return new StackDeclaration.Resource(
        ResourceAddress.managed(resource.type(), resource.name()),
        Value.object(config),
        Optional.empty(),
        Optional.empty(),
        resource.strings("dependsOn"),
        PulumiLifecycle.of(
            resource,
            Optional.of(resource.option("replaceTrigger"))
                .filter(each -> !each.isMissingNode())
                .map(this::tree)));
  }

  private Value tree(JsonNode json) {
    if (json.has(PulumiValues.SECRET)) return secret(json.get(PulumiValues.SECRET));
    if (json.isObject()) {
      var entries = new TreeMap<String, Value>();
      json.properties().forEach(each -> entries.put(each.getKey(), tree(each.getValue())));
      return Value.object(entries);
    }
    if (json.isArray()) {
      var elements = new ArrayList<Value>();
      json.forEach(element -> elements.add(tree(element)));
      return Value.tuple(elements);
    }
    return PulumiValues.read(json);
  }

  private Value secret(JsonNode json) {
    var text = json.asText("");
    if (text.startsWith("${") && text.endsWith("}"))
      return Value.text("${sensitive(" + text.substring(2, text.length() - 1) + ")}");
    var name = "secret" + variables.size();
    variables.put(name, PulumiValues.read(json).mark(Marks.sensitive("variable." + name)));
    return Value.text("${variable." + name + "}");
  }

  /// Of several former addresses the first counts that something is recorded under; the present one
  /// comes before all of them.
  private List<StackDeclaration.Move> moves() {
    var moves = new ArrayList<StackDeclaration.Move>();
    for (PulumiResource resource : step.resources()) {
      if (isRecorded(resource.address())) continue;
      resource.aliases().stream()
          .filter(this::isRecorded)
          .findFirst()
          .ifPresent(from -> moves.add(new StackDeclaration.Move(from, resource.address())));
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
                resource.address(),
                new StackDeclaration.Import.By.Id(Value.text(id.textValue())),
                // Pulumi's engine refuses only what would replace the object.
                ImportLimit.IN_PLACE,
                Optional.empty(),
                AttributePath.of("imports").index(imports.size())));
    }
    return imports;
  }
}
