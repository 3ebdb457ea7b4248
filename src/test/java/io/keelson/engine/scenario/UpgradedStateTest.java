package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.DeferralCause;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.Provider.Upgraded;
import io.keelson.engine.schema.Block;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.testing.ProviderDecorator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Objects that an earlier version of their provider wrote.
final class UpgradedStateTest {
  private static final String SAME =
      """
      story: Nothing has changed but the provider.
      prior:
        server.web: {id: s-1, size: small, schemaVersion: 1}
      config:
        server.web: {size: small}
      """;

  /// A provider whose types have version 2, in which tokens are secret.
  private static final class Newer extends ProviderDecorator {
    private final UnaryOperator<Value> upgrade;

    Newer(Provider real, UnaryOperator<Value> upgrade) {
      super(real);
      this.upgrade = upgrade;
    }

    @Override
    public Optional<Schema> schema(String type) {
      return super.schema(type)
          .filter(_ -> !type.equals("forgotten"))
          .map(schema -> new Schema(2, withSecretToken(schema.root())));
    }

    private static Block withSecretToken(Block root) {
      var attributes = new TreeMap<>(root.attributes());
      attributes.computeIfPresent("token", (_, token) -> token.asSensitive());
      return new Block(attributes, root.blocks());
    }

    @Override
    public Answer<Upgraded> upgrade(String type, RawState stored) {
      return switch (super.upgrade(type, stored)) {
        case Answer.Given(Upgraded(var value, var warnings)) ->
            Answer.of(new Upgraded(upgrade.apply(value), warnings));
        case Answer.Deferred<Upgraded> deferred -> deferred;
        case Answer.Failed<Upgraded> failed -> failed;
      };
    }
  }

  private static Overheard stack(String yaml, UnaryOperator<Value> upgrade)
      throws JsonValues.NotAValue {
    return Overheard.of(yaml, provider -> new Newer(provider, upgrade));
  }

  @Test
  @Tag("R-STATE-11")
  @Tag("R-STATE-13")
  @Tag("R-ART-3")
  void olderState_isUpgradedBeforeItIsReadAndThatAloneIsNothingToDo() throws JsonValues.NotAValue {
    var stack = stack(SAME, value -> value);

    var planned = stack.plan();

    assertThat(stack.calls).containsExactly("upgrade", "read", "validate", "plan");
    assertThat(stack.upgraded.getFirst().schemaVersion()).isEqualTo(1);
    assertThat(planned.plan().effective()).isEmpty();
    assertThat(stack.apply(planned).state()).isEqualTo(stack.prior());
  }

  /// The record gets the secret, so that the store seals it; nobody has to approve that.
  @Test
  @Tag("R-SENS-1")
  @Tag("R-PLAN-11")
  void secretThatOnlyTheNewSchemaKnows_isNothingToDoAndSealed() throws JsonValues.NotAValue {
    var stack =
        stack(
            """
            story: Until now nobody knew that the token is a secret.
            prior:
              server.web: {id: s-1, size: small, token: x, schemaVersion: 1}
            config:
              server.web: {size: small, token: x}
            """,
            value -> value);

    var planned = stack.plan();

    assertThat(planned.plan().effective()).isEmpty();
    assertThat(PlanText.of(planned.plan())).doesNotContain("\"x\"");
    var applied = stack.apply(planned).state();
    var object = applied.instances().firstEntry().getValue().current().orElseThrow();
    assertThat(object.sensitive().all()).containsExactly(AttributePath.of("token"));
    assertThat(object.attributes().schemaVersion()).isEqualTo(2);
    assertThat(stack.plan(applied).plan().bookkeeping()).isEmpty();
  }

  /// Each upgrade gives another reading, to which somebody refers.
  private static Overheard unsteady(int version) throws JsonValues.NotAValue {
    var count = new AtomicInteger();
    return stack(
        """
        story: A reading is taken anew by each upgrade.
        provider: {server: {computed: [reading]}}
        prior:
          server.web: {id: s-1, size: small, reading: t-0, schemaVersion: VERSION}
          label.one: {id: l-1, text: t-0, schemaVersion: 2}
        config:
          server.web: {size: small}
          label.one: {text: "${server.web.reading}"}
        """
            .replace("VERSION", Integer.toString(version)),
        value ->
            ((Mapping) value)
                .mapValues((name, each) ->
                    name.equals("reading") ? Value.text("t-" + count.incrementAndGet()) : each));
  }

  @Test
  @Tag("R-STATE-11")
  void upgradeThatNeverRepeatsOfWhatHasTheCurrentForm_isWhatIsStored() throws JsonValues.NotAValue {
    var stack = unsteady(2);

    var planned = stack.plan(stack.prior(), PlanOptions.Refresh.AFFECTED);

    assertThat(planned.plan().effective()).isEmpty();
    assertThat(planned.plan().bookkeeping()).doesNotContainKey(InstanceAddress.parse("server.web"));
  }

  /// What the first plan was made from is stored, so the next one is made from that, too.
  @Test
  @Tag("R-STATE-11")
  @Tag("R-PLAN-19")
  void upgradeThatNeverRepeatsOfAnOlderForm_isStoredOnce() throws JsonValues.NotAValue {
    var stack = unsteady(1);

    var first = stack.plan(stack.prior(), PlanOptions.Refresh.AFFECTED);
    var second = stack.plan(first.plan().refreshed(), PlanOptions.Refresh.AFFECTED);

    assertThat(first.plan().effective()).hasSize(1);
    assertThat(first.plan().bookkeeping().keySet())
        .containsExactly(InstanceAddress.parse("server.web"));
    assertThat(second.plan().digest()).isEqualTo(first.plan().digest());
    assertThat(second.plan().bookkeeping()).isEmpty();
    assertThat(stack.apply(first).complete()).isTrue();
  }

  @Test
  @Tag("R-STATE-15")
  void orphansAndDeposedObjects_areUpgradedToo() throws JsonValues.NotAValue {
    var stack =
        stack(
            """
            story: A server goes, and an old one that was left behind.
            prior:
              server.web:                {id: s-1, size: small, schemaVersion: 1}
              server.web (deposed s-0):  {size: small, schemaVersion: 1}
            config: {}
            """,
            value -> value);

    stack.plan();

    assertThat(stack.upgraded).hasSize(2).allMatch(each -> each.schemaVersion() == 1);
  }

  @Test
  @Tag("R-STATE-15")
  void objectWhoseProviderIsGone_asksToKeepIt() throws JsonValues.NotAValue {
    var stack =
        stack(
            """
            story: Nobody knows this type any more.
            prior:
              forgotten.one: {id: f-1}
            config: {}
            """,
            value -> value);

    var planned = stack.plan();

    assertThat(planned.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.UNKNOWN_TYPE);
          assertThat(each.subject().toString()).isEqualTo("forgotten.one");
          assertThat(each.detail()).contains("Keep the provider until its objects are gone");
        });
    assertThat(planned.plan().changes()).isEmpty();
  }

  @Test
  @Tag("R-CHK-1")
  void upgradeThatLeavesSomethingUnknown_isTheProvidersFault() throws JsonValues.NotAValue {
    isRefused(
        stack(
                SAME,
                value ->
                    Value.object(
                        Map.of("id", Value.text("s-1"), "size", Value.unknown(Types.STRING))))
            .plan(),
        "size");
  }

  @Test
  @Tag("R-CHK-1")
  @Tag("R-STATE-12")
  void upgradeToAWrongType_isTheProvidersFault() throws JsonValues.NotAValue {
    isRefused(
        stack(SAME, value -> Value.object(Map.of("id", Value.text("s-1"), "size", Value.number(1))))
            .plan(),
        "size");
  }

  /// A provider that has to be configured before it can read what is stored, and is not yet.
  private static final class Waiting extends ProviderDecorator {
    Waiting(Provider real) {
      super(real);
    }

    @Override
    public Answer<Upgraded> upgrade(String type, RawState stored) {
      return new Answer.Deferred<>(
          new Deferral(Deferral.Reason.PROVIDER_CONFIG_UNKNOWN, List.of()));
    }
  }

  @Test
  @Tag("R-DEFER-1")
  void stateThatCannotBeReadYet_isLeftToALaterPlan() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: One server is declared, of another one the declaration is gone.
            prior:
              server.web: {id: s-1, size: small}
              server.old: {id: s-2, size: small}
            config:
              server.web: {size: large}
            """,
            Waiting::new);

    var planned = stack.plan();

    assertThat(planned.diagnostics()).isEmpty();
    assertThat(planned.plan().changes()).isEmpty();
    assertThat(planned.plan().deferred().values())
        .hasSize(2)
        .containsOnly(new DeferralCause.ByProvider(Deferral.Reason.PROVIDER_CONFIG_UNKNOWN));
    assertThat(planned.plan().refreshed()).isEqualTo(planned.plan().prior());
  }

  private static void isRefused(PlanOutcome planned, String path) {
    assertThat(planned.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.PROVIDER_CONTRACT);
          assertThat(each.path().toString()).isEqualTo(path);
        })
        .extracting(Diagnostic::detail)
        .asString()
        .contains("\"fake\"");
    assertThat(planned.plan().changes()).isEmpty();
    assertThat(planned.plan().refreshed()).isEqualTo(planned.plan().prior());
  }
}
