package io.keelson.engine.config.declaration;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// The stack as its user wrote it: trees of literals whose strings may hold expressions.
///
/// @param checks by name
/// @param providers by the name of their configuration
/// @param components the reusable parts that it uses
/// @param standardProviders by what types begin with, such as `aws`, the name of the configuration
///   that fills slots of this provider if nothing else is said
/// @param transforms what is changed in everything that is declared
public record StackDeclaration(
    List<ResourceDeclaration> resources,
    SortedMap<String, Value> locals,
    SortedMap<String, Output> outputs,
    SortedMap<String, Value> variables,
    SortedMap<String, Value> identity,
    List<Move> moves,
    List<Removal> removals,
    List<Import> imports,
    SortedMap<String, Check> checks,
    SortedMap<String, Provider> providers,
    List<ComponentDeclaration.Component> components,
    SortedMap<String, String> standardProviders,
    List<TransformDeclaration> transforms) {

  /// One declared provider configuration.
  ///
  /// @param config an object; empty if nothing is set
  /// @param secrets what `secret.name` gives in it, by name
  /// @param acceptedIdentity the real system that it may name although objects were made in what
  ///   seems to be another one
  /// @param replacingIdentity the real system in which objects that were made in another one are
  ///   replaced
  /// @param problem why it cannot be used at all at present
  /// @param type what types of its provider begin with, such as `aws`; empty if that is not known
  public record Provider(
      Mapping config,
      SortedMap<String, Value> secrets,
      Optional<String> acceptedIdentity,
      Optional<String> replacingIdentity,
      Optional<Diagnostic> problem,
      Optional<String> type) {
    public Provider {
      secrets = Collections.unmodifiableSortedMap(new TreeMap<>(secrets));
    }

    /// Of a provider whose types no slot is for.
    public Provider(
        Mapping config,
        SortedMap<String, Value> secrets,
        Optional<String> acceptedIdentity,
        Optional<String> replacingIdentity,
        Optional<Diagnostic> problem) {
      this(config, secrets, acceptedIdentity, replacingIdentity, problem, Optional.empty());
    }
  }

  /// Something that has to hold.
  ///
  /// @param condition a tree that gives a bool
  /// @param errorMessage a tree that gives a string
  public record CheckRule(Value condition, Value errorMessage) {}

  /// One declared output.
  ///
  /// @param type what its value is converted to, as written; empty if any will do
  /// @param preconditions what has to hold before it gets a value
  /// @param dependsOn resource addresses as written
  public record Output(
      Value value,
      Optional<String> type,
      boolean sensitive,
      List<CheckRule> preconditions,
      List<String> dependsOn) {}

  /// A declared check.
  ///
  /// @param data a data source that only this check looks at; empty if there is none
  public record Check(Optional<ResourceDeclaration> data, List<CheckRule> assertions) {
    /// The same, reading through what is chosen.
    public Check reading(UnaryOperator<ResourceDeclaration> choice) {
      return new Check(data.map(choice), assertions);
    }
  }

  /// A declared move.
  ///
  /// @param from the address of a resource or instance, as written
  /// @param to the same
  public record Move(String from, String to) {}

  /// A declared removal.
  ///
  /// @param from the address of a resource, as written
  public record Removal(String from, boolean destroy) {}

  /// A declared import.
  ///
  /// @param to the address of an instance, as written; what is in its brackets may be an expression
  /// @param by what the object is found by
  /// @param limit what the plan that takes the object over may do to it
  /// @param forEach absent or a tree that gives a map, an object or a set of strings
  /// @param path where it is written, such as `imports[0]`
  public record Import(
      String to, By by, ImportLimit limit, Optional<Value> forEach, AttributePath path) {

    /// What an object is found by, as written.
    public sealed interface By {
      /// @param tree gives text
      record Id(Value tree) implements By {}

      /// @param tree gives an object
      record Identity(Value tree) implements By {}
    }
  }

  /// A stack that says nothing about what it was before.
  public StackDeclaration(
      List<ResourceDeclaration> resources,
      SortedMap<String, Value> locals,
      SortedMap<String, Output> outputs,
      SortedMap<String, Value> variables,
      SortedMap<String, Value> identity) {
    this(
        resources,
        locals,
        outputs,
        variables,
        identity,
        List.of(),
        List.of(),
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(),
        List.of(),
        new TreeMap<>(),
        List.of());
  }

  /// The same, using these reusable parts.
  ///
  /// @param standard the configurations in slots of which nothing is said
  /// @rule R-CMP-21
  public StackDeclaration using(
      List<ComponentDeclaration.Component> used, SortedMap<String, String> standard) {
    return new StackDeclaration(
        resources,
        locals,
        outputs,
        variables,
        identity,
        moves,
        removals,
        imports,
        checks,
        providers,
        used,
        standard,
        transforms);
  }

  public StackDeclaration {
    resources = Collections.unmodifiableList(new ArrayList<>(resources));
    locals = Collections.unmodifiableSortedMap(new TreeMap<>(locals));
    outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    variables = Collections.unmodifiableSortedMap(new TreeMap<>(variables));
    identity = Collections.unmodifiableSortedMap(new TreeMap<>(identity));
    moves = Collections.unmodifiableList(new ArrayList<>(moves));
    removals = Collections.unmodifiableList(new ArrayList<>(removals));
    imports = Collections.unmodifiableList(new ArrayList<>(imports));
    checks = Collections.unmodifiableSortedMap(new TreeMap<>(checks));
    providers = Collections.unmodifiableSortedMap(new TreeMap<>(providers));
    components = Collections.unmodifiableList(new ArrayList<>(components));
    standardProviders = Collections.unmodifiableSortedMap(new TreeMap<>(standardProviders));
    transforms = Collections.unmodifiableList(new ArrayList<>(transforms));
  }
}
