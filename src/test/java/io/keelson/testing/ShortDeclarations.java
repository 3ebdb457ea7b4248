package io.keelson.testing;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration.Check;
import io.keelson.engine.config.declaration.StackDeclaration.CheckRule;
import io.keelson.engine.config.declaration.StackDeclaration.Import;
import io.keelson.engine.config.declaration.StackDeclaration.Move;
import io.keelson.engine.config.declaration.StackDeclaration.Output;
import io.keelson.engine.config.declaration.StackDeclaration.Removal;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Declarations that leave out what most tests say nothing about.
public final class ShortDeclarations {
  private ShortDeclarations() {}

  /// A stack without provider configurations.
  public static StackDeclaration stack(
      List<ResourceDeclaration> resources,
      SortedMap<String, Value> locals,
      SortedMap<String, Output> outputs,
      SortedMap<String, Value> variables,
      SortedMap<String, Value> identity,
      List<Move> moves,
      List<Removal> removals,
      List<Import> imports,
      SortedMap<String, Check> checks) {
    return stack(
        resources,
        locals,
        outputs,
        variables,
        identity,
        moves,
        removals,
        imports,
        checks,
        new TreeMap<>());
  }

  /// A stack without components.
  public static StackDeclaration stack(
      List<ResourceDeclaration> resources,
      SortedMap<String, Value> locals,
      SortedMap<String, Output> outputs,
      SortedMap<String, Value> variables,
      SortedMap<String, Value> identity,
      List<Move> moves,
      List<Removal> removals,
      List<Import> imports,
      SortedMap<String, Check> checks,
      SortedMap<String, StackDeclaration.Provider> providers) {
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
        List.of(),
        new TreeMap<>(),
        List.of());
  }

  /// An output of any type, without conditions or dependencies of its own.
  public static Output output(Value value, boolean sensitive) {
    return new Output(value, Optional.empty(), sensitive, List.of(), List.of());
  }

  /// A check without a data source of its own.
  public static Check check(List<CheckRule> assertions) {
    return new Check(Optional.empty(), assertions);
  }

  /// An import by id, whatever it requires.
  ///
  /// @param id a tree that gives text
  public static Import importById(
      String to, Value id, Optional<Value> forEach, AttributePath path) {
    return new Import(to, new Import.By.Id(id), ImportLimit.ANY, forEach, path);
  }

  /// A resource without former addresses.
  public static ResourceDeclaration resource(
      ResourceAddress address,
      Mapping config,
      Optional<Value> count,
      Optional<Value> forEach,
      Optional<Value> enabled,
      List<String> dependsOn,
      LifecycleDeclaration lifecycle,
      Optional<String> providerConfiguration) {
    return new ResourceDeclaration(
        address,
        config,
        count,
        forEach,
        enabled,
        dependsOn,
        lifecycle,
        providerConfiguration,
        List.of());
  }

  /// Options without conditions, of objects that are destroyed when they go.
  public static LifecycleDeclaration lifecycle(
      boolean createBeforeDestroy,
      boolean preventDestroy,
      List<String> ignoreChanges,
      List<String> replaceTriggeredBy) {
    return new LifecycleDeclaration(
        createBeforeDestroy,
        false,
        preventDestroy,
        true,
        PartialCreate.REPLACE,
        ignoreChanges,
        List.of(),
        List.of(),
        replaceTriggeredBy,
        Optional.empty(),
        Optional.empty(),
        Timeouts.NONE,
        List.of(),
        List.of());
  }

  /// Options that hide attributes, and ignore changes of some.
  public static LifecycleDeclaration hiding(List<String> sensitive, List<String> ignoreChanges) {
    return options(ignoreChanges, sensitive, Optional.empty());
  }

  /// Options of an object that is replaced when a value becomes another one. Nothing but for how
  /// long calls may take.
  public static LifecycleDeclaration within(Timeouts timeouts) {
    var plain = LifecycleDeclaration.PLAIN;
    return new LifecycleDeclaration(
        plain.createBeforeDestroy(),
        plain.deleteBeforeReplace(),
        plain.preventDestroy(),
        plain.destroy(),
        plain.onPartialCreate(),
        plain.ignoreChanges(),
        plain.replaceOnChanges(),
        plain.sensitive(),
        plain.replaceTriggeredBy(),
        plain.replaceTrigger(),
        plain.deletedWith(),
        timeouts,
        plain.preconditions(),
        plain.postconditions());
  }

  public static LifecycleDeclaration replacedFor(String trigger) {
    return options(List.of(), List.of(), Optional.of(Value.text(trigger)));
  }

  private static LifecycleDeclaration options(
      List<String> ignoreChanges, List<String> sensitive, Optional<Value> replaceTrigger) {
    return new LifecycleDeclaration(
        false,
        false,
        false,
        true,
        PartialCreate.REPLACE,
        ignoreChanges,
        List.of(),
        sensitive,
        List.of(),
        replaceTrigger,
        Optional.empty(),
        Timeouts.NONE,
        List.of(),
        List.of());
  }
}
