package io.keelson.operator.stack.store;

import io.keelson.operator.api.record.ResourceInstance;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.Takeover;
import io.keelson.operator.state.GivenUp;
import io.keelson.operator.state.KeySecret;
import io.keelson.operator.state.RecordRemoval;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Events;
import io.keelson.operator.status.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides about the records of a Stack that does not exist. A Stack of the same name adopts them,
/// so they stay. They go if their namespace is being deleted and a person gave up their objects
/// together with the Stack, and anywhere if a person says so of the record (event Released). If the
/// Stack was lost in another way, its records hold their namespace, as nothing else tells which
/// objects exist: Ready=False with StackMissing.
public final class LeftRecords {
  private static final Logger LOG = LoggerFactory.getLogger(LeftRecords.class);

  private final StackKey key;
  private final OperatorContext context;
  private final Takeover takeover;
  private final RecordRemoval records;
  private final KeySecret keySecret;
  private final Events events;

  public LeftRecords(StackKey key, OperatorContext context, Takeover takeover, Events events) {
    this.key = key;
    this.context = context;
    this.takeover = takeover;
    this.records = context.removalOf(key);
    this.keySecret = new KeySecret(context.client(), key.namespace(), key.name(), context.random());
    this.events = events;
  }

  /// Drops the records that may go.
  ///
  /// @return whether records have to wait that may go later
  /// @throws io.keelson.engine.state.StateStore.StoreFenced if this process may no longer write
  public boolean attend() {
    // The order matters: no Stack can be made any more in a namespace that is being deleted.
    boolean ending = takeover.namespaceIsEnding();
    if (!takeover.isAbsent()) return true;
    var held = new ArrayList<ResourceInstance>();
    var gone = new ArrayList<String>();
    boolean wait = false;
    var all = records.list();
    var proven =
        all.stream().anyMatch(record -> mayGo(record, ending))
            ? SealingKey.proven(context.client(), keySecret)
            : Optional.<KeySecret.Contents>empty();
    for (ResourceInstance record : all) {
      boolean running = !records.runningElsewhere(List.of(record)).isEmpty();
      if (!mayGo(record, ending)) held.add(record);
      else if (running) wait = true;
      else gone.add(drop(record));
    }
    if (!gone.isEmpty()) tell(gone);
    // Without records the key is of no use.
    if (held.isEmpty() && !wait && (ending || !gone.isEmpty())) dropKey(ending, proven);
    if (ending && !held.isEmpty()) hold(held);
    return wait;
  }

  private static boolean mayGo(ResourceInstance record, boolean ending) {
    return ending && GivenUp.isMarked(record)
        || RecordRemoval.isAnswered(record, Resolutions.RESOLVE, Resolutions.FORGET);
  }

  private String drop(ResourceInstance record) {
    records.drop(record);
    var trail = RecordRemoval.trail(record);
    LOG.info("{}: the record of {} is dropped, its object is left alone", key, trail);
    return trail;
  }

  /// Drops the key, unless an import has begun: it makes the key first, and may still be running.
  private void dropKey(boolean ending, Optional<KeySecret.Contents> proven) {
    // Even a Secret that somebody else made is let go, as it is deleted with its namespace.
    if (ending) keySecret.release();
    else
      proven
          .filter(contents -> !contents.importing())
          .ifPresent(contents -> keySecret.delete(contents.key()));
  }

  private void tell(List<String> gone) {
    tell(
        ConditionReason.Released,
        "The Stack '%s' does not exist any more, and its objects were given up: they are left alone, and their records are dropped: %s."
            .formatted(key.name(), Names.of(gone)));
  }

  private void hold(List<ResourceInstance> held) {
    var message =
        "There is no Stack '%s' any more, and nobody has given up its objects: their records hold the namespace '%s', which is being deleted. Whatever becomes of them, the objects are left alone, and nothing but the records tells which they are: keep a copy. Then whoever has the ClusterRole keelson-repair lets the records go: kubectl -n %s annotate resourceinstances -l keelson.dev/stack=%s --overwrite %s=%s."
            .formatted(
                key.name(),
                key.namespace(),
                key.namespace(),
                key.name(),
                Resolutions.RESOLVE,
                Resolutions.FORGET);
    held.forEach(each -> records.say(each, message));
    tell(ConditionReason.StackMissing, message);
  }

  /// Writes an event about the namespace, as no event can be created in it.
  private void tell(ConditionReason reason, String message) {
    var namespace = context.client().namespaces().withName(key.namespace()).get();
    if (namespace != null) events.tell(namespace, reason, message);
  }
}
