package io.keelson.operator.stack.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.api.component.ComponentUse;
import io.keelson.operator.stack.context.ComponentSource.Resolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The Components of a Stack, read from custom resources into the engine's words.
final class DeclaredComponents {
  private final List<ComponentDeclaration.Component> declared = new ArrayList<>();
  private final SortedSet<ComponentPath> frozen = new TreeSet<>();
  private final List<Diagnostic> problems = new ArrayList<>();

  private DeclaredComponents() {}

  /// @param frozen those that cannot be used: whatever is recorded in them counts as declared
  record Read(
      List<ComponentDeclaration.Component> declared,
      SortedSet<ComponentPath> frozen,
      List<Diagnostic> problems) {}

  static Read read(UsedComponents used) {
    var reading = new DeclaredComponents();
    used.uses().forEach(reading::use);
    return new Read(reading.declared, reading.frozen, reading.problems);
  }

  private void use(UsedComponents.Use use) {
    int before = problems.size();
    var component = use.component();
    var subject = Subject.of(use.path());
    LeftOut.why(component)
        .ifPresent(why ->
            problem(Code.LIMIT, subject, "Too much is declared", why, AttributePath.of("inputs")));
    switch (use.resolution()) {
      case Resolution.Found found -> {
        var read = component(component, use.path(), found.declaration());
        // Two of one name are told, and frozen, by the loader.
        if (problems.size() == before) declared.add(read);
      }
      case Resolution.NotFound(var why) ->
          problem(
              Code.NO_DEFINITION,
              subject,
              "No such definition",
              why,
              AttributePath.of("definition"));
      case Resolution.NoSuchVersion(var why) ->
          problem(Code.NO_VERSION, subject, "No such version", why, AttributePath.of("definition"));
    }
    if (problems.size() > before) frozen.add(use.path());
  }

  private ComponentDeclaration.Component component(
      Component component, ComponentPath path, ComponentDeclaration definition) {
    var spec = component.getSpec();
    var subject = Subject.of(path);
    return new ComponentDeclaration.Component(
        path.names().getLast(),
        definition,
        inputs(spec.inputs, subject),
        count(spec.count),
        value(spec.forEach, subject, AttributePath.of("forEach")),
        value(spec.enabled, subject, AttributePath.of("enabled")),
        spec.dependsOn == null ? List.of() : spec.dependsOn,
        spec.aliases == null ? List.of() : spec.aliases,
        inherited(spec.lifecycle),
        providers(component));
  }

  private static SortedMap<String, String> providers(Component component) {
    var filled = new TreeMap<String, String>();
    ConfigName.of(component)
        .forEach(
            (slot, config) -> filled.put(slot, config.in(component.getMetadata().getNamespace())));
    return filled;
  }

  private SortedMap<String, Value> inputs(@Nullable JsonNode tree, Subject subject) {
    var inputs = new TreeMap<String, Value>();
    if (tree != null)
      tree.properties()
          .forEach(each ->
              value(each.getValue(), subject, AttributePath.of("inputs").attribute(each.getKey()))
                  .ifPresent(value -> inputs.put(each.getKey(), value)));
    return inputs;
  }

  static ComponentDeclaration.Inherited inherited(ComponentUse.@Nullable Lifecycle options) {
    return options == null
        ? ComponentDeclaration.Inherited.NONE
        : new ComponentDeclaration.Inherited(
            Optional.ofNullable(options.preventDestroy),
            Optional.ofNullable(options.destroy),
            Optional.ofNullable(options.deletedWith));
  }

  private static Optional<Value> count(@Nullable IntOrString count) {
    if (count == null) return Optional.empty();
    var number = count.getIntVal();
    return Optional.of(number != null ? Value.number(number) : Value.text(count.getStrVal()));
  }

  private Optional<Value> value(@Nullable JsonNode tree, Subject subject, AttributePath path) {
    if (tree == null) return Optional.empty();
    try {
      return Optional.of(JsonValues.read(tree));
    } catch (JsonValues.NotAValue e) {
      var at = path.then(e.path());
      problem(Code.INVALID_CONFIG, subject, "Not a value", String.valueOf(e.getMessage()), at);
      return Optional.of(Value.nothing(Types.DYNAMIC));
    }
  }

  private void problem(
      Code code, Subject subject, String summary, String detail, AttributePath path) {
    problems.add(Diagnostic.error(code, subject, summary, detail).at(path));
  }
}
