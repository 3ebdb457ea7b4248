package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.ConfigurableProvider;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.StackSchemas;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeSystems;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.PlanOptionsBuilder;
import io.keelson.testing.ShortDeclarations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Stacks whose expressions call the function `twice` of a provider, which they name `acme`.
final class ProviderFunctionTest {
  private static final ResourceAddress THING = ResourceAddress.managed("thing", "web");

  private final JsonStateCodec codec = new JsonStateCodec();
  private final FakeType thing =
      new FakeType(
          "thing",
          Schema.of(
              0,
              new TreeMap<>(
                  Map.of(
                      "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                      "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL)))),
          new TreeSet<>(),
          new TreeSet<>(),
          CreateRecovery.FINDABLE);
  private final SortedMap<String, ConfigurableProvider> configured = new TreeMap<>();
  private final SortedMap<String, String> named = new TreeMap<>(Map.of("acme", "main"));
  private final SortedMap<String, Value> locals = new TreeMap<>();
  private final List<ResourceDeclaration> resources = new ArrayList<>();

  ProviderFunctionTest() {
    configured.put("main", new FakeSystems(new TreeMap<>(), codec));
  }

  private void declare(String size, Optional<Value> count) {
    resources.add(
        new ResourceDeclaration(
            THING,
            Value.object(Map.of("size", Value.text(size))),
            count,
            Optional.empty(),
            List.of(),
            LifecycleDeclaration.PLAIN));
  }

  private Providers providers() {
    var fake =
        new FakeProvider(
            new FakeWorld(), new TreeMap<>(Map.of("thing", thing)), codec, Map.of(), _ -> {});
    return new Providers(List.of(fake), configured, named);
  }

  private StackLoader.Loaded load() {
    var declaration =
        ShortDeclarations.stack(
            resources,
            locals,
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            List.of(),
            new TreeMap<>());
    return new StackLoader(new CelExpressions(), new StackSchemas(providers())).load(declaration);
  }

  private List<Value> plannedSizes() {
    var loaded = load();
    assertThat(loaded.diagnostics()).isEmpty();
    var options =
        PlanOptionsBuilder.options(
            PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 2, Laboratory.KEY);
    var outcome =
        new Planner(providers(), codec)
            .plan(new Snapshot(loaded.config(), StackState.EMPTY), options);
    assertThat(outcome.diagnostics()).isEmpty();
    return outcome.plan().effective().stream().map(ProviderFunctionTest::size).toList();
  }

  private static Value size(Change change) {
    return ((Mapping) change.after().orElseThrow()).attribute("size");
  }

  private Diagnostic problem() {
    var problems = load().diagnostics();
    assertThat(problems).hasSize(1);
    return problems.getFirst();
  }

  @Test
  void resultOfAFunction_isPlanned_alsoThroughLocalsAndInEveryInstance() {
    locals.put("four", Value.text("${provider.acme.twice(2)}"));
    declare("${provider.acme.twice(local.four + count.index)}", Optional.of(Value.number(2)));

    assertThat(plannedSizes()).containsExactly(Value.number(8), Value.number(10));
  }

  @Test
  void providerThatNobodyLists_isUndeclared_andNothingIsPlannedWithIt() {
    declare("${provider.amce.twice(2)}", Optional.empty());

    assertThat(problem().code()).isEqualTo(Code.UNDECLARED);
    assertThat(problem().toString())
        .startsWith("thing.web: config.size: no such function: there is no provider 'amce' here.")
        .endsWith("Did you mean 'acme'?");
    assertThat(load().config().frozen().resources()).containsExactly(THING);
  }

  @Test
  void stackThatListsNoProvider_isToldWhereTo() {
    named.clear();
    declare("${provider.acme.twice(2)}", Optional.empty());

    assertThat(problem().toString())
        .endsWith("List a ProviderConfig of it in spec.providerConfigs of the Stack.");
  }

  @Test
  void providerThatIsNotReady_isAConsequenceOfThat() {
    configured.clear();
    declare("${provider.acme.twice(2)}", Optional.empty());

    assertThat(problem().code()).isEqualTo(Code.BROKEN_REFERENCE);
    assertThat(problem().toString()).contains("the provider configuration 'main'");
  }
}
