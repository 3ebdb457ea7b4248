package io.keelson.engine.config.declaration;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// A reusable part of stacks as its author wrote it. Everything in it is relative: it names its own
/// variables, locals, resources and components, and nothing outside.
///
/// Whoever uses the same instance of this class twice has it compiled once.
///
/// @param variables as declared, none of them with a value
/// @param checks by name
/// @param decided options of its resources that they set themselves, so that they inherit none
/// @param slots by name, what its resources name in the place of provider configurations
/// @param program in the place of everything else, what says what is inside
/// @rule R-CMP-3
/// @rule R-CMP-20
public record ComponentDeclaration(
    List<VariableDeclaration> variables,
    SortedMap<String, Value> locals,
    List<ResourceDeclaration> resources,
    List<Component> components,
    SortedMap<String, StackDeclaration.Output> outputs,
    List<StackDeclaration.Move> moves,
    List<StackDeclaration.Removal> removals,
    SortedMap<String, StackDeclaration.Check> checks,
    SortedMap<ResourceAddress, Set<Option>> decided,
    SortedMap<String, Slot> slots,
    Optional<Program> program) {
  /// A program of a provider, which registers what is inside.
  ///
  /// @param slot of its provider
  /// @param type what the component is called there: by its token, such as `shop:index:WebApp`, or
  ///   by its name, such as `shop_WebApp`
  /// @rule R-PRG-20
  public record Program(String slot, String type) {}

  /// A part whose inside is said by a program.
  ///
  /// @param slots those of the program, and of what it registers
  public static ComponentDeclaration of(Program program, SortedMap<String, Slot> slots) {
    return new ComponentDeclaration(
        List.of(),
        new TreeMap<>(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(),
        slots,
        Optional.of(program));
  }

  /// A part that is declared.
  public ComponentDeclaration(
      List<VariableDeclaration> variables,
      SortedMap<String, Value> locals,
      List<ResourceDeclaration> resources,
      List<Component> components,
      SortedMap<String, StackDeclaration.Output> outputs,
      List<StackDeclaration.Move> moves,
      List<StackDeclaration.Removal> removals,
      SortedMap<String, StackDeclaration.Check> checks,
      SortedMap<ResourceAddress, Set<Option>> decided,
      SortedMap<String, Slot> slots) {
    this(
        variables,
        locals,
        resources,
        components,
        outputs,
        moves,
        removals,
        checks,
        decided,
        slots,
        Optional.empty());
  }

  /// A place for a provider configuration, which each use fills.
  ///
  /// @param provider what types of the provider begin with, such as `aws`
  /// @param optional whether a use may leave it unfilled
  /// @rule R-CMP-20
  public record Slot(String provider, boolean optional) {
    /// Whether the types of this slot's provider may be named so: `aws_bucket` for `aws`.
    public boolean fits(String type) {
      return type.equals(provider) || type.startsWith(provider + "_");
    }
  }

  /// An option that a resource may inherit from the components around it.
  public enum Option {
    PREVENT_DESTROY,
    DESTROY
  }

  /// A part whose resources leave open what they may inherit, and need no provider configurations.
  public ComponentDeclaration(
      List<VariableDeclaration> variables,
      SortedMap<String, Value> locals,
      List<ResourceDeclaration> resources,
      List<Component> components,
      SortedMap<String, StackDeclaration.Output> outputs,
      List<StackDeclaration.Move> moves,
      List<StackDeclaration.Removal> removals,
      SortedMap<String, StackDeclaration.Check> checks) {
    this(
        variables,
        locals,
        resources,
        components,
        outputs,
        moves,
        removals,
        checks,
        new TreeMap<>(),
        new TreeMap<>());
  }

  public ComponentDeclaration {
    variables = Collections.unmodifiableList(new ArrayList<>(variables));
    locals = Collections.unmodifiableSortedMap(new TreeMap<>(locals));
    resources = Collections.unmodifiableList(new ArrayList<>(resources));
    components = Collections.unmodifiableList(new ArrayList<>(components));
    outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    moves = Collections.unmodifiableList(new ArrayList<>(moves));
    removals = Collections.unmodifiableList(new ArrayList<>(removals));
    checks = Collections.unmodifiableSortedMap(new TreeMap<>(checks));
    decided = Collections.unmodifiableSortedMap(new TreeMap<>(decided));
    slots = Collections.unmodifiableSortedMap(new TreeMap<>(slots));
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
  /// @param inherited what holds for everything inside that says nothing itself
  /// @param providers what fills slots of the part, by slot: a provider configuration where a stack
  ///   uses it, a slot of its own where another part does
  /// @param transforms what is changed in everything inside
  public record Component(
      String name,
      ComponentDeclaration definition,
      SortedMap<String, Value> inputs,
      Optional<Value> count,
      Optional<Value> forEach,
      Optional<Value> enabled,
      List<String> dependsOn,
      List<String> aliases,
      Inherited inherited,
      SortedMap<String, String> providers,
      List<TransformDeclaration> transforms) {
    /// Without a say in what is inside.
    public Component(
        String name,
        ComponentDeclaration definition,
        SortedMap<String, Value> inputs,
        Optional<Value> count,
        Optional<Value> forEach,
        Optional<Value> enabled,
        List<String> dependsOn,
        List<String> aliases) {
      this(
          name,
          definition,
          inputs,
          count,
          forEach,
          enabled,
          dependsOn,
          aliases,
          Inherited.NONE,
          new TreeMap<>(),
          List.of());
    }

    public Component {
      transforms = Collections.unmodifiableList(new ArrayList<>(transforms));
      inputs = Collections.unmodifiableSortedMap(new TreeMap<>(inputs));
      dependsOn = Collections.unmodifiableList(new ArrayList<>(dependsOn));
      aliases = Collections.unmodifiableList(new ArrayList<>(aliases));
      providers = Collections.unmodifiableSortedMap(new TreeMap<>(providers));
    }
  }

  /// Options of a component for everything inside that says nothing itself, the nearest component
  /// first.
  ///
  /// @param deletedWith the address of a resource, a component or an instance of one, beside this
  ///   component, as written
  /// @rule R-CMP-30
  public record Inherited(
      Optional<Boolean> preventDestroy, Optional<Boolean> destroy, Optional<String> deletedWith) {
    public static final Inherited NONE =
        new Inherited(Optional.empty(), Optional.empty(), Optional.empty());
  }
}
