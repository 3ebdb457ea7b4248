package io.keelson.engine.scenario;

import static io.keelson.engine.scenario.WebServer.UPDATE;
import static io.keelson.engine.scenario.WebServer.WEB;
import static io.keelson.engine.scenario.WebServer.change;
import static io.keelson.engine.scenario.WebServer.current;
import static io.keelson.engine.scenario.WebServer.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.provider.Sighting;
import io.keelson.engine.state.RawState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.testing.ProviderDecorator;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What providers answer, and what of it becomes part of the records.
final class ProviderAnswersTest {
  @Test
  @Tag("R-ART-10")
  @Tag("R-ART-8")
  void privateData_goesFromReadToPlanToApplyToTheRecord() throws JsonValues.NotAValue {
    var stack = Overheard.of(UPDATE + "failures: {read s-1: {answer: {}}}");

    var planned = stack.plan();
    assertThat(stack.plans.getFirst().privateData()).isEqualTo(Bytes.utf8("private as read"));

    var applied = stack.apply(planned);
    assertThat(stack.applies.getFirst().privateData()).isEqualTo(Bytes.utf8("planned"));
    assertThat(current(applied).privateData()).isEqualTo(Bytes.utf8("private of s-1"));
    assertThat(stack.stored(current(applied), "server").attribute("size"))
        .isEqualTo(Value.text("large"));
  }

  /// Tells who an object is when it reads it, and not again when it changes it.
  private static final class Identifying extends ProviderDecorator {
    static final RawState IDENTITY = new RawState(0, Bytes.utf8("{\"arn\":\"s-1\"}"));

    Identifying(Provider real) {
      super(real);
    }

    @Override
    public Answer<Sighting> read(ReadRequest request) {
      return super.read(request)
              instanceof Answer.Given(Sighting.Found(var found, _, _, var warnings))
          ? Answer.of(
              new Sighting.Found(
                  new Prior(found.value(), found.privateData(), Optional.of(IDENTITY)), warnings))
          : Answer.of(new Sighting.Gone());
    }
  }

  @Test
  @Tag("R-ART-10")
  void identityThatAnUpdateDoesNotTellAgain_isKept() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(UPDATE + "failures: {read s-1: {answer: {size: medium}}}", Identifying::new);

    var applied = stack.apply(stack.plan());

    assertThat(stack.plans.getFirst().identity()).contains(Identifying.IDENTITY);
    assertThat(current(applied).identity()).contains(Identifying.IDENTITY);
  }

  @Test
  @Tag("R-ART-10")
  void identityOfAReplacedObject_isNotThatOfItsSuccessor() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            UPDATE
                + "failures: {read s-1: {answer: {size: medium}}}\n"
                + "provider: {server: {requiresReplace: [size]}}\n",
            Identifying::new);

    var applied = stack.apply(stack.plan());

    assertThat(current(applied).identity()).isEmpty();
  }

  @Test
  @Tag("R-ART-13")
  @Tag("R-SENS-3")
  void secrets_reachTheProviderWithoutMarksAndComeBackWithThem() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: A server with a password.
            config:
              variable.secret: {value: hidden, sensitive: true}
              server.web: {password: "${variable.secret}"}
            """);

    var planned = stack.plan();
    var applied = stack.apply(planned);

    assertThat(change(planned.plan()).after().orElseThrow().marked()).isTrue();
    var asked = stack.applies.getFirst();
    assertThat(asked.planned().marked()).isFalse();
    assertThat(text(asked.config().value(), "password")).isEqualTo("hidden");
    assertThat(asked.config().value().marked()).isFalse();
    assertThat(current(applied).sensitive().all()).containsExactly(AttributePath.of("password"));
  }

  @Test
  @Tag("R-ART-2")
  @Tag("R-ART-4")
  @Tag("R-ART-12")
  void whatWasRead_isBesideWhatWasStored() throws JsonValues.NotAValue {
    var stack = Overheard.of(UPDATE + "failures: {read s-1: {answer: {size: medium}}}");
    var before = stack.prior();

    var planned = stack.plan().plan();

    assertThat(planned.prior()).isSameAs(before);
    var stored = planned.prior().instance(WEB).current().orElseThrow();
    assertThat(text(stack.stored(stored, "server"), "size")).isEqualTo("small");
    var read = planned.refreshed().instance(WEB).current().orElseThrow();
    assertThat(text(stack.stored(read, "server"), "size")).isEqualTo("medium");
    assertThat(text(stack.plans.getFirst().prior(), "size")).isEqualTo("medium");
    var change = change(planned);
    assertThat(text(change.after().orElseThrow(), "size")).isEqualTo("large");
    assertThat(stack.calls).doesNotContain("begin", "keep");
  }

  @Test
  @Tag("R-APPLY-53")
  @Tag("R-APPLY-52")
  void createThatIsInterruptedHalfWay_isTainted() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: A stop is asked for, and the provider gives up half way.
            config:
              server.web: {size: small}
              server.xyz: {size: small}
            stop: create server.web
            failures:
              create server.web: {error: interrupted, object: {}}
            """);

    var applied = stack.apply(stack.plan());

    assertThat(applied.stopped()).isTrue();
    assertThat(current(applied).tainted()).isTrue();
    assertThat(applied.state().instances()).containsOnlyKeys(WEB);
  }
}
