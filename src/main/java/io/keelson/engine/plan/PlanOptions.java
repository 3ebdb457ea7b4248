package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Limits;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// How a plan is made.
///
/// @param replace the instances whose objects are replaced although nothing else requires it; exact
///   addresses: without a key it is the instance without a key (R-REPL-1)
/// @param parallelism how many instances are read and planned at once, at least 1
/// @param openRun the run of which this plan is the rest; [OpenRun#NONE] if it begins anew
/// @param limits of what is declared
/// @param deletes the order in which objects end that no replacement waits for
public record PlanOptions(
    Mode mode,
    Reading reading,
    Targeting targeting,
    SortedSet<InstanceAddress> replace,
    int parallelism,
    DigestKey digestKey,
    OpenRun openRun,
    Limits limits,
    Deletes deletes) {
  public PlanOptions {
    replace = Collections.unmodifiableSortedSet(new TreeSet<>(replace));
  }

  /// What of the world is looked at.
  ///
  /// @param looksAt instances that are read also where [Refresh#AFFECTED] would not read them, by
  ///   the addresses they are recorded under
  /// @param existing the ids of objects that a person says exist, where a create was begun and its
  ///   end is not known; by the addresses they are recorded under
  public record Reading(
      Refresh refresh,
      SortedSet<InstanceAddress> looksAt,
      SortedMap<InstanceAddress, String> existing) {
    /// Without anything that is said about single instances.
    public static Reading of(Refresh refresh) {
      return new Reading(refresh, Collections.emptySortedSet(), Collections.emptySortedMap());
    }

    public Reading {
      looksAt = Collections.unmodifiableSortedSet(new TreeSet<>(looksAt));
      existing = Collections.unmodifiableSortedMap(new TreeMap<>(existing));
    }
  }

  /// What a plan is about. Addresses without a key mean all instances.
  ///
  /// @param targets what the plan is limited to; empty means everything
  /// @param excluded what the plan leaves out
  /// @param scope what is planned together with the targets
  /// @param programs components that are planned beside the targets, but not for their own sake:
  ///   programs say what is in them, and nobody knows yet what of that is a target
  /// @rule R-TGT-2
  /// @rule R-PUL-55
  /// @rule R-PRG-20
  public record Targeting(
      SortedSet<Target> targets,
      SortedSet<Target> excluded,
      Scope scope,
      SortedSet<Target> programs) {
    /// Everything.
    public static final Targeting NONE =
        new Targeting(Collections.emptySortedSet(), Collections.emptySortedSet(), Scope.NEEDED);

    public Targeting {
      targets = Collections.unmodifiableSortedSet(new TreeSet<>(targets));
      excluded = Collections.unmodifiableSortedSet(new TreeSet<>(excluded));
      programs = Collections.unmodifiableSortedSet(new TreeSet<>(programs));
    }

    /// What somebody asks for.
    public Targeting(SortedSet<Target> targets, SortedSet<Target> excluded, Scope scope) {
      this(targets, excluded, scope, Collections.emptySortedSet());
    }

    /// Whether the plan leaves something out.
    public boolean isLimited() {
      return !targets.isEmpty() || !excluded.isEmpty();
    }
  }

  /// The same options, for a plan of what depends on the targets, too.
  ///
  /// @rule R-PUL-55
  public PlanOptions withDependents() {
    var wider = new Targeting(targeting.targets, targeting.excluded, Scope.DEPENDENTS);
    return new PlanOptions(
        mode, reading, wider, replace, parallelism, digestKey, openRun, limits, deletes);
  }

  /// The same options, for a plan that programs are told of while they say what is in components:
  /// it leaves out nothing in these.
  ///
  /// @param programs the components
  public PlanOptions alsoAbout(SortedSet<Target> programs) {
    var outside = new TreeSet<>(targeting.excluded);
    outside.removeIf(each -> programs.stream().anyMatch(each::isInside));
    var also = targeting.targets.isEmpty() ? Collections.<Target>emptySortedSet() : programs;
    var wider = new Targeting(targeting.targets, outside, targeting.scope, also);
    return new PlanOptions(
        mode, reading, wider, replace, parallelism, digestKey, openRun, limits, deletes);
  }

  /// The same options, for a plan of one instance after the other.
  public PlanOptions inTurn() {
    return new PlanOptions(
        mode, reading, targeting, replace, 1, digestKey, openRun, limits, deletes);
  }

  /// The options that cannot be meant together. With any of them nothing is planned.
  public List<Diagnostic> contradictions() {
    return Contradictions.in(this);
  }

  /// Whether a request of these options replaces the object. The rest of a run takes the requests
  /// from what was approved instead: a part of them may be done already.
  public boolean requestsReplacement(InstanceAddress at) {
    return openRun.isNone() && replace.contains(at);
  }

  /// What the plan is for.
  public enum Mode {
    /// Brings the world to what is declared.
    NORMAL,
    /// Destroys everything that the state has.
    ///
    /// @rule R-MODE-3
    DESTROY,
    /// Reads everything and changes no object: the stored state and the outputs follow the world.
    ///
    /// @rule R-MODE-1
    REFRESH_ONLY
  }

  /// The order in which objects end that no replacement waits for.
  ///
  /// @rule R-PUL-50
  public enum Deletes {
    /// Each as soon as the rules of order allow.
    GRAPH,
    /// After everything that is created, updated or replaced, in layers.
    LAYERED
  }

  /// Which objects are read before they are planned.
  public enum Refresh {
    /// Every one.
    ALL,
    /// Only those for which something would be done, or about which something is uncertain.
    AFFECTED,
    /// None.
    ///
    /// @rule R-MODE-2
    NONE
  }

  /// What is planned together with the targets.
  ///
  /// @rule R-PUL-55
  public enum Scope {
    /// What the targets need; in destroy mode, what needs the targets.
    NEEDED,
    /// Nothing else.
    EXACT,
    /// What depends on the targets.
    DEPENDENTS
  }
}
