package io.keelson.operator.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.config.PolicyConfig.Action;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Depth;
import io.keelson.expression.CelExpressions;
import io.keelson.operator.api.policy.Policy;
import io.keelson.operator.stack.context.StackKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("R-POL-1")
class PoliciesTest {
  private static final String MATCHING = "match: {types: [\"a_*\"], actions: [Delete]}";

  private final List<String> asked = new ArrayList<>();
  private final Policies policies =
      new Policies(
          new CelExpressions(),
          this::labels,
          Clock.fixed(Instant.parse("2026-11-25T23:59:59Z"), ZoneOffset.UTC));

  private Map<String, String> labels(String namespace) {
    asked.add(namespace);
    return namespace.equals("shop") ? Map.of("tier", "prod", "team", "shop") : Map.of();
  }

  @Test
  void policyWithLabels_looksAtNamespacesThatHaveThem() {
    observe("prod", 1, "match: {namespaces: {matchLabels: {tier: prod}}}");

    assertThat(names("shop")).containsExactly("prod");
    assertThat(names("garden")).isEmpty();
  }

  @Test
  void policyWithoutLabels_looksAtAllAndAsksNobody() {
    observe("all", 1, "level: Advisory");

    assertThat(names("shop")).containsExactly("all");
    assertThat(asked).isEmpty();
  }

  @Test
  void disabledPolicy_isLeftAside() {
    observe("off", 1, "level: Disabled");

    assertThat(names("shop")).isEmpty();
  }

  @Test
  void typesAndActions_sayWhatIsLookedAt() {
    observe("some", 1, MATCHING);

    var some = policies.of(new StackKey("shop", "web")).getFirst();
    assertThat(some.looksAt(InstanceAddress.parse("a_b.c"), Action.DELETE)).isTrue();
    assertThat(some.looksAt(InstanceAddress.parse("a_b.c"), Action.CREATE)).isFalse();
    assertThat(some.looksAt(InstanceAddress.parse("b_a_b.c"), Action.DELETE)).isFalse();
  }

  /// A newer API server may let words through that this operator does not know.
  @Test
  void wordsOfANewerVersion_makeAPolicyNoMilder() {
    observe("newer", 1, "level: Harsher\n  match: {actions: [Rename]}");

    var newer = policies.of(new StackKey("shop", "web")).getFirst();
    assertThat(newer.level()).isEqualTo(PolicyConfig.Level.MANDATORY);
    assertThat(newer.actions()).containsExactlyInAnyOrder(Action.values());
  }

  @Test
  @Tag("R-POL-3")
  void remedyThatCannotBeRead_isAMistake() {
    var policy = policy("sizes", 1, "level: Remediate");
    var set = JsonNodeFactory.instance.objectNode();
    var inner = set;
    for (int i = 0; i < Depth.MOST; i++) inner = inner.putObject("deeper");
    Objects.requireNonNull(policy.getSpec().rules).getFirst().set = set;

    var problems = policies.observe(policy).orElseThrow();

    assertThat(problems).first().asString().contains("rules[0].set");
    assertThat(policies.of(new StackKey("shop", "web")).getFirst().problem()).isPresent();
  }

  @Test
  @Tag("R-POL-3")
  void remedyThatNamesWhatIsPlanned_isAMistake() {
    var policy = policy("sizes", 1, "level: Remediate");
    Objects.requireNonNull(policy.getSpec().rules).getFirst().set =
        JsonNodeFactory.instance.objectNode().put("size", "${planned.size}");

    var problems = policies.observe(policy).orElseThrow();

    assertThat(problems).first().asString().contains("rules[0].set.size");
  }

  @Test
  void samePolicyAgain_isNoNews() {
    assertThat(observe("sizes", 1, "level: Advisory")).isPresent();
    assertThat(observe("sizes", 1, "level: Advisory")).isEmpty();
    assertThat(observe("sizes", 2, "level: Disabled")).isPresent();
    assertThat(names("shop")).isEmpty();
  }

  @Test
  void policyThatIsGone_looksAtNothing() {
    observe("sizes", 1, "level: Advisory");
    policies.vanished(policy("sizes", 1, "level: Advisory"));

    assertThat(names("shop")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"sizes, sizes", "remedies, owners"})
  void example_canBeUsed(String file, String name) throws IOException {
    var example =
        Serialization.unmarshal(
            Files.readString(Path.of("examples/policies", file + ".yaml")), Policy.class);
    example.getMetadata().setUid("u");
    example.getMetadata().setGeneration(1L);

    assertThat(policies.observe(example).orElseThrow()).isEmpty();
    assertThat(names("shop")).containsExactly(name);
    assertThat(names("garden")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "namespace: shop, until: 2026-11-25 | true",
        "namespace: shop, until: 2026-11-24 | false",
        "namespace: shop, until: 2026-02-30 | false",
        "namespace: garden, until: 2027-01-01 | false",
        "namespace: shop, stack: web, until: 2027-01-01 | true",
        "namespace: shop, stack: api, until: 2027-01-01 | false",
        "namespace: shop, addresses: [a_b.*], until: 2027-01-01 | true",
        "namespace: shop, addresses: [a_b.d], until: 2027-01-01 | false",
      })
  @Tag("R-POL-5")
  void exemption_isOfAStackUntilADay(String exempt, boolean inForce) {
    observe("sizes", 1, "exempt: [{%s, reason: because}]".formatted(exempt));

    var sizes = policies.of(new StackKey("shop", "web")).getFirst();
    assertThat(sizes.exemption(InstanceAddress.parse("a_b.c[0]")).isPresent()).isEqualTo(inForce);
  }

  private List<String> names(String namespace) {
    return policies.of(new StackKey(namespace, "web")).stream().map(PolicyConfig::name).toList();
  }

  private Optional<List<Diagnostic>> observe(String name, long generation, String more) {
    return policies.observe(policy(name, generation, more));
  }

  private static Policy policy(String name, long generation, String more) {
    return Serialization.unmarshal(
        """
        metadata: {name: %s, uid: u, generation: %d}
        spec:
          rules: [{name: one, condition: "${planned.size != 'large'}", errorMessage: Too large.}]
          %s
        """
            .formatted(name, generation, more),
        Policy.class);
  }
}
