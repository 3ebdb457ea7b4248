package io.keelson.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.provider.Providers;
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
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FrozenAddressTest {
  private static final ResourceAddress NEEDED = ResourceAddress.managed("terraform_data", "needed");
  private static final ResourceAddress BROKEN = ResourceAddress.managed("terraform_data", "broken");
  private static final ResourceAddress OTHER = ResourceAddress.managed("terraform_data", "other");

  private static final InstanceKey NONE = new InstanceKey.None();

  private final JsonStateCodec codec = new JsonStateCodec();
  private final Providers providers =
      new Providers(List.of(new BuiltinProvider(() -> "new", codec)));

  @Test
  void everythingIsDestroyed_exceptWhatIsFrozenAndWhatItNeeds() {
    var outcome = plan(PlanOptions.Mode.DESTROY);

    assertThat(outcome.plan().effective())
        .extracting(change -> change.object().instance().resource())
        .containsExactly(OTHER);
  }

  @Test
  void nothingIsDeclared_frozenObjectsAndWhatTheyNeedStay() {
    var outcome = plan(PlanOptions.Mode.NORMAL);

    assertThat(outcome.plan().effective())
        .extracting(change -> change.object().instance().resource())
        .containsExactly(OTHER);
  }

  /// It evaluates without it: nothing but the dependency holds it back.
  @Test
  @Tag("R-APPLY-4")
  void whatDependsOnAFrozenAddress_waits() {
    var declaration =
        new StackDeclaration(
            List.of(
                declared(BROKEN, List.of()),
                declared(OTHER, List.of("terraform_data.broken")),
                declared(NEEDED, List.of())),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>());
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    var snapshot = new Snapshot(loaded.config().freeze(List.of(BROKEN)), StackState.EMPTY);

    var outcome = new Planner(providers, codec).plan(snapshot, options(PlanOptions.Mode.NORMAL));

    assertThat(outcome.plan().effective())
        .extracting(change -> change.object().instance().resource())
        .containsExactly(NEEDED);
  }

  /// It would be replaced with it, and never be replaced if only that was carried out now.
  @Test
  @Tag("R-RTB-3")
  void whatTriggersAFrozenAddress_waits() {
    var outcome = planTrigger(options(PlanOptions.Mode.NORMAL));

    assertThat(outcome.plan().effective()).isEmpty();
    assertThat(outcome.diagnostics())
        .singleElement()
        .satisfies(problem -> {
          assertThat(problem.code()).isEqualTo(Code.TRIGGER);
          assertThat(problem.subject()).isEqualTo(Subject.of(NEEDED.instance(NONE)));
          assertThat(problem.detail()).contains("terraform_data.broken");
        });
  }

  /// Who limits a plan leaves out what would be replaced.
  @Test
  void targetThatTriggersAFrozenAddress_isPlanned() {
    var outcome =
        planTrigger(
            PlanOptionsBuilder.from(options(PlanOptions.Mode.NORMAL))
                .targeting(List.of(Target.of(NEEDED.instance(NONE))))
                .build());

    assertThat(outcome.plan().effective())
        .extracting(change -> change.object().instance().resource())
        .containsExactly(NEEDED);
    assertThat(outcome.diagnostics()).noneMatch(Diagnostic::isError);
  }

  private PlanOutcome planTrigger(PlanOptions options) {
    var triggered =
        new ResourceDeclaration(
            BROKEN,
            Value.object(Map.of("input", Value.text("x"))),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            ShortDeclarations.lifecycle(false, false, List.of(), List.of("terraform_data.needed")));
    var declaration =
        new StackDeclaration(
            List.of(triggered, declared(NEEDED, List.of())),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>());
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    var instances = new TreeMap<InstanceAddress, InstanceState>();
    instances.put(NEEDED.instance(NONE), state(List.of()));
    instances.put(BROKEN.instance(NONE), state(List.of(new Dependency(NEEDED, true))));
    var state = new StackState(instances, new TreeMap<>());
    return new Planner(providers, codec)
        .plan(new Snapshot(loaded.config().freeze(List.of(BROKEN)), state), options);
  }

  private static ResourceDeclaration declared(ResourceAddress address, List<String> dependsOn) {
    return new ResourceDeclaration(
        address,
        Value.object(Map.of("input", Value.text("x"))),
        Optional.empty(),
        Optional.empty(),
        dependsOn,
        LifecycleDeclaration.PLAIN);
  }

  private PlanOutcome plan(PlanOptions.Mode mode) {
    var instances = new TreeMap<InstanceAddress, InstanceState>();
    instances.put(NEEDED.instance(NONE), state(List.of()));
    instances.put(BROKEN.instance(NONE), state(List.of(new Dependency(NEEDED, true))));
    instances.put(OTHER.instance(NONE), state(List.of()));
    return new Planner(providers, codec)
        .plan(new Snapshot(frozen(), new StackState(instances, new TreeMap<>())), options(mode));
  }

  private static PlanOptions options(PlanOptions.Mode mode) {
    var key = new DigestKey(Bytes.utf8("k"), "test");
    return PlanOptionsBuilder.options(mode, PlanOptions.Refresh.ALL, 2, key);
  }

  private static StackConfig frozen() {
    return StackConfig.EMPTY.freeze(List.of(BROKEN));
  }

  private static InstanceState state(List<Dependency> dependencies) {
    return InstanceState.of(
        new ObjectState(
            "terraform_data",
            ObjectState.Status.READY,
            new RawState(0, Bytes.utf8("{\"id\":\"x\"}")),
            SensitivePaths.NONE,
            Bytes.NONE,
            Optional.empty(),
            ProviderKey.of("builtin"),
            new TreeSet<>(dependencies),
            Flags.NONE));
  }
}
