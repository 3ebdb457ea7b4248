package io.keelson.operator.stack.drift;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.RunReference;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.testing.PlanOptionsBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A plan that makes one object.
final class OneObject {
  private OneObject() {}

  /// @param version of the only member
  static Planned planned(Stack stack, String version, Optional<RunReference> run) {
    var codec = new JsonStateCodec();
    var providers = new Providers(List.of(new BuiltinProvider(() -> "new", codec)));
    var resource =
        new ResourceDeclaration(
            ResourceAddress.managed("terraform_data", "a"),
            Value.object(Map.of("input", Value.text("x"))),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            LifecycleDeclaration.PLAIN);
    var declaration =
        new StackDeclaration(
            List.of(resource), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    var config = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    var key = new DigestKey(Bytes.utf8("k"), "test");
    var snapshot = new Snapshot(config.config(), StackState.EMPTY);
    var outcome =
        new Planner(providers, codec)
            .plan(
                snapshot,
                PlanOptionsBuilder.options(
                    PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 1, key),
                new PlanMemo());
    return new Planned(
        stack,
        new TreeMap<>(Map.of("a", version)),
        snapshot,
        outcome.plan(),
        key,
        0,
        OpenRun.NONE,
        run,
        Optional::empty,
        List.of(),
        ComponentVersions.NONE,
        new TreeMap<>(),
        new TreeMap<>(),
        Duration.ZERO);
  }
}
