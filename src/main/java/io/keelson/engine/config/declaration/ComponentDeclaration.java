package io.keelson.engine.config.declaration;

import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A reusable part of stacks as its author wrote it. Everything in it is relative: it names its own
/// variables, locals, resources and components, and nothing outside.
///
/// Whoever uses the same instance of this class twice has it compiled once.
///
/// @param variables as declared, none of them with a value
/// @param checks by name
/// @rule R-CMP-3
public record ComponentDeclaration(
    List<VariableDeclaration> variables,
    SortedMap<String, Value> locals,
    List<StackDeclaration.Resource> resources,
    List<Component> components,
    SortedMap<String, StackDeclaration.Output> outputs,
    List<StackDeclaration.Move> moves,
    List<StackDeclaration.Removal> removals,
    SortedMap<String, StackDeclaration.Check> checks) {
  public ComponentDeclaration {
    variables = Collections.unmodifiableList(new ArrayList<>(variables));
    locals = Collections.unmodifiableSortedMap(new TreeMap<>(locals));
    resources = Collections.unmodifiableList(new ArrayList<>(resources));
    components = Collections.unmodifiableList(new ArrayList<>(components));
    outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    moves = Collections.unmodifiableList(new ArrayList<>(moves));
    removals = Collections.unmodifiableList(new ArrayList<>(removals));
    checks = Collections.unmodifiableSortedMap(new TreeMap<>(checks));
  }

  /// One use of a reusable part, in a stack or in another part.
  ///
  /// @param inputs trees in the words of whoever uses it, by variable
  /// @param count absent or a tree that gives a whole number
  /// @param forEach absent or a tree that gives a map, an object or a set of strings
  /// @param enabled absent or a tree that gives a bool
  /// @param dependsOn addresses of resources, `component.name` or `component.name.output`, as
  ///   written
  /// @param aliases former addresses, as written
  public record Component(
      String name,
      ComponentDeclaration definition,
      SortedMap<String, Value> inputs,
      Optional<Value> count,
      Optional<Value> forEach,
      Optional<Value> enabled,
      List<String> dependsOn,
      List<String> aliases) {
    public Component {
      inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
      dependsOn = Collections.unmodifiableList(new ArrayList<>(dependsOn));
      aliases = Collections.unmodifiableList(new ArrayList<>(aliases));
    }
  }
}
