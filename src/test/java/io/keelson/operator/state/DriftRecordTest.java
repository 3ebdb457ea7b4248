package io.keelson.operator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is known of a drift, over a restart.
final class DriftRecordTest {
  private static final InstanceAddress AT = InstanceAddress.parse("server.web");

  static List<Drift> drifts() {
    var unkept = new Drift.Changed(paths("size", "tags[\"a\"]"), "hash", Optional.empty());
    var changed = new Drift.Changed(paths("size"), "hash", Optional.of(object("{\"size\":1}")));
    return List.of(
        new Drift.None(),
        unkept,
        changed,
        new Drift.None().missing(),
        unkept.missing(),
        changed.missing());
  }

  @ParameterizedTest
  @MethodSource("drifts")
  @Tag("DEV-9")
  void drift_comesBackFromItsRecordAsItWas(Drift drift) {
    var state =
        new StackState(
            new TreeMap<>(Map.of(AT, InstanceState.of(object("{\"size\":2}")).withDrift(drift))),
            new TreeMap<>());

    assertThat(new StoredRecords().readBack(state).instance(AT).drift()).isEqualTo(drift);
  }

  private static SortedSet<AttributePath> paths(String... paths) {
    return new TreeSet<>(List.of(paths).stream().map(AttributePath::parse).toList());
  }

  private static ObjectState object(String attributes) {
    return new ObjectState(
        "server",
        ObjectState.Status.READY,
        new RawState(0, Bytes.utf8(attributes)),
        SensitivePaths.NONE,
        Bytes.NONE,
        Optional.empty(),
        ProviderKey.of("builtin"),
        new TreeSet<>(),
        Flags.NONE);
  }
}
