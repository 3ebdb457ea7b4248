package io.keelson.testing;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOptions.Deletes;
import io.keelson.engine.plan.PlanOptions.Mode;
import io.keelson.engine.plan.PlanOptions.Reading;
import io.keelson.engine.plan.PlanOptions.Refresh;
import io.keelson.engine.plan.PlanOptions.Scope;
import io.keelson.engine.plan.PlanOptions.Targeting;
import java.util.Collection;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Options of plans, said one by one. The operator makes its own in one go.
public final class PlanOptionsBuilder {
  private final Mode mode;
  private final Refresh refresh;
  private final int parallelism;
  private final DigestKey digestKey;
  private SortedSet<InstanceAddress> replace;
  private SortedSet<Target> targets;
  private SortedSet<Target> excluded;
  private Scope scope;
  private SortedSet<InstanceAddress> looksAt;
  private final SortedMap<InstanceAddress, String> existing;
  private OpenRun openRun;
  private Limits limits;
  private Deletes deletes;

  private PlanOptionsBuilder(PlanOptions options) {
    mode = options.mode();
    refresh = options.reading().refresh();
    parallelism = options.parallelism();
    digestKey = options.digestKey();
    replace = options.replace();
    targets = options.targeting().targets();
    excluded = options.targeting().excluded();
    scope = options.targeting().scope();
    looksAt = options.reading().looksAt();
    existing = options.reading().existing();
    openRun = options.openRun();
    limits = options.limits();
    deletes = options.deletes();
  }

  /// For a plan about everything that begins anew.
  public static PlanOptions options(Mode mode, Refresh refresh, int parallelism, DigestKey key) {
    return new PlanOptions(
        mode,
        Reading.of(refresh),
        Targeting.NONE,
        new TreeSet<>(),
        parallelism,
        key,
        OpenRun.NONE,
        Limits.DEFAULT,
        Deletes.GRAPH);
  }

  /// Begins with these options.
  public static PlanOptionsBuilder from(PlanOptions options) {
    return new PlanOptionsBuilder(options);
  }

  public PlanOptionsBuilder replacing(Collection<InstanceAddress> addresses) {
    replace = new TreeSet<>(addresses);
    return this;
  }

  public PlanOptionsBuilder targeting(Collection<Target> addresses) {
    targets = new TreeSet<>(addresses);
    return this;
  }

  public PlanOptionsBuilder excluding(Collection<Target> addresses) {
    excluded = new TreeSet<>(addresses);
    return this;
  }

  public PlanOptionsBuilder scoped(Scope other) {
    scope = other;
    return this;
  }

  public PlanOptionsBuilder lookingAt(Collection<InstanceAddress> addresses) {
    looksAt = new TreeSet<>(addresses);
    return this;
  }

  /// For the rest of a run.
  public PlanOptionsBuilder continuing(OpenRun run) {
    openRun = run;
    return this;
  }

  public PlanOptionsBuilder within(Limits others) {
    limits = others;
    return this;
  }

  public PlanOptionsBuilder deleting(Deletes order) {
    deletes = order;
    return this;
  }

  public PlanOptions build() {
    return new PlanOptions(
        mode,
        new Reading(refresh, looksAt, new TreeMap<>(existing)),
        new Targeting(targets, excluded, scope),
        replace,
        parallelism,
        digestKey,
        openRun,
        limits,
        deletes);
  }
}
