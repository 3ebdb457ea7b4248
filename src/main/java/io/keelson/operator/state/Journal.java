package io.keelson.operator.state;

import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.Target;
import io.keelson.engine.state.Declared;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.Operation;
import io.keelson.engine.state.ProviderKey;
import io.keelson.operator.api.record.JournalEntry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Writes operations as journal entries of this process, and reads entries back.
public final class Journal {
  /// Time between the entry and the call, and between the deadline of the call and its end.
  private static final Duration SLACK = Duration.ofMinutes(10);

  private final JournalEntry.Holder self;
  private final Clock clock;

  public Journal(JournalEntry.Holder self, Clock clock) {
    this.self = self;
    this.clock = clock;
  }

  JournalEntry entry(Operation operation, long epoch) {
    var now = clock.instant();
    var entry = entry(operation);
    entry.epoch = epoch;
    entry.holder = self;
    entry.startedAt = now.toString();
    entry.deadline = now.plus(operation.longest()).plus(SLACK).toString();
    return entry;
  }

  /// The entry of an operation that comes from elsewhere: its process is gone.
  static JournalEntry imported(Operation operation, Instant now) {
    var entry = entry(operation);
    entry.deadline = now.toString();
    return entry;
  }

  private static JournalEntry entry(Operation operation) {
    var entry = new JournalEntry();
    entry.operationId = operation.id();
    entry.action = word(operation.kind());
    entry.deposedKey = operation.deposed().map(DeposedKey::value).orElse(null);
    entry.locator = operation.locator().orElse(null);
    operation.declared().provider().ifPresent(provider -> write(provider, entry));
    write(operation.declared(), entry);
    entry.planDigest = operation.plan();
    return entry;
  }

  Instant now() {
    return clock.instant();
  }

  static Operation operation(JournalEntry entry) {
    return new Operation(
        entry.operationId,
        kind(entry.action),
        Optional.ofNullable(entry.deposedKey).map(DeposedKey::new),
        entry.planDigest == null ? "" : entry.planDigest,
        Optional.ofNullable(entry.locator),
        longest(entry),
        declared(entry));
  }

  private static Duration longest(JournalEntry entry) {
    if (entry.startedAt == null || entry.deadline == null) return Duration.ZERO;
    return Duration.between(Instant.parse(entry.startedAt), Instant.parse(entry.deadline))
        .minus(SLACK);
  }

  private static void write(ProviderKey provider, JournalEntry entry) {
    entry.provider = provider.name();
    entry.providerConfig = provider.configuration().orElse(null);
    entry.providerIdentity = provider.identity().isEmpty() ? null : provider.identity();
  }

  private static void write(Declared declared, JournalEntry entry) {
    RecordedDependencies.write(declared.dependencies(), entry);
    entry.createBeforeDestroy = declared.flags().createBeforeDestroy() ? true : null;
    entry.preventDestroy = declared.flags().preventDestroy() ? true : null;
    entry.skipDestroy = declared.flags().skipDestroy() ? true : null;
    var trigger = declared.flags().replaceTrigger();
    entry.replaceTrigger = trigger.isEmpty() ? null : trigger;
    entry.deletedWith = declared.flags().deletedWith().map(Target::toString).orElse(null);
    entry.deleteTimeoutSeconds =
        declared.flags().deleteTimeout().map(Duration::toSeconds).orElse(null);
    entry.sensitivePaths = RecordedPaths.all(declared.sensitive());
    entry.secretPaths = RecordedPaths.secret(declared.sensitive());
  }

  /// The declared facts in an entry; entries of earlier versions have none.
  private static Declared declared(JournalEntry entry) {
    return new Declared(
        provider(entry),
        new RecordedDependencies().read(entry),
        new Flags(
            Boolean.TRUE.equals(entry.createBeforeDestroy),
            Boolean.TRUE.equals(entry.preventDestroy),
            Boolean.TRUE.equals(entry.skipDestroy),
            entry.replaceTrigger == null ? "" : entry.replaceTrigger,
            Optional.ofNullable(entry.deletedWith).map(Target::parse),
            Optional.ofNullable(entry.deleteTimeoutSeconds).map(Duration::ofSeconds)),
        RecordedPaths.read(entry.sensitivePaths, entry.secretPaths));
  }

  private static Optional<ProviderKey> provider(JournalEntry entry) {
    return Optional.ofNullable(entry.provider)
        .map(name -> ObjectRecords.provider(name, entry.providerConfig, entry.providerIdentity));
  }

  private static String word(Operation.Kind kind) {
    return switch (kind) {
      case CREATE -> "Create";
      case UPDATE -> "Update";
      case DELETE -> "Delete";
      case IMPORT -> "Import";
    };
  }

  private static Operation.Kind kind(String word) {
    return switch (word) {
      case "Create" -> Operation.Kind.CREATE;
      case "Update" -> Operation.Kind.UPDATE;
      case "Delete" -> Operation.Kind.DELETE;
      case "Import" -> Operation.Kind.IMPORT;
      default -> throw new IllegalArgumentException("no kind of operation: " + word);
    };
  }

  /// Whether the deadline of the operation has passed, so that it cannot be running any more.
  static boolean isOver(JournalEntry entry, Instant now) {
    return entry.deadline != null && now.isAfter(Instant.parse(entry.deadline));
  }
}
