package io.keelson.operator.state;

import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import java.util.Optional;

/// Checks whether the state of an instance fits into its record.
///
/// The API server accepts about 1.5 MiB for an object. A planned state may fill 900 KiB of that:
/// the rest is room for parts that a provider adds unforeseen, so that a result can still be
/// stored.
final class RecordSize {
  private static final int KIB = 1024;
  private static final long LARGEST_PLANNED = 900 * KIB;
  private static final long LARGEST = 1400 * KIB;
  private static final long SMALL = 64 * KIB;

  private final InstanceRecords records;
  private final RecordClient client;

  RecordSize(InstanceRecords records, RecordClient client) {
    this.records = records;
    this.client = client;
  }

  /// Why a planned state does not fit. Its unknown part may turn out as large as the known one,
  /// such as an attribute that repeats another one.
  Optional<String> objection(InstanceState expected, boolean whole) {
    if (isSmall(expected)) return Optional.empty();
    long size = of(expected) * (whole ? 1 : 2);
    if (size <= LARGEST_PLANNED) return Optional.empty();
    return Optional.of(
        "Compressed, its record would take up to %,d KiB%s; it may take %,d KiB."
            .formatted(
                size / KIB,
                whole ? "" : ", with attributes that are known only after apply,",
                LARGEST_PLANNED / KIB));
  }

  /// The size in KiB of a record that the API server would refuse; empty if it would accept it.
  Optional<Long> tooLarge(InstanceState state) {
    if (isSmall(state)) return Optional.empty();
    long size = of(state);
    return size > LARGEST ? Optional.of(size / KIB) : Optional.empty();
  }

  /// Whether the state is surely small, as nearly all are: then it need not be measured.
  private static boolean isSmall(InstanceState state) {
    return state.objects().mapToLong(RecordSize::raw).sum() <= SMALL;
  }

  private static long raw(ObjectState object) {
    return (long) object.attributes().json().size() + object.privateData().size();
  }

  private long of(InstanceState state) {
    return client.size(records.measured(state));
  }
}
