package io.keelson.engine.program;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/// Asks a program what is inside of one component.
///
/// @param type of the component, as the schema calls it
/// @param at the component's address
/// @param inputs an object of the attributes that can be configured; null where nothing is given,
///   unknown where it cannot be told yet, marked where it is secret
/// @param needs by input, the resources that stand behind it; none for inputs that are not there
/// @param dependsOn resources that come before everything inside
/// @param packages names of those packages that the component has a provider configuration for
/// @param inherited what holds for everything inside that says nothing itself
/// @param surroundings the run that it is part of
/// @rule R-PRG-20
public record ProgramRequest(
    String type,
    ComponentInstance at,
    Value inputs,
    SortedMap<String, SortedSet<ResourceAddress>> needs,
    SortedSet<ResourceAddress> dependsOn,
    SortedSet<String> packages,
    Inherited inherited,
    Surroundings surroundings) {
  public ProgramRequest {
    needs = Collections.unmodifiableSortedMap(new TreeMap<>(needs));
    dependsOn = Collections.unmodifiableSortedSet(new TreeSet<>(dependsOn));
    packages = Collections.unmodifiableSortedSet(new TreeSet<>(packages));
  }

  /// Options of the component for everything inside that says nothing itself; empty where nothing
  /// is said.
  ///
  /// @param preventDestroy whether nothing of it may be destroyed
  /// @param destroy whether objects that go are destroyed; if not, they are left alone
  public record Inherited(Optional<Boolean> preventDestroy, Optional<Boolean> destroy) {
    public static final Inherited NONE = new Inherited(Optional.empty(), Optional.empty());
  }

  /// The run that a program is part of.
  ///
  /// @param namespace of the stack
  /// @param stack its name
  /// @param planning whether nothing is done yet: what is registered is only planned
  /// @param parallelism how many operations may run at once
  /// @param stopped whether nobody waits for the program any more
  public record Surroundings(
      String namespace, String stack, boolean planning, int parallelism, BooleanSupplier stopped) {}
}
