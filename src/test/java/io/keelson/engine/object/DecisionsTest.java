package io.keelson.engine.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.InstancePlanner.Decided;
import io.keelson.engine.object.InstancePlanner.Existing;
import io.keelson.engine.object.InstancePlanner.Question;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.SensitivePaths;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import io.keelson.testing.FakeProvider;
import io.keelson.testing.FakeType;
import io.keelson.testing.FakeWorld;
import io.keelson.testing.ProviderDecorator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// How often a provider is asked in the rounds of a plan.
@Tag("R-PRG-20")
final class DecisionsTest {
  private static final InstanceAddress WEB = InstanceAddress.parse("server.web");
  private static final Schema SCHEMA =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                  "size", Attribute.of(Types.STRING, Presence.OPTIONAL))));
  private static final Value SMALL = server(Value.nothing(Types.STRING), "small");
  private static final Value LARGE = server(Value.nothing(Types.STRING), "large");
  private static final Existing SMALL_ONE =
      new Existing(
          server(Value.text("s-1"), "small"),
          Bytes.NONE,
          Optional.empty(),
          ObjectState.Status.READY,
          SensitivePaths.NONE);

  private final Asked provider =
      new Asked(
          new FakeProvider(
              new FakeWorld(),
              new TreeMap<>(
                  Map.of(
                      "server",
                      new FakeType(
                          "server",
                          SCHEMA,
                          new TreeSet<>(),
                          new TreeSet<>(),
                          CreateRecovery.FINDABLE))),
              new JsonStateCodec(),
              Map.of(),
              _ -> {}));
  private final Decisions decisions = Decisions.ofRounds();

  private static Value server(Value id, String size) {
    return Value.object(Map.of("id", id, "size", Value.text(size)));
  }

  private static final class Asked extends ProviderDecorator {
    private int plans;
    private boolean fails;

    private Asked(Provider real) {
      super(real);
    }

    @Override
    public Answer<PlannedState> plan(PlanRequest request) {
      plans++;
      if (fails)
        return Answer.failed(
            Diagnostic.error(Code.PROVIDER_ERROR, Subject.of(WEB), "Not now", "In a moment."));
      return super.plan(request);
    }
  }

  private Answer<Decided> decide(Value declared, Optional<Existing> existing, Reason forced) {
    var config =
        new ResourceConfig(
            WEB.resource(),
            Expression.constant(declared),
            new Repetition.Single(),
            List.of(),
            Lifecycle.PLAIN,
            Optional.empty(),
            0,
            List.of());
    var question =
        new Question(
            WEB, config, Scope.WITHOUT_NAMES, existing, forced, ReplaceOrder.DESTROY_FIRST);
    return decisions.by(new InstancePlanner(provider, SCHEMA), question);
  }

  private Answer<Decided> decide(Value declared) {
    return decide(declared, Optional.empty(), Reason.NONE);
  }

  @Test
  void sameQuestion_isDecidedOnce() {
    var first = decide(SMALL);
    var second = decide(SMALL);

    assertThat(second).isEqualTo(first);
    assertThat(first.is(each -> !each.isQuiet())).isTrue();
    assertThat(provider.plans).isEqualTo(1);
  }

  @Test
  void whatIsDeclaredOtherwise_isDecidedAnew() {
    var first = decide(SMALL);

    assertThat(decide(LARGE)).isNotEqualTo(first);
    assertThat(provider.plans).isEqualTo(2);
  }

  @Test
  void whatIsSecretNow_isDecidedAnew() {
    decide(SMALL);

    decide(SensitiveOption.mark(WEB, List.of(PathPattern.parse("size")), SMALL));

    assertThat(provider.plans).isEqualTo(2);
  }

  @Test
  void anObjectThatIsThereNow_isDecidedAbout() {
    decide(SMALL);

    assertThat(decide(SMALL, Optional.of(SMALL_ONE), Reason.NONE).is(Decided::isQuiet)).isTrue();
  }

  @Test
  void whatHasToBeReplacedNow_isDecidedAnew() {
    decide(SMALL, Optional.of(SMALL_ONE), Reason.NONE);

    assertThat(
            decide(SMALL, Optional.of(SMALL_ONE), Reason.BY_TRIGGERS)
                .is(each -> each.reason() == Reason.BY_TRIGGERS))
        .isTrue();
  }

  @Test
  void whatFailed_isAskedAgain() {
    provider.fails = true;
    assertThat(decide(SMALL)).isInstanceOf(Answer.Failed.class);
    provider.fails = false;

    assertThat(decide(SMALL).is(each -> !each.isQuiet())).isTrue();
    assertThat(provider.plans).isEqualTo(2);
  }
}
