package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Limits;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// How a plan is made.
///
/// @param parallelism how many instances are read and planned at once, at least 1
/// @param openRun the run of which this plan is the rest; [OpenRun#NONE] if it begins anew
/// @param replace the instances whose objects are replaced although nothing else requires it
/// @param targets the addresses that the plan is limited to; an address without a key means all
///   instances; empty means everything
/// @param excluded the addresses that the plan leaves out, written like the targets
/// @param scope what is planned together with the targets
/// @param looksAt instances that are read also where [Refresh#AFFECTED] would not read them, by the
///   addresses they are recorded under
/// @param existing the ids of objects that a person says exist, where a create was begun and its
///   end is not known; by the addresses they are recorded under
/// @param limits of what is declared
/// @param deletes the order in which objects end that no replacement waits for
public record PlanOptions(
    Mode mode,
    Refresh refresh,
    int parallelism,
    DigestKey digestKey,
    OpenRun openRun,
    SortedSet<InstanceAddress> replace,
    SortedSet<Target> targets,
    SortedSet<Target> excluded,
    Scope scope,
    SortedSet<InstanceAddress> looksAt,
    SortedMap<InstanceAddress, String> existing,
    Limits limits,
    Deletes deletes) {
  public PlanOptions {
    replace = Collections.unmodifiableSortedSet(new TreeSet<>(replace));
    targets = Collections.unmodifiableSortedSet(new TreeSet<>(targets));
    excluded = Collections.unmodifiableSortedSet(new TreeSet<>(excluded));
    looksAt = Collections.unmodifiableSortedSet(new TreeSet<>(looksAt));
    existing = Collections.unmodifiableSortedMap(new TreeMap<>(existing));
  }

  /// For a plan about everything that begins anew.
  public PlanOptions(Mode mode, Refresh refresh, int parallelism, DigestKey digestKey) {
    this(
        mode,
        refresh,
        parallelism,
        digestKey,
        OpenRun.NONE,
        Collections.emptySortedSet(),
        Collections.emptySortedSet(),
        Collections.emptySortedSet(),
        Scope.NEEDED,
        Collections.emptySortedSet(),
        Collections.emptySortedMap(),
        Limits.DEFAULT,
        Deletes.GRAPH);
  }

  /// @param addresses exact ones: without a key it is the instance without a key
  /// @rule R-REPL-1
  public PlanOptions replacing(Collection<InstanceAddress> addresses) {
    return new PlanOptions(
        mode,
        refresh,
        parallelism,
        digestKey,
        openRun,
        new TreeSet<>(addresses),
        targets,
        excluded,
        scope,
        looksAt,
        existing,
        limits,
        deletes);
  }

  /// @rule R-TGT-2
  public PlanOptions excluding(Collection<Target> addresses) {
    return new PlanOptions(
        mode,
        refresh,
        parallelism,
        digestKey,
        openRun,
        replace,
        targets,
        new TreeSet<>(addresses),
        scope,
        looksAt,
        existing,
        limits,
        deletes);
  }

  /// @rule R-PUL-55
  public PlanOptions scoped(Scope other) {
    return new PlanOptions(
        mode,
        refresh,
        parallelism,
        digestKey,
        openRun,
        replace,
        targets,
        excluded,
        other,
        looksAt,
        existing,
        limits,
        deletes);
  }

  /// @param addresses recorded instances that are read whatever is planned for them
  public PlanOptions lookingAt(Collection<InstanceAddress> addresses) {
    return new PlanOptions(
        mode,
        refresh,
        parallelism,
        digestKey,
        openRun,
        replace,
        targets,
        excluded,
        scope,
        new TreeSet<>(addresses),
        existing,
        limits,
        deletes);
  }

  /// @param ids of objects that are taken over where it is unknown whether a create was done
  public PlanOptions takingOver(SortedMap<InstanceAddress, String> ids) {
    return new PlanOptions(
        mode,
        refresh,
        parallelism,
        digestKey,
        openRun,
        replace,
        targets,
        excluded,
        scope,
        looksAt,
        ids,
        limits,
        deletes);
  }

  public PlanOptions within(Limits others) {
    return new PlanOptions(
        mode,
        refresh,
        parallelism,
        digestKey,
        openRun,
        replace,
        targets,
        excluded,
        scope,
        looksAt,
        existing,
        others,
        deletes);
  }

  /// @rule R-PUL-50
  public PlanOptions deleting(Deletes order) {
    return new PlanOptions(
        mode,
        refresh,
        parallelism,
        digestKey,
        openRun,
        replace,
        targets,
        excluded,
        scope,
        looksAt,
        existing,
        limits,
        order);
  }

  /// The options that cannot be meant together. With any of them nothing is planned.
  public List<Diagnostic> contradictions() {
    return Contradictions.in(this);
  }

  /// The same options, for a plan of one instance after the other.
  public PlanOptions inTurn() {
    return new PlanOptions(
        mode, refresh, 1, digestKey, openRun, replace, targets, excluded, scope, looksAt, existing,
        limits, deletes);
  }

  /// Whether the plan leaves something out.
  public boolean isLimited() {
    return !targets.isEmpty() || !excluded.isEmpty();
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
