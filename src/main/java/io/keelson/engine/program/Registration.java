package io.keelson.engine.program;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// One thing that a program registers.
///
/// @param in the components between the program's own and this, the outermost first
/// @param token what its type is called in its package, such as `keel:index:Thing`
/// @param name what the program calls it
/// @param kind a resource, or a program
/// @param properties an object of any type, not converted to a schema; unknown and marked as the
///   program gives it
/// @param needs the resources that it depends on
/// @param behind of a program, those of them that stand behind its properties, by property; empty
///   for resources, of which nobody asks that
/// @rule R-PRG-20
/// @rule R-PRG-21
public record Registration(
    List<Group> in,
    String token,
    String name,
    Kind kind,
    Value properties,
    SortedSet<ResourceAddress> needs,
    SortedMap<String, SortedSet<ResourceAddress>> behind,
    Options options) {
  public Registration {
    in = Collections.unmodifiableList(new ArrayList<>(in));
    needs = Collections.unmodifiableSortedSet(new TreeSet<>(needs));
    behind = Collections.unmodifiableSortedMap(new TreeMap<>(behind));
  }

  /// A component that is only there for others to stand in.
  ///
  /// @param aliases former names of it in the same component
  public record Group(String name, List<String> aliases) {
    public Group {
      aliases = Collections.unmodifiableList(new ArrayList<>(aliases));
    }
  }

  /// What is registered.
  public enum Kind {
    RESOURCE,
    /// A component that is a program itself.
    PROGRAM
  }

  /// The same with other properties.
  public Registration with(Value other) {
    return new Registration(in, token, name, kind, other, needs, behind, options);
  }

  /// The package that the type is from: the first part of its token.
  public String packageName() {
    return packageOf(token);
  }

  /// The package of a type or a function: the first part of its token.
  public static String packageOf(String token) {
    int colon = token.indexOf(':');
    return colon < 0 ? token : token.substring(0, colon);
  }

  /// Options of a registration.
  ///
  /// @param preventDestroy empty where nothing is said
  /// @param destroy whether objects that go are destroyed; empty where nothing is said
  /// @param deleteBeforeReplace empty where nothing is said
  /// @param ignoreChanges property paths as the program writes them
  /// @param replaceOnChanges likewise
  /// @param secretOutputs names of outputs that are secret
  /// @param aliases former names of it in the same component, or former types with a name, as
  ///   `token::name`
  /// @param importId of an object that is to be taken over
  /// @param deletedWith the resource whose end is the end of this one, too
  /// @param replaceWith the resources whose replacement replaces this one, too
  /// @param replaceTrigger what replaces it when it changes
  /// @param timeouts empty where nothing is said
  /// @rule R-PRG-25
  public record Options(
      Optional<Boolean> preventDestroy,
      Optional<Boolean> destroy,
      Optional<Boolean> deleteBeforeReplace,
      List<String> ignoreChanges,
      List<String> replaceOnChanges,
      List<String> secretOutputs,
      List<String> aliases,
      Optional<String> importId,
      Optional<ResourceAddress> deletedWith,
      SortedSet<ResourceAddress> replaceWith,
      Optional<Value> replaceTrigger,
      Timeouts timeouts) {
    public static final Options NONE =
        new Options(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Collections.emptySortedSet(),
            Optional.empty(),
            Timeouts.NONE);

    public Options {
      ignoreChanges = Collections.unmodifiableList(new ArrayList<>(ignoreChanges));
      replaceOnChanges = Collections.unmodifiableList(new ArrayList<>(replaceOnChanges));
      secretOutputs = Collections.unmodifiableList(new ArrayList<>(secretOutputs));
      aliases = Collections.unmodifiableList(new ArrayList<>(aliases));
      replaceWith = Collections.unmodifiableSortedSet(new TreeSet<>(replaceWith));
    }
  }

  /// For how long the calls about it may take.
  public record Timeouts(
      Optional<Duration> create, Optional<Duration> update, Optional<Duration> delete) {
    public static final Timeouts NONE =
        new Timeouts(Optional.empty(), Optional.empty(), Optional.empty());
  }
}
