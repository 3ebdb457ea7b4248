package io.keelson.engine.scenario;

import static io.keelson.engine.scenario.WebServer.UPDATE;
import static io.keelson.engine.scenario.WebServer.WEB;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.Graph;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.Step;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.Provider;
import io.keelson.json.JsonValues;
import io.keelson.testing.ProviderDecorator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Problems that come up around the calls of providers: who is told what, and how often.
final class ProviderProblemsTest {
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

  private static final String SURPRISE =
      """
      story: The provider of the disk moves it to another zone than the plan showed.
      prior:
        disk.data:  {id: d-1, kind: slow, zone: eu}
        server.web: {id: s-1, size: small, network: eu}
      config:
        disk.data:  {kind: fast}
        server.web: {size: large, network: "${disk.data.zone}"}
      provider: {disk: {promise: legacy, computed: [zone]}, server: SERVER}
      failures:
        update disk.data: {answer: {zone: us}}
      """;

  @Test
  @Tag("R-PRG-4")
  void valueThatCameOtherwise_isToldByTheObjectThatItIsOf() throws JsonValues.NotAValue {
    var stack = Overheard.of(SURPRISE.replace("SERVER", "{}"));

    assertThat(stack.apply(stack.plan()).diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.subject()).isEqualTo(Subject.of(WEB));
          assertThat(each.path()).isEqualTo(AttributePath.of("network"));
          assertThat(each.detail())
              .contains("'disk.data'", "something else would be set", "planned anew")
              .doesNotContain("bug");
        });
  }

  @Test
  @Tag("R-PRG-4")
  void valueThatCameOtherwise_isToldWhereItChangesTheAction() throws JsonValues.NotAValue {
    var stack = Overheard.of(SURPRISE.replace("SERVER", "{requiresReplace: [network]}"));

    assertThat(stack.apply(stack.plan()).diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.INCONSISTENT_FINAL_PLAN);
          assertThat(each.detail())
              .contains("'disk.data'", "the action would be", "planned anew")
              .doesNotContain("bug");
        });
  }

  /// Nobody's change fails of it, and yet somebody has approved the plan for that value.
  @Test
  @Tag("R-PRG-4")
  void valueThatCameOtherwise_isToldByItsAttributeAlone() throws JsonValues.NotAValue {
    var stack =
        Overheard.of(
            """
            story: Two values of the disk come otherwise than they were foreseen.
            config:
              disk.data: {zone: eu, tags: {owner-of-it: me}}
            provider: {disk: {promise: foreseen, types: {tags: map}, sensitive: [tags]}}
            failures:
              create disk.data: {answer: {zone: us, tags: {owner-of-it: you}}}
            """);

    var applied = stack.apply(stack.plan());

    assertThat(applied.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.isError()).isFalse();
          assertThat(each.detail()).contains("for tags, zone.", "no bug").doesNotContain("owner");
        });
  }

  /// What it uses came as it was planned: the provider itself is not of one mind.
  @Test
  @Tag("R-PRG-4")
  void providerThatNeedNotBeExact_isNotBlamedForForeseeingSomethingElse()
      throws JsonValues.NotAValue {
    var told = foreseeingAnotherZone("{promise: legacy, optionalComputed: [zone]}");

    assertThat(told).contains("no bug", "planned anew").doesNotContain("This is a bug");
    assertThat(foreseeingAnotherZone("{optionalComputed: [zone]}")).contains("This is a bug");
  }

  /// Where the server will be is no part of what is declared, so nothing else is done than was
  /// approved.
  @Test
  @Tag("R-PRG-4")
  void objectWhoseOwnValuesAreForeseenOtherwise_isMadeAllTheSame() throws JsonValues.NotAValue {
    var stack = anotherZone("{promise: foreseen, computed: [zone]}");

    var applied = stack.apply(stack.plan());

    assertThat(applied.state().instance(WEB).current()).isPresent();
    assertThat(applied.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.isError()).isFalse();
          assertThat(each.detail()).contains("for zone.", "no bug");
        });
  }

  @Test
  @Tag("R-PRG-4")
  void objectThatWouldBeMadeWithAnotherInput_isNotMade() throws JsonValues.NotAValue {
    assertThat(foreseeingAnotherZone("{promise: foreseen, optionalComputed: [zone]}"))
        .contains("no bug", "planned anew");
  }

  private static Overheard anotherZone(String server) throws JsonValues.NotAValue {
    return Overheard.of(
        """
        story: The final plan has another zone than the approved one.
        config:
          switch.main: {note: a}
          server.web:  {network: "${switch.main.note}"}
        provider: {server: SERVER}
        failures:
          plan server.web: {answer: {zone: eu}}
          final plan server.web: {answer: {zone: us}}
        """
            .replace("SERVER", server));
  }

  private static String foreseeingAnotherZone(String server) throws JsonValues.NotAValue {
    var stack = anotherZone(server);
    var applied = stack.apply(stack.plan());
    assertThat(applied.diagnostics())
        .singleElement()
        .extracting(Diagnostic::path)
        .isEqualTo(AttributePath.of("zone"));
    return applied.diagnostics().getFirst().detail();
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
        plan.configurations(),
        plan.registered());
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
    public Answer<PlannedState> plan(PlanRequest request) {
      var found =
          kind.apply(
              Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "Old image", "It is old.")
                  .at(AttributePath.of("image")));
      if (found.isError()) return Answer.failed(found);
      var answer = super.plan(request).given().orElseThrow();
      return Answer.of(
          new PlannedState(
              answer.value(),
              answer.requiresReplace(),
              answer.privateData(),
              answer.promise(),
              List.of(found)));
    }
  }
}
