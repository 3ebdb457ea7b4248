package io.keelson.operator.stack.declaration;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.declaration.VariableDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Types;
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
import org.junit.jupiter.api.Test;

/// What uses a variable without a value is left as it is.
final class WaitingPartsTest {
  private static final ResourceAddress USER = ResourceAddress.managed("terraform_data", "user");
  private static final ResourceAddress TAKER = ResourceAddress.managed("terraform_data", "taker");
  private static final ResourceAddress OTHER = ResourceAddress.managed("terraform_data", "other");

  private final Providers providers =
      new Providers(List.of(new BuiltinProvider(() -> "id", new JsonStateCodec())));

  private StackConfig frozen() {
    var outputs = new TreeMap<String, StackDeclaration.Output>();
    outputs.put("direct", output("${variable.password}"));
    outputs.put("indirect", output("${local.greeting}"));
    outputs.put("other", output("x"));
    var variables = new TreeMap<>(Map.of("password", Value.unknown(Types.STRING)));
    var imports =
        List.of(
            ShortDeclarations.importById(
                TAKER.toString(),
                Value.text("${variable.password}"),
                Optional.empty(),
                AttributePath.of("imports").index(0)));
    var rule =
        new StackDeclaration.CheckRule(
            Value.text("${variable.password == 'x'}"), Value.text("never told"));
    var declaration =
        ShortDeclarations.stack(
            List.of(
                resource(USER, "${local.greeting}"), resource(TAKER, "y"), resource(OTHER, "z")),
            new TreeMap<>(Map.of("greeting", Value.text("Hello ${variable.password}"))),
            outputs,
            variables,
            new TreeMap<>(),
            List.of(),
            List.of(),
            imports,
            new TreeMap<>(Map.of("check", ShortDeclarations.check(List.of(rule)))));
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    assertThat(loaded.diagnostics()).isEmpty();
    return WaitingParts.freeze(loaded.config(), new TreeSet<>(List.of("password")));
  }

  private static StackDeclaration.Output output(String text) {
    return ShortDeclarations.output(Value.text(text), true);
  }

  private static ResourceDeclaration resource(ResourceAddress address, String input) {
    return new ResourceDeclaration(
        address,
        Value.object(Map.of("input", Value.text(input))),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN);
  }

  @Test
  void whatUsesTheVariable_isFrozenAndTheRestIsNot() {
    var config = frozen();

    assertThat(config.frozen().resources()).containsExactlyInAnyOrder(USER, TAKER);
    assertThat(config.resources()).containsOnlyKeys(OTHER);
    assertThat(config.frozen().outputs()).containsExactly("direct", "indirect");
    assertThat(config.outputs()).containsOnlyKeys("other");
    assertThat(config.checks()).isEmpty();
  }

  /// Planned as unknown they would be planned again and again, as nothing makes them known.
  @Test
  void outputs_keepTheirValuesAndNothingIsPlannedForThem() {
    var outputs = new TreeMap<String, Value>();
    outputs.put("direct", Value.text("old"));
    var snapshot = new Snapshot(frozen(), new StackState(new TreeMap<>(), outputs));
    var key = new DigestKey(Bytes.utf8("key"), "stack");
    var options =
        PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 1, key);

    var plan = new Planner(providers, new JsonStateCodec()).plan(snapshot, options).plan();

    assertThat(plan.outputs()).containsOnlyKeys("other");
  }

  /// What a component calls its own variables has nothing to do with the names of the Stack's.
  @Test
  void componentThatIsGivenTheVariable_isFrozenAndOneWithAVariableOfThatNameIsNot() {
    var declaration =
        ShortDeclarations.stack(
                List.of(),
                new TreeMap<>(Map.of("greeting", Value.text("Hello ${variable.password}"))),
                new TreeMap<>(),
                new TreeMap<>(Map.of("password", Value.unknown(Types.STRING))),
                new TreeMap<>(),
                List.of(),
                List.of(),
                List.of(),
                new TreeMap<>())
            .using(
                List.of(component("given", "${local.greeting}"), component("free", "x")),
                new TreeMap<>());
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);

    var config = WaitingParts.freeze(loaded.config(), new TreeSet<>(List.of("password")));

    assertThat(loaded.diagnostics()).isEmpty();
    assertThat(config.frozen().components()).containsExactly(ComponentPath.ROOT.component("given"));
    assertThat(config.resources())
        .containsOnlyKeys(OTHER.within(ComponentPath.ROOT.component("free")));
  }

  private static ComponentDeclaration.Component component(String name, String input) {
    var variable =
        new VariableDeclaration(
            "password",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            true,
            false,
            false,
            List.of());
    return new ComponentDeclaration.Component(
        name,
        new ComponentDeclaration(
            List.of(variable),
            new TreeMap<>(),
            List.of(resource(OTHER, "${variable.password}")),
            List.of(),
            new TreeMap<>(),
            List.of(),
            List.of(),
            new TreeMap<>()),
        new TreeMap<>(Map.of("password", Value.text(input))),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }
}
