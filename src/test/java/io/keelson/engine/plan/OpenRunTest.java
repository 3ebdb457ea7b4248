package io.keelson.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// When nothing is left of an approved plan, although a part of the stack is left alone.
final class OpenRunTest {
  private static final DigestKey KEY = new DigestKey(Bytes.utf8("k"), "test");
  private static final ResourceAddress TWO = ResourceAddress.managed("terraform_data", "two");

  private final JsonStateCodec codec = new JsonStateCodec();
  private final Providers providers =
      new Providers(List.of(new BuiltinProvider(() -> "new", codec)));

  @Test
  void whatWasNotApproved_keepsNoRunOpen() {
    var run = run(plan(declared("one"), StackState.EMPTY));
    var later = declared("one", "two").freeze(List.of(TWO));

    assertThat(run.endsWith(plan(later, StackState.EMPTY), later)).isTrue();
  }

  @Test
  void whatWasApprovedAndIsLeftAloneNow_keepsTheRunOpen() {
    var run = run(plan(declared("one", "two"), StackState.EMPTY));
    var later = declared("one", "two").freeze(List.of(TWO));

    assertThat(run.endsWith(plan(later, StackState.EMPTY), later)).isFalse();
  }

  @Test
  void whatWasToGoAndIsGone_isDone() {
    var run = run(plan(declared("one"), recorded("two")));
    var later = declared("one");

    assertThat(run.endsWith(plan(later, StackState.EMPTY), later)).isTrue();
  }

  /// A record that cannot be used is not among what is recorded, and its address is frozen.
  @Test
  void whatWasToGoAndCannotBeLookedAt_keepsTheRunOpen() {
    var run = run(plan(declared("one"), recorded("two")));
    var later = declared("one").freeze(List.of(TWO));

    assertThat(run.endsWith(plan(later, StackState.EMPTY), later)).isFalse();
    assertThat(run.endsWith(plan(later, recorded("two")), later)).isFalse();
  }

  @Test
  void outputThatWasApprovedAndIsLeftAloneNow_keepsTheRunOpen() {
    var run = run(plan(declared("one"), StackState.EMPTY));
    var later = declared("one").freezeOutputs(List.of("one"), List.of());

    assertThat(run.endsWith(plan(later, StackState.EMPTY), later)).isFalse();
  }

  @Test
  void whatIsNotLeft_counts() {
    var run = run(plan(declared("one", "two"), recorded("three")));
    var later = declared("one", "two");
    var left = plan(later, recorded("one"));

    assertThat(run.done(left, later, objects("two"))).isEqualTo(2);
    assertThat(run.done(left, later, Set.of())).isEqualTo(3);
  }

  @Test
  void whatIsLeftAlone_doesNotCount() {
    var run = run(plan(declared("one", "two"), recorded("three")));
    var later = declared("one", "two").freeze(List.of(TWO));

    assertThat(run.done(plan(later, recorded("one")), later, Set.of())).isEqualTo(2);
  }

  /// The new object is there, and the one that was set aside is still to be destroyed.
  @Test
  void replacementOfWhichHalfIsLeft_doesNotCount() {
    var one = InstanceAddress.parse("terraform_data.one");
    var key = new DeposedKey("12345678");
    var leaf =
        new Leaf(
            ObjectRef.current(one),
            Action.Kind.CREATE_THEN_DESTROY,
            "",
            "x",
            new TreeSet<>(),
            Optional.of(key),
            Optional.empty(),
            Reason.NONE,
            Optional.empty(),
            Optional.empty());
    var leaves = new Leaves(new TreeMap<>(Map.of(leaf.object(), leaf)), new TreeMap<>());
    var run = new OpenRun("digest", leaves);
    var config = declared("one");
    var left = plan(config, recorded("one"));

    assertThat(run.done(left, config, Set.of(ObjectRef.deposed(one, key)))).isZero();
    assertThat(run.done(left, config, Set.of())).isOne();
  }

  private static Set<ObjectRef> objects(String name) {
    return Set.of(ObjectRef.current(InstanceAddress.parse("terraform_data." + name)));
  }

  private static OpenRun run(Plan approved) {
    return new OpenRun(approved.digest(), approved.leaves());
  }

  /// Each with an output of its name.
  private StackConfig declared(String... names) {
    var outputs = new TreeMap<String, StackDeclaration.Output>();
    for (String name : names) outputs.put(name, ShortDeclarations.output(Value.text(name), false));
    var declaration =
        new StackDeclaration(
            Stream.of(names).map(OpenRunTest::resource).toList(),
            new TreeMap<>(),
            outputs,
            new TreeMap<>(),
            new TreeMap<>());
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    assertThat(loaded.diagnostics()).isEmpty();
    return loaded.config();
  }

  private static ResourceDeclaration resource(String name) {
    return new ResourceDeclaration(
        ResourceAddress.managed("terraform_data", name),
        Value.object(Map.of("input", Value.text("x"))),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN);
  }

  private static StackState recorded(String name) {
    var object =
        new ObjectState(
            "terraform_data",
            ObjectState.Status.READY,
            new RawState(0, Bytes.utf8("{\"id\":\"1\"}")),
            SensitivePaths.NONE,
            Bytes.NONE,
            Optional.empty(),
            ProviderKey.of("builtin"),
            new TreeSet<>(),
            Flags.NONE);
    var instances = new TreeMap<InstanceAddress, InstanceState>();
    instances.put(InstanceAddress.parse("terraform_data." + name), InstanceState.of(object));
    return new StackState(instances, new TreeMap<>());
  }

  private Plan plan(StackConfig config, StackState prior) {
    var options =
        PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 1, KEY);
    var outcome = new Planner(providers, codec).plan(new Snapshot(config, prior), options);
    assertThat(outcome.diagnostics()).isEmpty();
    return outcome.plan();
  }
}
