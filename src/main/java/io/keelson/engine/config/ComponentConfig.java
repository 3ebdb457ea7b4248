package io.keelson.engine.config;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// One use of a component, relative to whoever uses it.
///
/// @param body shared by all of its uses
/// @param inputs by variable, those that are given
/// @param dependsOn resources and components that everything inside comes after
/// @param inherited what holds for everything inside that says nothing itself
/// @param program empty where everything inside is declared
/// @rule R-CMP-5
/// @rule R-CMP-6
public record ComponentConfig(
    String name,
    ComponentBody body,
    Repetition repetition,
    SortedMap<String, Expression> inputs,
    List<Root> dependsOn,
    InheritedOptions inherited,
    Optional<Program> program) {
  /// The program that says what is in a component.
  ///
  /// @param run what stands for a run of it, beside what is in the component
  /// @param configurations by what types begin with, such as `aws`, the provider configuration of
  ///   what it registers
  /// @param hasRun whether what it has registered is declared; if not, whatever is recorded in the
  ///   component may be
  /// @rule R-PRG-20
  public record Program(
      ResourceAddress run, SortedMap<String, String> configurations, boolean hasRun) {
    public Program {
      configurations = Collections.unmodifiableSortedMap(new TreeMap<>(configurations));
    }

    /// The provider configuration of a package. Types have no hyphens, packages may.
    ///
    /// @param packageName what tokens of the package begin with, such as `azure-native`
    public Optional<String> configuration(String packageName) {
      return Optional.ofNullable(configurations.get(packageName.replace('-', '_')));
    }
  }

  /// A component of which everything is declared.
  public ComponentConfig(
      String name,
      ComponentBody body,
      Repetition repetition,
      SortedMap<String, Expression> inputs,
      List<Root> dependsOn,
      InheritedOptions inherited) {
    this(name, body, repetition, inputs, dependsOn, inherited, Optional.empty());
  }

  public ComponentConfig {
    inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
    dependsOn = Collections.unmodifiableList(new ArrayList<>(dependsOn));
  }

  /// This use in a component's body, where that component is used.
  public ComponentConfig within(ComponentPath path) {
    if (path.isRoot()) return this;
    var placed = new TreeMap<String, Expression>();
    inputs.forEach((name, input) -> placed.put(name, PlacedExpression.of(input, path)));
    return new ComponentConfig(
        name, body, repetition.within(path), placed, dependsOn, inherited, program);
  }

  /// What it says for everything inside, seen from the stack.
  ///
  /// @param path of this use
  public InheritedOptions inherited(ComponentPath path) {
    return inherited.within(path.parent());
  }

  /// The same, with a program that says what is in it.
  public ComponentConfig registeredBy(Program other) {
    return new ComponentConfig(
        name, body, repetition, inputs, dependsOn, inherited, Optional.of(other));
  }

  /// The same, with outputs that come after more.
  ///
  /// @param others as the component calls them
  public ComponentConfig givingAfter(List<Root> others) {
    return new ComponentConfig(
        name, body.givingAfter(others), repetition, inputs, dependsOn, inherited, program);
  }

  /// The same, with other checks inside.
  public ComponentConfig checking(SortedMap<String, CheckConfig> others) {
    return new ComponentConfig(
        name, body.checking(others), repetition, inputs, dependsOn, inherited, program);
  }

  /// The same, with other inputs.
  public ComponentConfig given(SortedMap<String, Expression> others) {
    return new ComponentConfig(name, body, repetition, others, dependsOn, inherited, program);
  }
}
