package io.keelson.engine.plan;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.config.Registered;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// An immutable proposal: what would be done to every object, and in which order.
///
/// @param prior what it was made from
/// @param partial whether it leaves something out, because of targets or exclusions
/// @param moves the records that get a new address before anything else is done: by the new
///   address, the one they have
/// @param changes one for each object that was considered, also where nothing happens
/// @param steps the operations and what each waits for; without cycles
/// @param data what data sources gave, by instance: applying reads none of these again
/// @param refreshed the state that applying starts from: moved, upgraded, read
/// @param bookkeeping what must be stored of instances that nothing happens to: new dependencies,
///   flags and observations; only where it differs from the prior state, and under the addresses
///   that records have now
/// @param checks what became of the conditions of instances, outputs and checks, as far as it can
///   be told now
/// @param deferred what is left to a later plan although nothing is wrong with it, and why: an
///   instance, or a resource as a whole; nothing here does anything about it
/// @param digest what an approval names
/// @param pending provider configurations that depend on what the plan does
/// @param configurations those that are wholly known, by name: JSON objects, which hold secrets
/// @param registered by programs while it was made; holds secrets
public record Plan(
    StackState prior,
    boolean partial,
    SortedMap<InstanceAddress, InstanceAddress> moves,
    SortedMap<ObjectRef, Change> changes,
    Graph<Step> steps,
    SortedMap<InstanceAddress, Value> data,
    StackState refreshed,
    SortedMap<InstanceAddress, InstanceState> bookkeeping,
    SortedMap<String, OutputChange> outputs,
    SortedMap<Subject, CheckResult.Status> checks,
    SortedSet<Deviation> deviations,
    Leaves leaves,
    SortedMap<Subject, DeferralCause> deferred,
    String digest,
    SortedSet<String> pending,
    SortedMap<String, Bytes> configurations,
    Registered registered) {
  public Plan {
    moves = Collections.unmodifiableSortedMap(new TreeMap<>(moves));
    changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
    data = Collections.unmodifiableSortedMap(new TreeMap<>(data));
    bookkeeping = Collections.unmodifiableSortedMap(new TreeMap<>(bookkeeping));
    outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
    checks = Collections.unmodifiableSortedMap(new TreeMap<>(checks));
    deviations = Collections.unmodifiableSortedSet(new TreeSet<>(deviations));
    deferred = Collections.unmodifiableSortedMap(new TreeMap<>(deferred));
    pending = Collections.unmodifiableSortedSet(new TreeSet<>(pending));
    configurations = Collections.unmodifiableSortedMap(new TreeMap<>(configurations));
  }

  /// Leaves everything as it is recorded.
  public static Plan nothing(StackState prior, DigestKey key) {
    return new Plan(
        prior,
        false,
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Graph.<Step>builder().build(),
        Collections.emptySortedMap(),
        prior,
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Collections.emptySortedMap(),
        Collections.emptySortedSet(),
        Leaves.NONE,
        Collections.emptySortedMap(),
        digest(Leaves.NONE, List.of(), Collections.emptySortedSet(), key),
        Collections.emptySortedSet(),
        Collections.emptySortedMap(),
        Registered.NONE);
  }

  /// The changes that do something, in address order.
  public List<Change> effective() {
    return changes.values().stream().filter(Change::isEffective).toList();
  }

  /// The instances that something happens to.
  public SortedSet<InstanceAddress> touched() {
    var touched = new TreeSet<InstanceAddress>();
    effective().forEach(change -> touched.add(change.object().instance()));
    return touched;
  }

  /// The changes that people are shown: those that do something, and the data sources that are read
  /// on the way, in address order.
  public List<Change> shown() {
    return changes.values().stream().filter(each -> each.isEffective() || each.isRead()).toList();
  }

  /// How many objects there are when the plan is applied.
  public int declared() {
    int found = 0;
    for (Change change : changes.values())
      if (change.after().isPresent() || change.isNoOp() && change.before().isPresent()) found++;
    return found;
  }

  /// Where the instance is recorded before this plan is applied.
  public InstanceAddress recordedAt(InstanceAddress at) {
    return moves.getOrDefault(at, at);
  }

  public Counts counts() {
    return Counts.of(changes.values(), deferred.size());
  }

  /// Whether there is anything to approve.
  ///
  /// @rule R-PLAN-51
  public boolean applyable() {
    return changes.values().stream().anyMatch(Change::isEffective)
        || outputs.values().stream().anyMatch(each -> each.kind() != OutputChange.Kind.NO_OP);
  }

  /// Whether the approval of a run also allows all of this plan: every change here was approved
  /// there, or is the open second leg of an approved replace.
  ///
  /// Used after a crash, a retry or a partial failure, for the remainder of an approved plan.
  ///
  /// @param key the stack's key, the same that made the approved leaves
  public boolean isCoveredBy(OpenRun run, DigestKey key) {
    return new Coverage(run, key.secret()).covers(this);
  }

  /// The same changes, carried out as part of an approved plan: what they write carries its digest.
  public Plan under(String approvedDigest) {
    return new Plan(
        prior,
        partial,
        moves,
        changes,
        steps,
        data,
        refreshed,
        bookkeeping,
        outputs,
        checks,
        deviations,
        leaves,
        deferred,
        approvedDigest,
        pending,
        configurations,
        registered);
  }

  /// @param deferred what is left to a later plan: what is shown to wait belongs to what is decided
  /// @param providers the identities of those that carry out the changes
  public static String digest(
      Leaves leaves, Collection<Subject> deferred, SortedSet<String> providers, DigestKey key) {
    var hash = new ContentHash(key.secret()).text(key.context());
    deferred.forEach(each -> hash.text("deferred").text(each.toString()));
    providers.forEach(each -> hash.text("provider").text(each));
    return leaves.addTo(hash).wholeHex();
  }
}
