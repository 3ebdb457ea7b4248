package io.keelson.engine.planning.order;

import static io.keelson.testing.Graphs.reaches;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.Step;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Types;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.PlanOptionsBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Objects whose records say that each was made from the other: their declarations were turned
/// around, and only one of them could be planned since.
@Tag("R-GRAPH-18")
class CrossProviderOrderTest {
  private static final InstanceAddress SERVER = InstanceAddress.parse("server.web");
  private static final InstanceAddress RECORD = InstanceAddress.parse("record.www");
  private static final InstanceAddress ZONE = InstanceAddress.parse("zone.main");

  private final JsonStateCodec codec = new JsonStateCodec();

  @Test
  void edgeBetweenProviders_isGivenUpWhereItClosesACircle() {
    var plan = plan(PlanOptions.Mode.NORMAL, provider("server"), provider("record", "zone"));

    assertThat(plan.diagnostics()).isEmpty();
    assertThat(before(plan, SERVER, RECORD)).isTrue();
    assertThat(before(plan, RECORD, SERVER)).isFalse();
  }

  @Test
  void edgeBetweenProviders_isKeptElsewhere() {
    var plan = plan(PlanOptions.Mode.NORMAL, provider("server"), provider("record", "zone"));

    assertThat(before(plan, RECORD, ZONE)).isTrue();
    assertThat(before(plan, SERVER, ZONE)).isTrue();
  }

  @Test
  void edgeWithinAProvider_isNeverGivenUp() {
    var plan = plan(PlanOptions.Mode.NORMAL, provider("server", "record", "zone"));

    assertThat(plan.diagnostics()).extracting(Diagnostic::code).containsExactly(Code.APPLY_CYCLE);
  }

  @Test
  void everyEdge_isKeptWhenEverythingIsDestroyed() {
    var plan = plan(PlanOptions.Mode.DESTROY, provider("server"), provider("record", "zone"));

    assertThat(plan.diagnostics()).extracting(Diagnostic::code).containsExactly(Code.APPLY_CYCLE);
  }

  private static boolean before(PlanOutcome plan, InstanceAddress first, InstanceAddress then) {
    return reaches(plan.plan().steps(), destroy(first), destroy(then));
  }

  private static Step destroy(InstanceAddress at) {
    return new Step.Destroy(at, ObjectRef.current(at));
  }

  private PlanOutcome plan(PlanOptions.Mode mode, Provider... providers) {
    var instances = new TreeMap<InstanceAddress, InstanceState>();
    instances.put(SERVER, state(SERVER, List.of(RECORD, ZONE)));
    instances.put(RECORD, state(RECORD, List.of(SERVER, ZONE)));
    instances.put(ZONE, state(ZONE, List.of()));
    var options =
        PlanOptionsBuilder.options(
            mode, PlanOptions.Refresh.NONE, 1, new DigestKey(Bytes.utf8("k"), "test"));
    return new Planner(new Providers(List.of(providers)), codec)
        .plan(new Snapshot(StackConfig.EMPTY, new StackState(instances, new TreeMap<>())), options);
  }

  private Provider provider(String... types) {
    var all = new TreeMap<String, FakeType>();
    for (String type : types)
      all.put(
          type,
          new FakeType(
              type,
              Schema.of(
                  0, new TreeMap<>(Map.of("id", Attribute.of(Types.STRING, Presence.COMPUTED)))),
              new TreeSet<>(),
              new TreeSet<>(),
              CreateRecovery.FINDABLE));
    return new FakeProvider(new FakeWorld(), all, codec, Map.of(), _ -> {});
  }

  private static InstanceState state(InstanceAddress at, List<InstanceAddress> needs) {
    var dependencies = new TreeSet<Dependency>();
    needs.forEach(each -> dependencies.add(new Dependency(each.resource(), true)));
    return InstanceState.of(
        new ObjectState(
            at.resource().type(),
            ObjectState.Status.READY,
            new RawState(0, Bytes.utf8("{\"id\":\"x\"}")),
            SensitivePaths.NONE,
            Bytes.NONE,
            Optional.empty(),
            ProviderKey.of("fake"),
            dependencies,
            Flags.NONE));
  }
}
