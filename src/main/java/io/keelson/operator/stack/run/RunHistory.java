package io.keelson.operator.stack.run;

import io.keelson.operator.api.Run;
import io.keelson.operator.api.RunPhase;
import io.keelson.operator.api.RunSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus;
import io.keelson.operator.api.StackStatus.RanRun;
import io.keelson.operator.api.StackStatus.RunReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the status of a Stack remembers of its last Runs, so that each is carried out once, even if
/// it is deleted and made again.
///
/// The write that starts the apply of a Run also records the Run, and the write that closes the
/// apply records its end.
public final class RunHistory {
  private static final int KEPT = 50;
  private static final int DIGESTS_KEPT = 20;

  private RunHistory() {}

  static RunReference reference(Run run) {
    var reference = new RunReference();
    reference.name = run.getMetadata().getName();
    reference.uid = run.getMetadata().getUid();
    reference.specHash = hash(run.getSpec());
    return reference;
  }

  /// A hash of what is asked for; the time for which the object is kept afterwards is no part of
  /// it.
  private static String hash(RunSpec spec) {
    var text = new StringBuilder();
    text.append(spec.mode).append('\n').append(spec.refresh).append('\n');
    add(text, "replace", spec.replace);
    add(text, "targets", spec.targets);
    add(text, "exclude", spec.exclude);
    // Older Runs have no scope, and their hash must not change.
    if (spec.scope != RunSpec.Scope.Needed) text.append("scope ").append(spec.scope).append('\n');
    try {
      var bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static void add(StringBuilder text, String name, @Nullable List<String> addresses) {
    if (addresses == null) return;
    new TreeSet<>(addresses)
        .forEach(each -> text.append(name).append(' ').append(each).append('\n'));
  }

  private static Stream<RanRun> all(@Nullable StackStatus status) {
    return status == null || status.runs == null ? Stream.empty() : status.runs.stream();
  }

  /// The memory of this very object.
  public static Optional<RanRun> of(Stack stack, RunReference run) {
    return all(stack.getStatus()).filter(each -> isIt(each, run)).findFirst();
  }

  /// The memory of another object of that name that asked for the same.
  static Optional<RanRun> same(Stack stack, RunReference run) {
    return all(stack.getStatus())
        .filter(each -> !isIt(each, run))
        .filter(each -> String.valueOf(run.name).equals(each.name))
        .filter(each -> String.valueOf(run.specHash).equals(each.specHash))
        .reduce((_, newer) -> newer);
  }

  /// The digests of the plans of this Run whose apply has begun.
  public static List<String> digests(Stack stack, RunReference run) {
    return of(stack, run).flatMap(each -> Optional.ofNullable(each.digests)).orElse(List.of());
  }

  public static void begun(StackStatus status, RunReference run, @Nullable String digest) {
    var entry = entry(status, run);
    entry.phase = RunPhase.Applying;
    var digests = new ArrayList<String>();
    if (entry.digests != null) digests.addAll(entry.digests);
    if (digest != null && !digests.contains(digest)) digests.add(digest);
    entry.digests = newest(digests, DIGESTS_KEPT);
  }

  public static void ended(StackStatus status, RunReference run, RunPhase phase, Instant now) {
    var entry = entry(status, run);
    if (entry.phase != null && entry.phase.isFinal()) return;
    entry.phase = phase;
    entry.finishedAt = now.toString();
  }

  private static RanRun entry(StackStatus status, RunReference run) {
    var known = all(status).filter(each -> isIt(each, run)).findFirst();
    if (known.isPresent()) return known.get();
    var entry = new RanRun();
    entry.name = run.name;
    entry.uid = run.uid;
    entry.specHash = run.specHash;
    var runs = new ArrayList<>(all(status).toList());
    runs.add(entry);
    status.runs = newest(runs, KEPT);
    return entry;
  }

  private static <T> List<T> newest(List<T> all, int most) {
    return new ArrayList<>(all.subList(Math.max(0, all.size() - most), all.size()));
  }

  private static boolean isIt(RanRun ran, RunReference run) {
    return run.uid != null && run.uid.equals(ran.uid);
  }
}
