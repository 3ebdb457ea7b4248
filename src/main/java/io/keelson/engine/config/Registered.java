package io.keelson.engine.config;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the programs of a stack have registered while it was planned, and what they gave.
///
/// @param resources what programs have registered, and the runs of programs inside of others
/// @param components those with programs that have run, and those that programs have opened
/// @param properties what was registered, with what replaces it when it changes, by the address of
///   the resource, or of the run of a program inside of another
/// @param runs by the address of the run, of those that have come to their end
/// @param moves of resources that say what they were called before
/// @param imports by the resource that takes objects over
/// @param kept resources of which nobody can tell yet whether they will be registered
/// @param failed components whose programs cannot be used
/// @rule R-PRG-20
public record Registered(
    SortedMap<ResourceAddress, ResourceConfig> resources,
    SortedMap<ComponentPath, ComponentConfig> components,
    SortedMap<InstanceAddress, Value> properties,
    SortedMap<InstanceAddress, Run> runs,
    List<Move> moves,
    SortedMap<ResourceAddress, List<Import>> imports,
    SortedSet<ResourceAddress> kept,
    SortedSet<ComponentPath> failed) {
  public static final Registered NONE =
      new Registered(
          new TreeMap<>(),
          new TreeMap<>(),
          new TreeMap<>(),
          new TreeMap<>(),
          List.of(),
          new TreeMap<>(),
          new TreeSet<>(),
          new TreeSet<>());

  /// What a program says that the properties of something are made of.
  public interface Body extends Expression {
    /// What has to come before it; the run of the program that registers it first.
    List<Reference> needs();

    /// By property, what of that stands behind it.
    SortedMap<String, List<Reference>> behind();
  }

  /// What a program gave.
  ///
  /// @param value an object of its type
  /// @param again whether it runs once more while the plan is carried out: what it has registered
  ///   changes, or it could not tell all that it gives
  public record Run(Value value, boolean again) {
    /// What a run stands for: what the program was given, and what it gave.
    ///
    /// @param inputs an object
    /// @param outputs an object
    public static Value value(Value inputs, Value outputs) {
      var all = new TreeMap<String, Value>();
      for (Value each : List.of(inputs, outputs))
        if (each instanceof Mapping object)
          for (String name : object.keys()) all.put(name, Objects.requireNonNull(object.get(name)));
      return Value.object(all);
    }
  }

  public Registered {
    resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
    components = Collections.unmodifiableSortedMap(new TreeMap<>(components));
    properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
    runs = Collections.unmodifiableSortedMap(new TreeMap<>(runs));
    moves = Collections.unmodifiableList(new ArrayList<>(moves));
    imports = Collections.unmodifiableSortedMap(new TreeMap<>(imports));
    kept = Collections.unmodifiableSortedSet(new TreeSet<>(kept));
    failed = Collections.unmodifiableSortedSet(new TreeSet<>(failed));
  }
}
