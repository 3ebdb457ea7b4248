package io.keelson.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.planning.Planner;
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
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DigestTest {
  private final JsonStateCodec codec = new JsonStateCodec();

  @Test
  void sameOutcome_hasTheSameDigest() {
    assertThat(digest(stack("a", "x", false), "builtin 1"))
        .isEqualTo(digest(stack("a", "x", false), "builtin 1"));
  }

  @Test
  void outputThatChanges_isPartOfTheDigest() {
    assertThat(digest(stack("a", "x", false), "builtin 1"))
        .isNotEqualTo(digest(stack("a", "y", false), "builtin 1"))
        .isNotEqualTo(digest(stack("a", "x", true), "builtin 1"));
  }

  @Test
  @Tag("R-ART-6")
  void plannedState_isWhatIsApproved() {
    var approved = plan(stack("a", "x", false), "builtin 1");
    var other = plan(stack("b", "x", false), "builtin 1");

    assertThat(other.digest()).isNotEqualTo(approved.digest());
    assertThat(other.isCoveredBy(new OpenRun(approved.digest(), approved.leaves()), KEY)).isFalse();
  }

  @Test
  @Tag("R-VAL-3")
  @Tag("R-APPLY-5")
  void anotherValueOfAVariable_isAnotherPlan() {
    var approved = plan(withVariable("a"), "builtin 1");
    var other = plan(withVariable("b"), "builtin 1");

    assertThat(plan(withVariable("a"), "builtin 1").digest()).isEqualTo(approved.digest());
    assertThat(other.digest()).isNotEqualTo(approved.digest());
    assertThat(other.isCoveredBy(new OpenRun(approved.digest(), approved.leaves()), KEY)).isFalse();
  }

  private static StackDeclaration withVariable(String value) {
    var stack = stack("${variable.v}", "x", false);
    return new StackDeclaration(
        stack.resources(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(Map.of("v", Value.text(value))),
        new TreeMap<>());
  }

  @Test
  void providerThatCarriesOutAChange_isPartOfTheDigest() {
    assertThat(digest(stack("a", "x", false), "builtin 1"))
        .isNotEqualTo(digest(stack("a", "x", false), "builtin 2"));
  }

  @Test
  void providerWithNothingToDo_isNot() {
    var outputs =
        new StackDeclaration(
            List.of(), new TreeMap<>(), outputs("x", false), new TreeMap<>(), new TreeMap<>());

    assertThat(digest(outputs, "builtin 1")).isEqualTo(digest(outputs, "builtin 2"));
  }

  @Test
  void outputThatWasNotApproved_isNotCovered() {
    var approved = plan(stack("a", "x", false), "builtin 1");
    var run = new OpenRun(approved.digest(), approved.leaves());

    assertThat(plan(stack("a", "x", false), "builtin 1").isCoveredBy(run, KEY)).isTrue();
    assertThat(plan(stack("a", "y", false), "builtin 1").isCoveredBy(run, KEY)).isFalse();
    assertThat(plan(stack("a", "x", true), "builtin 1").isCoveredBy(run, KEY)).isFalse();
  }

  private static final DigestKey KEY = new DigestKey(Bytes.utf8("k"), "test");

  private static StackDeclaration stack(String input, String output, boolean sensitive) {
    return new StackDeclaration(
        List.of(
            new ResourceDeclaration(
                ResourceAddress.managed("terraform_data", "one"),
                Value.object(Map.of("input", Value.text(input))),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                LifecycleDeclaration.PLAIN)),
        new TreeMap<>(),
        outputs(output, sensitive),
        new TreeMap<>(),
        new TreeMap<>());
  }

  private static SortedMap<String, StackDeclaration.Output> outputs(
      String output, boolean sensitive) {
    return new TreeMap<>(Map.of("o", ShortDeclarations.output(Value.text(output), sensitive)));
  }

  private String digest(StackDeclaration declaration, String identity) {
    return plan(declaration, identity).digest();
  }

  private Plan plan(StackDeclaration declaration, String identity) {
    var provider =
        new ProviderDecorator(new BuiltinProvider(() -> "new", codec)) {
          @Override
          public String identity() {
            return identity;
          }
        };
    var providers = new Providers(List.of(provider));
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    assertThat(loaded.diagnostics()).isEmpty();
    var options =
        PlanOptionsBuilder.options(PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 1, KEY);
    var outcome =
        new Planner(providers, codec)
            .plan(new Snapshot(loaded.config(), StackState.EMPTY), options);
    assertThat(outcome.diagnostics()).isEmpty();
    return outcome.plan();
  }
}
