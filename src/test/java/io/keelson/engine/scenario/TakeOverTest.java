package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.plan.Change;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.Drift;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Unmarked;
import io.keelson.json.JsonValues;
import io.keelson.testing.ProviderDecorator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What is asked and stored when an object becomes one of another type.
final class TakeOverTest {
  private static final InstanceAddress OLD = InstanceAddress.parse("server.a");
  private static final InstanceAddress NEW = InstanceAddress.parse("instance.a");
  private static final String STACK =
      """
      story: A server becomes an instance.
      provider: {instance: {takesOver: [server]}}
      prior:
        server.a: {id: s-1, size: small, private: private of s-1, schemaVersion: 3}
      config:
        instance.a: {size: small}
        moves: [{from: server.a, to: instance.a}]
      """;
  private static final String LARGER = STACK.replace("{size: small}", "{size: large}");
  private static final String SECRET =
      STACK.replace("private: private of s-1", "sensitive: [size]");

  /// Nobody knows servers any more.
  private static final class WithoutServers extends ProviderDecorator {
    WithoutServers(Provider real) {
      super(real);
    }

    @Override
    public Optional<Schema> schema(String type) {
      return super.schema(type).filter(_ -> !type.equals("server"));
    }
  }

  private static ObjectState current(StackState state, InstanceAddress at) {
    return state.instance(at).current().orElseThrow();
  }

  /// The records as a crash leaves them that comes after the address was changed, and before what
  /// the provider made of the object was stored.
  private static StackState halfMoved(Overheard stack) {
    var instances = new TreeMap<>(stack.prior().instances());
    var moved = Optional.ofNullable(instances.remove(OLD)).orElseThrow().movedFrom(OLD);
    instances.put(NEW, moved);
    return new StackState(instances, stack.prior().outputs());
  }

  @Test
  @Tag("R-MOV-4")
  void object_isTakenOverThenUpgradedThenRead() throws JsonValues.NotAValue {
    var stack = Overheard.of(STACK);
    var recorded = current(stack.prior(), OLD);

    stack.plan();

    assertThat(stack.calls).containsExactly("move", "upgrade", "read", "validate", "plan");
    var asked = stack.moves.getFirst();
    assertThat(asked.type()).isEqualTo("instance");
    assertThat(asked.at()).isEqualTo(NEW);
    assertThat(asked.sourceType()).isEqualTo("server");
    assertThat(asked.sourceProvider()).isEqualTo("fake");
    assertThat(asked.source()).isEqualTo(recorded.attributes());
    assertThat(asked.privateData()).isEqualTo(recorded.privateData());
    assertThat(stack.upgraded.getFirst().schemaVersion()).isZero();
  }

  @Test
  @Tag("R-MOV-4")
  void record_keepsItsOldFormWhileThePlanWaits() throws JsonValues.NotAValue {
    for (String yaml : List.of(STACK, LARGER)) {
      var planned = Overheard.of(yaml).plan();

      assertThat(planned.diagnostics()).isEmpty();
      assertThat(planned.plan().effective()).hasSize(1);
      assertThat(planned.plan().bookkeeping()).isEmpty();
    }
  }

  @Test
  @Tag("R-MOV-8")
  void apply_storesTheNewFormAtTheNewAddress() throws JsonValues.NotAValue {
    for (String yaml : List.of(STACK, LARGER)) {
      var stack = Overheard.of(yaml);

      var state = stack.apply(stack.plan()).state();

      assertThat(state.instances()).containsOnlyKeys(NEW);
      assertThat(current(state, NEW).type()).isEqualTo("instance");
      assertThat(current(state, NEW).attributes().schemaVersion()).isZero();
      assertThat(state.instance(NEW).previousAddresses()).containsExactly(OLD);
      assertThat(stack.moves).isEmpty();
    }
  }

  @Test
  @Tag("R-MOV-4")
  void recordThatAnInterruptedApplyHasMovedOnly_isTakenOverByTheNextPlan()
      throws JsonValues.NotAValue {
    var stack = Overheard.of(STACK);
    var half = halfMoved(stack);

    var planned = stack.plan(half);

    assertThat(planned.diagnostics()).isEmpty();
    assertThat(planned.plan().effective()).isEmpty();
    assertThat(planned.plan().bookkeeping()).containsOnlyKeys(NEW);
    var stored = planned.plan().bookkeeping().values().iterator().next();
    assertThat(stored.current().orElseThrow().type()).isEqualTo("instance");
    assertThat(stored.previousAddresses()).containsExactly(OLD);
  }

  @Test
  @Tag("R-MOV-4")
  void driftOfTheOldType_meansNothingInTheNewOne() throws JsonValues.NotAValue {
    var stack = Overheard.of(STACK);
    var paths = new TreeSet<>(List.of(AttributePath.of("colour")));
    var drifted =
        stack.prior().instance(OLD).withDrift(new Drift.Changed(paths, "hash", Optional.empty()));
    var prior = new StackState(new TreeMap<>(Map.of(OLD, drifted)), stack.prior().outputs());

    var planned = stack.plan(prior);

    assertThat(planned.plan().refreshed().instance(NEW).drift()).isEqualTo(new Drift.None());
  }

  @Test
  @Tag("R-SENS-4")
  void secretOfTheOldType_isToldToWhoeverHidesIt() throws JsonValues.NotAValue {
    var stack = Overheard.of(SECRET);

    stack.plan();

    assertThat(stack.moves.getFirst().known().map(Unmarked::marks))
        .hasValueSatisfying(marks -> assertThat(marks).containsOnlyKeys(AttributePath.of("size")));
  }

  @Test
  @Tag("R-SENS-4")
  void objectWhoseSecretsNobodyCanTell_isSecretAsAWhole() throws JsonValues.NotAValue {
    var planned = Overheard.of(SECRET, WithoutServers::new).plan();

    assertThat(planned.diagnostics()).isEmpty();
    var change = planned.plan().changes().get(ObjectRef.current(NEW));
    assertThat(Optional.ofNullable(change).flatMap(Change::before))
        .hasValueSatisfying(before ->
            assertThat(before.unmark().marks())
                .containsOnlyKeys(AttributePath.of("id"), AttributePath.of("size")));
  }

  @Test
  @Tag("R-SENS-4")
  void refusalOfAnObjectWhoseSecretsNobodyCanTell_doesNotRepeatThem() throws JsonValues.NotAValue {
    var yaml = SECRET + "failures: {move instance.a: {error: small is no size}}";

    assertThat(Overheard.of(yaml).plan().diagnostics())
        .singleElement()
        .satisfies(each -> assertThat(each.detail()).contains("(sensitive value) is no size"));
    assertThat(Overheard.of(yaml, WithoutServers::new).plan().diagnostics())
        .singleElement()
        .satisfies(each ->
            assertThat(each.detail())
                .contains("made as server", "Declare that provider again")
                .doesNotContain("small"));
  }

  @Test
  @Tag("R-MOV-4")
  void refusal_saysWhatTheObjectWasAndThatItStays() throws JsonValues.NotAValue {
    var planned = Overheard.of(STACK.replace("[server]", "[network]")).plan();

    assertThat(planned.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.PROVIDER_ERROR);
          assertThat(each.subject().toString()).isEqualTo("instance.a");
          assertThat(each.detail())
              .contains("made as server by provider 'fake'", "stay as they are");
        });
    assertThat(planned.plan().refreshed()).isEqualTo(planned.plan().prior());
  }

  @Test
  @Tag("R-MOV-4")
  void providerThatTakesOverNothing_isToldWithTheWayAround() throws JsonValues.NotAValue {
    var planned = Overheard.of(STACK.replace("{takesOver: [server]}", "{}")).plan();

    assertThat(planned.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.MOVED);
          assertThat(each.detail()).contains("spec.removed with destroy: false", "import");
        });
  }
}
