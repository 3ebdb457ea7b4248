package io.keelson.engine.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.Misbehaviour;
import io.keelson.testing.PlanOptionsBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// How often a data source is asked while one stack is planned again and again.
class DataMemoTest {
  private static final InstanceAddress FOUND = InstanceAddress.parse("data.image.found");
  private static final FakeType IMAGE =
      new FakeType(
          "image",
          Schema.of(
              0,
              new TreeMap<>(
                  Map.of(
                      "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                      "name", Attribute.of(Types.STRING, Presence.OPTIONAL)))),
          new TreeSet<>(),
          new TreeSet<>(),
          CreateRecovery.FINDABLE);

  private final FakeWorld world = new FakeWorld();
  private final PlanMemo memo = new PlanMemo();
  private FakeProvider provider = provider(Map.of());

  DataMemoTest() {
    is("i-1", "base");
  }

  private void is(String id, String name) {
    world.put(
        new FakeWorld.Thing(
            InstanceAddress.parse("image.x"),
            id,
            Value.object(Map.of("id", Value.text(id), "name", Value.text(name))),
            ""));
  }

  private FakeProvider provider(Map<String, Misbehaviour> misbehaviours) {
    return new FakeProvider(
        world, new TreeMap<>(Map.of("image", IMAGE)), new JsonStateCodec(), misbehaviours, _ -> {});
  }

  private PlanOutcome plan(String name, PlanOptions.Refresh refresh) {
    var declaration =
        new StackDeclaration(
            List.of(
                new ResourceDeclaration(
                    FOUND.resource(),
                    Value.object(Map.of("name", Value.text(name))),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    LifecycleDeclaration.PLAIN)),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>());
    var providers = new Providers(List.of(provider));
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    var options =
        PlanOptionsBuilder.options(
            PlanOptions.Mode.NORMAL, refresh, 1, new DigestKey(Bytes.NONE, ""));
    return new Planner(providers, new JsonStateCodec())
        .plan(new Snapshot(loaded.config(), StackState.EMPTY), options, memo);
  }

  @Test
  void rememberedAnswer_isNotAskedForAgain() {
    var first = plan("base", PlanOptions.Refresh.AFFECTED);
    var second = plan("base", PlanOptions.Refresh.AFFECTED);

    assertThat(provider.dataReads()).hasSize(1);
    assertThat(second.plan().data()).isEqualTo(first.plan().data()).containsKey(FOUND);
  }

  @Test
  void anotherConfiguration_isAnotherQuestion() {
    is("i-2", "tools");
    plan("base", PlanOptions.Refresh.AFFECTED);

    var value = plan("tools", PlanOptions.Refresh.AFFECTED).plan().data().get(FOUND);

    assertThat(provider.dataReads()).hasSize(2);
    assertThat(String.valueOf(value)).contains("i-2");
  }

  @Test
  void fullRead_asksAgain() {
    plan("base", PlanOptions.Refresh.AFFECTED);
    is("i-9", "other");
    plan("base", PlanOptions.Refresh.ALL);
    plan("base", PlanOptions.Refresh.NONE);

    assertThat(provider.dataReads()).hasSize(3);
  }

  @Test
  void forgottenAnswer_isAskedForAgain() {
    plan("base", PlanOptions.Refresh.AFFECTED);
    memo.data().forget();
    plan("base", PlanOptions.Refresh.AFFECTED);

    assertThat(provider.dataReads()).hasSize(2);
  }

  @Test
  void failedRead_isNotRemembered() {
    provider =
        provider(Map.of("read data.image.found", new Misbehaviour.Fails("down", Optional.empty())));
    assertThat(plan("base", PlanOptions.Refresh.AFFECTED).hasErrors()).isTrue();
    provider = provider(Map.of());

    assertThat(plan("base", PlanOptions.Refresh.AFFECTED).hasErrors()).isFalse();
    assertThat(provider.dataReads()).hasSize(1);
  }

  @Test
  void readAgain_tellsWhatHasChangedAndGoesBackToIt() {
    plan("base", PlanOptions.Refresh.AFFECTED);
    memo.data().readAgain();
    world.remove("image", "i-1");
    is("i-2", "base");

    var fresh = plan("base", PlanOptions.Refresh.AFFECTED).plan().data().get(FOUND);
    assertThat(memo.data().hasChanged()).isTrue();
    memo.data().putOff();
    var before = plan("base", PlanOptions.Refresh.AFFECTED).plan().data().get(FOUND);

    assertThat(String.valueOf(fresh)).contains("i-2");
    assertThat(String.valueOf(before)).contains("i-1");
    assertThat(memo.data().changedSince()).containsExactly(FOUND);
    assertThat(provider.dataReads()).hasSize(2);
  }

  @Test
  void readAgain_findsNothingNewWhereNothingChanged() {
    plan("base", PlanOptions.Refresh.AFFECTED);
    memo.data().readAgain();
    plan("base", PlanOptions.Refresh.AFFECTED);

    assertThat(memo.data().hasChanged()).isFalse();
    assertThat(provider.dataReads()).hasSize(2);
  }

  @Test
  void whatWasPutOff_isPlannedWhenEverythingIsForgotten() {
    plan("base", PlanOptions.Refresh.AFFECTED);
    memo.data().readAgain();
    world.remove("image", "i-1");
    is("i-2", "base");
    plan("base", PlanOptions.Refresh.AFFECTED);
    memo.data().putOff();

    memo.data().forget();

    var value = plan("base", PlanOptions.Refresh.AFFECTED).plan().data().get(FOUND);
    assertThat(String.valueOf(value)).contains("i-2");
    assertThat(memo.data().changedSince()).isEmpty();
  }
}
