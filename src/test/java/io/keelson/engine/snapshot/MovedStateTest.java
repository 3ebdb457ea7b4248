package io.keelson.engine.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.MovedName;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Move;
import io.keelson.engine.config.Removals;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class MovedStateTest {
  private final List<Move> moves = new ArrayList<>();
  private final TreeMap<InstanceAddress, InstanceState> recorded = new TreeMap<>();

  @Test
  @Tag("R-MOV-7")
  void movedInstance_remembersWhereItWas() {
    record("server.a");
    move("server.a", "server.b");

    var moved = moved();

    assertThat(moved.state().instances()).containsOnlyKeys(at("server.b"));
    assertThat(moved.origins()).containsEntry(at("server.b"), at("server.a"));
    assertThat(moved.state().instance(at("server.b")).previousAddresses())
        .containsExactly(at("server.a"));
  }

  @Test
  @Tag("R-MOV-6")
  void wholeResource_isBlockedByAnyObjectThatWasThereBefore() {
    record("server.a[0]");
    record("server.b[1]");
    move("server.a", "server.b");

    var moved = moved();

    assertThat(moved.origins()).isEmpty();
    assertThat(moved.blocked()).extracting(BlockedMove::subject).hasToString("[server.a]");
    assertThat(moved.blocked().getFirst().occupied()).containsExactly(at("server.b[1]"));
  }

  /// A crash came when one of two records had its new address.
  @Test
  @Tag("R-MOV-6")
  void wholeResourceThatHasMovedInPart_movesOn() {
    recorded.put(at("server.b[0]"), InstanceState.of(object()).movedFrom(at("server.a[0]")));
    record("server.a[1]");
    move("server.a", "server.b");

    assertThat(moved().state().instances()).containsOnlyKeys(at("server.b[0]"), at("server.b[1]"));
  }

  @Test
  @Tag("R-MOV-6")
  void chainThatHasMovedInPart_movesOn() {
    recorded.put(at("server.c[0]"), InstanceState.of(object()).movedFrom(at("server.a[0]")));
    record("server.a[1]");
    move("server.a", "server.b");
    move("server.b", "server.c");

    var moved = moved();

    assertThat(moved.state().instances()).containsOnlyKeys(at("server.c[0]"), at("server.c[1]"));
    assertThat(moved.origins()).containsOnlyKeys(at("server.c[1]"));
    assertThat(moved.blocked()).isEmpty();
  }

  @Test
  @Tag("R-MOV-16")
  @Tag("DEV-16")
  void dependent_namesTheNewAddressBesideTheOldOne() {
    record("server.a");
    record("balancer.x", "server.a", "network.n");
    move("server.a", "server.b");

    assertThat(dependencies("balancer.x")).containsExactly("network.n", "server.a", "server.b");
  }

  @Test
  @Tag("DEV-16")
  void movedInstance_doesNotDependOnItself() {
    record("server.all[0]");
    record("balancer.x", "server.all");
    move("server.all[0]", "balancer.y");

    assertThat(dependencies("balancer.x")).containsExactly("balancer.y", "server.all");
    recorded.clear();
    record("server.all[0]");
    record("balancer.x", "server.all");
    moves.clear();
    move("server.all[0]", "balancer.x[1]");
    assertThat(dependencies("balancer.x")).containsExactly("server.all");
  }

  /// The user in the other instance has never used what moves.
  @Test
  @Tag("DEV-16")
  void dependentInAnotherInstance_doesNotNameTheNewAddress() {
    record("component.c[\"a\"].server.x");
    recordInOneComponent("component.c[\"a\"].balancer.x", "component.c.server.x");
    recordInOneComponent("component.c[\"b\"].balancer.x", "component.c.server.x");
    move("component.c[\"a\"].server.x", "server.y");

    assertThat(dependencies("component.c[\"a\"].balancer.x"))
        .containsExactly("server.y", "component.c.server.x");
    assertThat(dependencies("component.c[\"b\"].balancer.x"))
        .containsExactly("component.c.server.x");
  }

  @Test
  @Tag("DEV-16")
  void dependentThatStaysInItsInstance_needsWhatHasMovedToAnotherOne() {
    record("component.c[\"a\"].server.x");
    recordInOneComponent("component.c[\"a\"].balancer.x", "component.c.server.x");
    move("component.c[\"a\"].server.x", "component.c[\"b\"].server.x");

    assertThat(dependency("component.c[\"a\"].balancer.x").depth()).isZero();
  }

  @Test
  @Tag("DEV-16")
  void dependentThatMovesAlong_needsWhatIsInItsInstanceOnly() {
    record("component.c[\"a\"].server.x");
    recordInOneComponent("component.c[\"a\"].balancer.x", "component.c.server.x");
    moves.add(
        new Move(
            ComponentPath.ROOT,
            MovedName.component("c", new InstanceKey.Key("a")),
            MovedName.component("c", new InstanceKey.Key("b")),
            false));

    assertThat(dependency("component.c[\"b\"].balancer.x").depth()).isOne();
  }

  @Test
  @Tag("R-MOV-1")
  void nothingMoved_leavesTheStateAsItIs() {
    record("server.a");
    record("balancer.x", "server.a");

    assertThat(moved().state()).isEqualTo(new StackState(recorded, new TreeMap<>()));
  }

  private List<String> dependencies(String address) {
    return moved().state().instance(at(address)).current().orElseThrow().dependencies().stream()
        .map(each -> each.resource().toString())
        .toList();
  }

  private Dependency dependency(String address) {
    return moved()
        .state()
        .instance(at(address))
        .current()
        .orElseThrow()
        .dependencies()
        .iterator()
        .next();
  }

  private MovedState moved() {
    var config =
        new StackConfig(
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            StackConfig.Frozen.NONE,
            moves,
            Removals.NONE,
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of());
    return MovedState.of(config, new StackState(recorded, new TreeMap<>()));
  }

  private void move(String from, String to) {
    moves.add(new Move(at(from), at(to)));
  }

  private void record(String address, String... dependencies) {
    recorded.put(at(address), InstanceState.of(object(dependencies)));
  }

  /// Records what needs something in its own instance of a component.
  private void recordInOneComponent(String address, String needed) {
    var dependency = new Dependency(ResourceAddress.parse(needed), true, 1);
    recorded.put(
        at(address),
        InstanceState.of(object().withDependencies(new TreeSet<>(Set.of(dependency)))));
  }

  private static ObjectState object(String... dependencies) {
    var needed = new TreeSet<Dependency>();
    Stream.of(dependencies)
        .forEach(each -> needed.add(new Dependency(ResourceAddress.parse(each), true)));
    return new ObjectState(
        "server",
        ObjectState.Status.READY,
        new RawState(0, Bytes.utf8("{}")),
        SensitivePaths.NONE,
        Bytes.NONE,
        Optional.empty(),
        ProviderKey.of("fake"),
        needed,
        Flags.NONE);
  }

  private static InstanceAddress at(String address) {
    return InstanceAddress.parse(address);
  }
}
