package io.keelson.operator.stack.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.StackSchemas;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.api.Stack;
import io.keelson.testing.FakePrograms.ProgramFailed;
import io.keelson.testing.FakeSystems;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ShortDeclarations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What counts as declared in a component that is a program.
@Tag("R-PRG-23")
final class RegisteredMembersTest {
  private static final InstanceAddress RECORDED = InstanceAddress.parse("component.app.thing.back");

  private final JsonStateCodec codec = new JsonStateCodec();
  private final FakeSystems systems = new FakeSystems(new TreeMap<>(), codec);

  private Planned planned() {
    var providers = new Providers(List.of(), new TreeMap<>(Map.of("main", systems)));
    var loaded =
        new StackLoader(new CelExpressions(), new StackSchemas(providers)).load(declaration());
    assertThat(loaded.diagnostics()).isEmpty();
    var recorded = new TreeMap<>(Map.of(RECORDED, InstanceState.NONE));
    var snapshot = new Snapshot(loaded.config(), new StackState(recorded, new TreeMap<>()));
    var key = new DigestKey(Bytes.utf8("k"), "test");
    var options =
        PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 1, key);
    var outcome = new Planner(providers, codec).plan(snapshot, options);
    return new Planned(
        new Stack(),
        new TreeMap<>(),
        snapshot,
        outcome.plan(),
        key,
        0,
        OpenRun.NONE,
        Optional.empty(),
        Optional::empty,
        outcome.diagnostics(),
        ComponentVersions.NONE,
        outcome.given(),
        outcome.instances(),
        Duration.ZERO);
  }

  private static StackDeclaration declaration() {
    var slots = new TreeMap<>(Map.of("own", new ComponentDeclaration.Slot("thing", false)));
    var component =
        new ComponentDeclaration.Component(
            "app",
            ComponentDeclaration.of(new ComponentDeclaration.Program("own", "thing:app"), slots),
            new TreeMap<>(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            ComponentDeclaration.Inherited.NONE,
            new TreeMap<>(Map.of("own", "main")),
            List.of());
    var provider =
        new StackDeclaration.Provider(
            Value.object(Map.of("region", Value.text("east"))),
            new TreeMap<>(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of("thing"));
    return ShortDeclarations.stack(
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            List.of(),
            new TreeMap<>(),
            new TreeMap<>(Map.of("main", provider)))
        .using(List.of(component), new TreeMap<>());
  }

  @Test
  void whatIsRecorded_countsAsDeclaredWhileTheProgramFails() {
    systems
        .programs()
        .add(
            "thing_app",
            _ -> {
              throw new ProgramFailed("There is no network.");
            });

    assertThat(planned().declared(List.of())).containsExactly(RECORDED.resource());
  }

  @Test
  void runOfTheProgram_isNoMember() {
    systems.programs().add("thing_app", _ -> Value.text("x"));

    assertThat(planned().instances().keySet())
        .extracting(each -> each.mode().name())
        .doesNotContain("PROGRAM");
    assertThat(planned().declared(List.of()))
        .allSatisfy(each -> assertThat(each.mode().name()).isEqualTo("MANAGED"));
  }
}
