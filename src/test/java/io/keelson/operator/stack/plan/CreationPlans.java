package io.keelson.operator.stack.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.provider.builtin.BuiltinProvider;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ProviderDecorator;
import io.keelson.testing.ShortDeclarations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Plans that create `terraform_data` resources.
public final class CreationPlans {
  private static final JsonStateCodec CODEC = new JsonStateCodec();

  private static final class Waiting extends ProviderDecorator {
    Waiting(Provider real) {
      super(real);
    }

    @Override
    public Answer<PlannedState> plan(PlanRequest request) {
      return request.at().resource().name().contains("later")
          ? new Answer.Deferred<>(new Deferral(Deferral.Reason.ABSENT_PREREQUISITE, List.of()))
          : super.plan(request);
    }
  }

  /// @param names of the resources; those with "later" in their name are deferred
  public static Plan of(Stream<String> names) {
    var resources =
        names
            .map(name ->
                new ResourceDeclaration(
                    ResourceAddress.managed("terraform_data", name),
                    Value.object(Map.of("input", Value.text("x"))),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    LifecycleDeclaration.PLAIN))
            .toList();
    var providers = new Providers(List.of(new Waiting(new BuiltinProvider(() -> "id", CODEC))));
    var loaded =
        new StackLoader(new CelExpressions(), providers::schema)
            .load(
                ShortDeclarations.stack(
                    resources,
                    new TreeMap<>(),
                    new TreeMap<>(),
                    new TreeMap<>(),
                    new TreeMap<>(),
                    List.of(),
                    List.of(),
                    List.of(),
                    new TreeMap<>()));
    assertThat(loaded.diagnostics()).isEmpty();
    var key = new DigestKey(Bytes.utf8("key"), "stack");
    var options =
        PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 1, key);
    return new Planner(providers, CODEC)
        .plan(new Snapshot(loaded.config(), StackState.EMPTY), options)
        .plan();
  }

  private CreationPlans() {}
}
