package io.keelson.engine.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The values of a plan have a limit together.
@Tag("R-LIM-6")
class MadeValuesTest {
  private static final String LARGE =
      "${count.index} ${lists.range(1000).map(i, 'aaaaaaaaaa').join('')}";

  private final JsonStateCodec codec = new JsonStateCodec();
  private final Providers providers =
      new Providers(List.of(new BuiltinProvider(() -> "new", codec)));

  @Test
  void whatGoesBeyond_isRefusedAtItsResourceAndNowhereElse() {
    var outcome = plan(100_000, "${count.index}", LARGE);

    assertThat(outcome.diagnostics())
        .isNotEmpty()
        .allSatisfy(each -> {
          assertThat(each.code()).isEqualTo(Code.VALUES_TOO_LARGE);
          assertThat(each.subject().toString()).startsWith("terraform_data.b[");
          assertThat(each.path()).hasToString("config.input");
          assertThat(each.detail()).contains("100000 characters together");
        });
    assertThat(outcome.plan().effective())
        .filteredOn(change -> change.object().instance().resource().name().equals("a"))
        .hasSize(20);
  }

  @Test
  void whoIsRefused_isTheSameEachTime() {
    var first = plan(100_000, "${count.index}", LARGE).diagnostics();
    for (int i = 0; i < 20; i++)
      assertThat(plan(100_000, "${count.index}", LARGE).diagnostics()).isEqualTo(first);
  }

  @Test
  void whatIsWrittenOnce_countsForEachInstance() {
    var outcome = plan(100_000, "${count.index}", "x".repeat(10_000));

    assertThat(outcome.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.VALUES_TOO_LARGE);
          assertThat(each.subject()).hasToString("terraform_data.b");
          assertThat(each.path()).hasToString("config");
          assertThat(each.detail())
              .startsWith("Its config has 10007 characters, for each of 20 instances.")
              .contains("100000 characters together");
        });
    assertThat(outcome.plan().effective())
        .filteredOn(change -> change.object().instance().resource().name().equals("a"))
        .hasSize(20);
  }

  @Test
  void asMuchAsMayBe_isPlanned() {
    assertThat(plan(1_000_000, "${count.index}", LARGE).diagnostics()).isEmpty();
  }

  private PlanOutcome plan(long most, String first, String second) {
    var declaration =
        new StackDeclaration(
            List.of(resource("a", first), resource("b", second)),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>());
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    var key = new DigestKey(Bytes.utf8("k"), "test");
    return new Planner(providers, codec)
        .plan(
            new Snapshot(loaded.config(), StackState.EMPTY),
            PlanOptionsBuilder.from(
                    PlanOptionsBuilder.options(
                        PlanOptions.Mode.NORMAL, PlanOptions.Refresh.ALL, 4, key))
                .within(Limits.DEFAULT.making(most))
                .build());
  }

  private static ResourceDeclaration resource(String name, String input) {
    return new ResourceDeclaration(
        ResourceAddress.managed("terraform_data", name),
        Value.object(Map.of("input", Value.text(input))),
        Optional.of(Value.number(20)),
        Optional.empty(),
        List.of(),
        LifecycleDeclaration.PLAIN);
  }
}
