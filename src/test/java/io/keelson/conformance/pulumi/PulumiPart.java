package io.keelson.conformance.pulumi;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.value.Value;
import io.keelson.testing.ShortDeclarations;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A component of a program with the definition that is written for it, or the program itself. What
/// children refer to elsewhere becomes inputs and outputs of the components between.
final class PulumiPart {
  private final @Nullable PulumiPart around;
  private final String name;
  private final ComponentPath path;
  private final List<PulumiPart> parts = new ArrayList<>();
  private final List<ResourceDeclaration> resources = new ArrayList<>();
  private final TreeMap<String, Value> inputs = new TreeMap<>();
  private final TreeMap<String, StackDeclaration.Output> outputs = new TreeMap<>();
  private final TreeSet<String> dependsOn = new TreeSet<>();
  private final List<String> aliases = new ArrayList<>();

  private PulumiPart(@Nullable PulumiPart around, String name) {
    this.around = around;
    this.name = name;
    this.path = around == null ? ComponentPath.ROOT : around.path.component(name);
  }

  static PulumiPart program() {
    return new PulumiPart(null, "");
  }

  /// A component in this one.
  PulumiPart component(String called) {
    var inside = new PulumiPart(this, called);
    parts.add(inside);
    return inside;
  }

  ComponentPath path() {
    return path;
  }

  boolean isDirectlyIn(PulumiPart outer) {
    return around == outer;
  }

  /// How what is around it names it.
  String word() {
    return "component." + name;
  }

  boolean isIn(PulumiPart outer) {
    return path.startsWith(outer.path);
  }

  private PulumiPart around() {
    if (around == null) throw new IllegalStateException("nothing is around a program");
    return around;
  }

  void add(ResourceDeclaration resource) {
    resources.add(resource);
  }

  void alias(String former) {
    aliases.add(former);
  }

  List<ResourceDeclaration> resources() {
    return Collections.unmodifiableList(resources);
  }

  /// What a resource is called here.
  ///
  /// @param home where it stands
  String sees(PulumiPart home, String resource) {
    if (home == this) return resource;
    var passed = resource.replaceAll("[.-]", "_");
    if (home.isIn(this)) {
      var between = parts.stream().filter(home::isIn).findFirst().orElseThrow();
      var value = Value.text("${" + between.sees(home, resource) + "}");
      between.outputs.put(passed, ShortDeclarations.output(value, false));
      return between.word() + "." + passed;
    }
    inputs.put(passed, Value.text("${" + around().sees(home, resource) + "}"));
    return "variable." + passed;
  }

  /// What a variable of the stack is called here.
  String seesVariable(String variable) {
    if (around != null)
      inputs.put(variable, Value.text("${" + around.seesVariable(variable) + "}"));
    return "variable." + variable;
  }

  /// Lets everything in this component wait for a resource.
  void waitFor(PulumiPart home, String resource) {
    var user = around();
    if (home.isIn(user)) dependsOn.add(user.sees(home, resource));
    else user.waitFor(home, resource);
  }

  /// Lets everything in this component wait for everything in another one.
  ///
  /// @return whether that can be said here
  boolean waitFor(PulumiPart component) {
    if (component.around != around) return false;
    dependsOn.add(component.word());
    return true;
  }

  /// The uses of the components in this one.
  List<ComponentDeclaration.Component> uses() {
    return parts.stream().map(PulumiPart::use).toList();
  }

  private ComponentDeclaration.Component use() {
    var definition =
        new ComponentDeclaration(
            inputs.keySet().stream().map(PulumiPart::variable).toList(),
            new TreeMap<>(),
            resources,
            uses(),
            outputs,
            List.of(),
            List.of(),
            new TreeMap<>());
    return new ComponentDeclaration.Component(
        name,
        definition,
        inputs,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.copyOf(dependsOn),
        aliases);
  }

  private static VariableDeclaration variable(String called) {
    return new VariableDeclaration(
        called,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        true,
        false,
        false,
        List.of());
  }
}
