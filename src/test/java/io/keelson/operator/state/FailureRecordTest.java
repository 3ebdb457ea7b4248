package io.keelson.operator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Bytes;
import io.keelson.operator.api.StatusDiagnostic;
import io.keelson.operator.api.record.ResourceInstance;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// That the last operation on an object failed, over a restart.
final class FailureRecordTest {
  private static final InstanceAddress AT = InstanceAddress.parse("server.web");
  private static final Diagnostic QUOTA =
      Diagnostic.error(Code.PROVIDER_ERROR, Subject.of(AT), "No", "Out of quota.");

  private final InstanceRecords records =
      new InstanceRecords(
          new ObjectRecords(new Sealer(Bytes.of(new byte[Sealer.KEY_LENGTH]), new SecureRandom())),
          "shop",
          "shop",
          "cluster");
  private final ResourceInstance record = records.imported(AT, "web", List.of());

  {
    record.getMetadata().setUid("uid");
  }

  @Test
  void failure_isRememberedUntilTheObjectWasRead() throws Sealer.CannotOpen {
    assertThat(written(ready(), List.of(QUOTA)).lastFailed()).isTrue();
    assertThat(written(ready().withLastFailed(true), null).lastFailed()).isTrue();
    assertThat(told()).containsExactly("Out of quota.");

    assertThat(written(ready(), null).lastFailed()).isFalse();
    assertThat(told()).isEmpty();
  }

  @Test
  void successWithADeposedObject_leavesTheFailureOfTheCurrentOne() throws Sealer.CannotOpen {
    written(ready().withLastFailed(true), List.of(QUOTA));

    assertThat(written(ready().withLastFailed(true), List.of()).lastFailed()).isTrue();
    assertThat(told()).containsExactly("Out of quota.");
  }

  @Test
  void failureThatWasRecordedElsewhere_isRemembered() throws Sealer.CannotOpen {
    assertThat(written(ready().withLastFailed(true), null).lastFailed()).isTrue();
  }

  private InstanceState written(InstanceState state, @Nullable List<Diagnostic> told)
      throws Sealer.CannotOpen {
    if (told != null) state = state.withLastFailed(state.lastFailed() || !told.isEmpty());
    record.setStatus(
        records.status(
            new InstanceRecords.Content(state, Optional.empty(), "op", null, false, told),
            record,
            InstanceRecords.serial(record) + 1,
            Instant.EPOCH));
    return records.state(record);
  }

  private List<String> told() {
    List<StatusDiagnostic> shown = record.getStatus().diagnostics;
    return shown == null ? List.of() : shown.stream().map(each -> each.detail).toList();
  }

  private static InstanceState ready() {
    return InstanceState.of(
        new ObjectState(
            "server",
            ObjectState.Status.READY,
            new RawState(0, Bytes.utf8("{}")),
            SensitivePaths.NONE,
            Bytes.NONE,
            Optional.empty(),
            ProviderKey.of("builtin"),
            new TreeSet<>(),
            Flags.NONE));
  }
}
