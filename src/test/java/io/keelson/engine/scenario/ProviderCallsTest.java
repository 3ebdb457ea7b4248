package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.Step;
import io.keelson.engine.provider.ApplyRequest;
import io.keelson.engine.provider.PlanAnswer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.Prior;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.provider.ReadAnswer;
import io.keelson.engine.provider.ReadRequest;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.StackState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import io.keelson.testing.ProviderDecorator;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What providers are told, in which order, and with what around each call in the journal.
final class ProviderCallsTest {
  private static final InstanceAddress WEB = InstanceAddress.parse("server.web");

  private static final String UPDATE =
      """
      story: A larger server.
      prior:
        server.web: {id: s-1, size: small, private: before}
      config:
        server.web: {size: large}
      """;

  @Test
  @Tag("R-ART-11")
  @Tag("R-APPLY-50")
  void update_hasItsCallsInOrder() throws JsonValues.NotAValue {
    var stack = Overheard.of(UPDATE);

    var planned = stack.plan();
    assertThat(stack.calls).containsExactly("upgrade", "read", "validate", "plan");

    stack.apply(planned);
    assertThat(stack.calls)
        .containsExactly("upgrade", "validate", "plan", "begin", "apply", "finish");
  }

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

  @Test
  @Tag("R-PUL-40")
  void timeouts_goWithTheCallsThatTheyAreDeclaredFor() throws JsonValues.NotAValue {
    var timeouts =
        "lifecycle: {timeouts: {create: PT1M, update: PT2M, read: PT4M, delete: PT3M}}}\n";

    var updated = Overheard.of(UPDATE.replace("large}\n", "large, " + timeouts));
    var planned = updated.plan();
    assertThat(updated.reads.getFirst().timeout()).contains(Duration.ofMinutes(4));
    updated.apply(planned);
    assertThat(updated.applies.getFirst().timeout()).contains(Duration.ofMinutes(2));

    var replaced =
        Overheard.of(
            UPDATE.replace("large}\n", "large, " + timeouts)
                + "provider: {server: {requiresReplace: [size]}}\n");
    replaced.apply(replaced.plan());
    assertThat(replaced.applies)
        .extracting(ApplyRequest::timeout)
        .containsExactly(Optional.of(Duration.ofMinutes(3)), Optional.of(Duration.ofMinutes(1)));
  }

  @Test
  @Tag("R-PUL-40")
  void removedObject_isDestroyedInTheTimeThatIsStoredWithIt() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: A server that nobody declares any more.
            prior:
              server.web: {id: s-1, size: small, lifecycle: {deleteTimeout: PT3M}}
            config: {}
            """);

    stack.apply(stack.plan());

    assertThat(stack.applies.getFirst().timeout()).contains(Duration.ofMinutes(3));
  }

  /// Tells who an object is when it reads it, and not again when it changes it.
  private static final class Identifying extends ProviderDecorator {
    static final RawState IDENTITY = new RawState(0, Bytes.utf8("{\"arn\":\"s-1\"}"));

    Identifying(Provider real) {
      super(real);
    }

    @Override
    public ReadAnswer read(ReadRequest request) {
      return super.read(request) instanceof ReadAnswer.Found(var found, _, _, var warnings)
          ? new ReadAnswer.Found(
              new Prior(found.value(), found.privateData(), Optional.of(IDENTITY)), warnings)
          : new ReadAnswer.Gone();
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

  private static Change change(Plan plan) {
    return Objects.requireNonNull(plan.changes().get(ObjectRef.current(WEB)));
  }

  private static ObjectState current(ApplyOutcome applied) {
    return applied.state().instance(WEB).current().orElseThrow();
  }

  @Test
  @Tag("R-PLAN-5")
  @Tag("R-PLAN-6")
  @Tag("R-IGN-2")
  @Tag("R-IGN-8")
  void ignoredChange_isValidatedAndNotPlanned() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: The size is not to be changed, the name is, and the zone is the provider's.
            prior:
              server.web: {id: s-1, size: small, name: a, zone: eu}
            config:
              server.web: {size: huge, name: b, lifecycle: {ignoreChanges: [size]}}
            provider: {server: {computed: [zone]}}
            """);

    stack.plan();

    assertThat(text(stack.validated.getFirst().value(), "size")).isEqualTo("huge");
    var asked = stack.plans.getFirst();
    assertThat(text(asked.config().value(), "size")).isEqualTo("small");
    assertThat(text(asked.proposed().value(), "size")).isEqualTo("small");
    assertThat(text(asked.proposed().value(), "name")).isEqualTo("b");
    assertThat(text(asked.proposed().value(), "zone")).isEqualTo("eu");
  }

  private static String text(Value object, String attribute) {
    return ((Value.Text) ((Mapping) object).attribute(attribute)).text();
  }

  @Test
  @Tag("R-PLAN-9")
  @Tag("R-MERGE-7")
  @Tag("R-ART-11")
  void replace_isPlannedOnceMoreFromNothing() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: Another image needs another server, and the size counts again.
            prior:
              server.web: {id: s-1, image: a, size: small, private: before}
            config:
              server.web: {image: b, size: large, lifecycle: {ignoreChanges: [size]}}
            provider: {server: {requiresReplace: [image]}}
            """);

    stack.plan();

    assertThat(stack.calls).containsExactly("upgrade", "read", "validate", "plan", "plan");
    assertThat(text(stack.plans.getFirst().config().value(), "size")).isEqualTo("small");
    var anew = stack.plans.getLast();
    assertThat(anew.prior().isNull()).isTrue();
    assertThat(anew.privateData()).isEqualTo(Bytes.utf8("planned"));
    assertThat(text(anew.config().value(), "size")).isEqualTo("large");
    assertThat(((Mapping) anew.proposed().value()).attribute("id").isNull()).isTrue();
  }

  @Test
  @Tag("R-PLAN-4")
  void taintedObject_isPlannedLikeNone() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: The server was not finished.
            prior:
              server.web: {id: s-1, size: small, private: before, tainted: true}
            config:
              server.web: {size: small}
            """);

    stack.plan();

    assertThat(stack.plans)
        .singleElement()
        .satisfies(asked -> {
          assertThat(asked.prior().isNull()).isTrue();
          assertThat(asked.privateData()).isEqualTo(Bytes.NONE);
        });
  }

  @Test
  @Tag("R-MERGE-9")
  @Tag("R-PLAN-37")
  @Tag("R-APPLY-18")
  void destroy_proposesNothing() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: The server is not needed any more.
            prior:
              server.web: {id: s-1, size: small, private: before}
            config: {}
            """);

    var planned = stack.plan();
    assertThat(stack.calls).containsExactly("upgrade", "read", "plan");
    var asked = stack.plans.getFirst();
    assertThat(asked.config().value().isNull()).isTrue();
    assertThat(asked.proposed().value().isNull()).isTrue();
    assertThat(text(asked.prior(), "size")).isEqualTo("small");
    var change = change(planned.plan());
    assertThat(change.after()).isEmpty();
    assertThat(change.privateData()).isEqualTo(Bytes.utf8("planned"));

    var applied = stack.apply(planned);
    assertThat(stack.calls).containsExactly("upgrade", "plan", "begin", "apply", "finish");
    var done = stack.applies.getFirst();
    assertThat(text(done.prior(), "id")).isEqualTo("s-1");
    assertThat(done.planned().isNull()).isTrue();
    assertThat(done.config().value().isNull()).isTrue();
    assertThat(done.privateData()).isEqualTo(Bytes.utf8("planned"));
    assertThat(applied.state().instances()).isEmpty();
  }

  @Test
  @Tag("R-APPLY-19")
  @Tag("R-STATE-15")
  void deposedObject_isUpgradedAndPlannedAgainBeforeItIsDestroyed() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: An old server was left behind.
            prior:
              server.web (deposed s-0): {size: small}
            config: {}
            """);

    stack.apply(stack.plan());

    assertThat(stack.calls).containsExactly("upgrade", "plan", "begin", "apply", "finish");
    assertThat(stack.plans.getFirst().proposed().value().isNull()).isTrue();
    assertThat(text(stack.applies.getFirst().prior(), "id")).isEqualTo("s-0");
  }

  @Test
  @Tag("R-APPLY-10")
  void oldObject_isSetAsideInTheWriteThatBeginsTheCreate() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: Another image needs another server, and that comes first.
            prior:
              server.web: {id: s-1, image: a, lifecycle: {createBeforeDestroy: true}}
            config:
              server.web: {image: b, lifecycle: {createBeforeDestroy: true}}
            provider: {server: {requiresReplace: [image]}}
            """);
    var old = stack.prior().instance(WEB).current().orElseThrow();

    stack.apply(stack.plan());

    assertThat(stack.calls.subList(0, 5))
        .containsExactly("validate", "plan", "begin", "apply", "finish");
    assertThat(stack.begun.getFirst().current()).isEmpty();
    assertThat(stack.begun.getFirst().deposed().values()).containsExactly(old);
    assertThat(stack.applies.getFirst().isCreate()).isTrue();
    assertThat(stack.applies.getLast().isDestroy()).isTrue();
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
  @Tag("R-APPLY-51")
  @Tag("R-PLAN-1")
  void nothingToDo_isAChangeOfThePlanAndWritesNothing() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: All is as declared.
            prior:
              server.web: {id: s-1, size: small}
            config:
              server.web: {size: small}
            """);

    var planned = stack.plan();
    assertThat(change(planned.plan()).action()).isEqualTo(new Action.NoOp());

    var applied = stack.apply(planned);
    assertThat(stack.calls).isEmpty();
    assertThat(applied.state()).isEqualTo(stack.prior());
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

  /// Steps without their order: the server's turn comes before the network exists.
  @Test
  @Tag("R-CHK-12")
  @Tag("R-UNK-11")
  @Tag("R-DIAG-8")
  void configurationThatIsNotKnownWhenItsTurnComes_isAMistakeOfKeelson()
      throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: The server uses the network.
            config:
              server.web:   {network: "${switch.main.id}"}
              switch.main: {note: a}
            """);
    var planned = stack.plan();

    var applied = stack.apply(new PlanOutcome(withoutOrder(planned.plan()), List.of()));

    assertThat(applied.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.subject()).isEqualTo(Subject.of(WEB));
          assertThat(each.detail()).contains("mistake in Keelson", "report");
        });
    assertThat(stack.applies).extracting(each -> each.type()).containsExactly("switch");
  }

  private static Plan withoutOrder(Plan plan) {
    var steps = Graph.<Step>builder();
    plan.steps().nodes().forEach(steps::node);
    return new Plan(
        plan.prior(),
        plan.partial(),
        plan.moves(),
        plan.changes(),
        steps.build(),
        plan.data(),
        plan.refreshed(),
        plan.bookkeeping(),
        plan.outputs(),
        plan.checks(),
        plan.deviations(),
        plan.leaves(),
        plan.deferred(),
        plan.digest(),
        plan.pending(),
        plan.configurations());
  }

  @Test
  @Tag("DEV-7")
  void approval_outlivesChangesItIsNotAbout() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: A larger server, and a disk that has nothing to do with it.
            prior:
              server.web: {id: s-1, size: small}
              server.xyz: {id: s-2, size: small}
            config:
              server.web: {size: large}
              server.xyz: {size: small}
            """);
    var approved = stack.plan().plan();
    var xyz = InstanceAddress.parse("server.xyz");
    var elsewhere = new TreeMap<>(stack.prior().instances());
    elsewhere.computeIfPresent(xyz, (_, state) -> state.writtenBy("another run"));

    var later = stack.plan(new StackState(elsewhere, stack.prior().outputs())).plan();

    assertThat(later.prior()).isNotEqualTo(approved.prior());
    assertThat(later.digest()).isEqualTo(approved.digest());
  }

  @Test
  @Tag("R-PLAN-17")
  @Tag("R-DIAG-6")
  void warningOfBothPlansOfAReplace_isToldOnce() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: The provider warns of the old image whenever it plans.
            prior:
              server.web: {id: s-1, image: a}
            config:
              server.web: {image: b}
            provider: {server: {requiresReplace: [image]}}
            """,
            provider -> new Warning(provider, Diagnostic::asWarning));

    var planned = stack.plan();

    assertThat(stack.plans).hasSize(2);
    assertThat(planned.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.subject()).isEqualTo(Subject.of(WEB));
          assertThat(each.path()).isEqualTo(AttributePath.of("image"));
          assertThat(each.isError()).isFalse();
        });
    assertThat(planned.plan().changes()).containsKey(ObjectRef.current(WEB));
  }

  @Test
  @Tag("R-DIAG-3")
  void problemOfAProvider_getsTheAddressAndKeepsItsPath() throws JsonValues.NotAValue {
    var stack = Overheard.of(UPDATE, provider -> new Warning(provider, each -> each));

    assertThat(stack.plan().diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.subject()).isEqualTo(Subject.of(WEB));
          assertThat(each.path()).isEqualTo(AttributePath.of("image"));
          assertThat(each.code()).isEqualTo(Code.PROVIDER_ERROR);
        });
  }

  /// Complains about the image, without saying whose.
  private static final class Warning extends ProviderDecorator {
    private final java.util.function.UnaryOperator<Diagnostic> kind;

    Warning(Provider real, java.util.function.UnaryOperator<Diagnostic> kind) {
      super(real);
      this.kind = kind;
    }

    @Override
    public PlanAnswer plan(PlanRequest request) {
      var found =
          kind.apply(
              Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "Old image", "It is old.")
                  .at(AttributePath.of("image")));
      if (found.isError()) return new PlanAnswer.Failed(List.of(found));
      var answer = (PlanAnswer.Planned) super.plan(request);
      return new PlanAnswer.Planned(
          answer.value(),
          answer.requiresReplace(),
          answer.privateData(),
          answer.legacy(),
          List.of(found));
    }
  }
}
