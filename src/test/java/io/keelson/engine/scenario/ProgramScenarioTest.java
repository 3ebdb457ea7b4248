package io.keelson.engine.scenario;

import static io.keelson.testing.FakePrograms.attribute;
import static io.keelson.testing.RegistrationOptionsBuilder.options;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.PlanJson;
import io.keelson.testing.FakePrograms;
import io.keelson.testing.FakePrograms.ProgramFailed;
import io.keelson.testing.FakeWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Components that are programs: what they register is planned and done as if it was declared.
@Timeout(60)
final class ProgramScenarioTest {
  private final RegionalStack stack = new RegionalStack();
  private final FakePrograms programs = stack.systems.programs();

  @BeforeEach
  void nothingElseIsDeclared() {
    stack.resources.clear();
    programs.add("thing_app", ProgramScenarioTest::pair);
    use("app", Map.of("size", Value.number(1)), Optional.empty());
  }

  /// A front that has the id of a back in its kind.
  private static Value pair(FakePrograms.Session session) throws ProgramFailed {
    var back = session.made("back", Map.of("size", session.input("size")));
    var front = session.thing("front", Map.of("kind", attribute(back.object(), "id")), back);
    return attribute(front, "id");
  }

  private void use(String name, Map<String, Value> inputs, Optional<Value> forEach) {
    use(name, inputs, forEach, List.of());
  }

  private void use(
      String name, Map<String, Value> inputs, Optional<Value> forEach, List<String> aliases) {
    stack.use(name, inputs, forEach, aliases, ComponentDeclaration.Inherited.NONE);
  }

  private static List<String> changes(PlanOutcome outcome) {
    return outcome.plan().effective().stream().map(ProgramScenarioTest::line).toList();
  }

  private static String line(Change change) {
    return change.action().word() + " " + change.object();
  }

  private void applied(String... created) {
    var outcome = stack.apply();
    assertThat(outcome.diagnostics()).isEmpty();
    assertThat(outcome.complete()).isTrue();
    assertThat(stack.systems.world("east").things().values())
        .extracting(FakeWorld.Thing::id)
        .containsExactlyInAnyOrder(created);
  }

  @Test
  @Tag("R-PRG-20")
  @Tag("R-PRG-21")
  @Tag("R-PRG-22")
  void whatAProgramRegisters_isPlannedAndMadeInItsOrder() {
    var planned = stack.plan();

    assertThat(stack.loading).isEmpty();
    assertThat(planned.diagnostics()).isEmpty();
    assertThat(changes(planned))
        .containsExactly("create component.app.thing.back", "create component.app.thing.front");
    assertThat(programs.runs()).containsExactly("planning component.app");

    applied("component.app.back#1", "component.app.front#1");
  }

  /// Each round logs in once: there is one before the program runs, and one for each of its two
  /// registrations, as it waits for each. For what it gives there is none: nobody reads it.
  @Test
  @Tag("R-PRG-20")
  void planOfAProgram_hasNoMoreRoundsThanItNeeds() {
    stack.plan();

    assertThat(stack.systems.logins()).hasSize(3);
  }

  @Test
  @Tag("R-PRG-20")
  void whatIsDeclaredWithWhatAProgramGives_takesARoundMore() {
    stack.declare(
        RegionalStack.OTHER,
        Optional.of("main"),
        Map.of("kind", Value.text("${component.app.id}")));

    stack.plan();

    assertThat(stack.systems.logins()).hasSize(4);
  }

  /// What is left goes by the same rounds as what is there.
  @Test
  @Tag("R-PRG-23")
  void whatAProgramHasNotRegistered_takesARoundMore() {
    stack.apply();
    programs.add("thing_app", session -> attribute(session.thing("back", Map.of()), "id"));
    stack.systems.logins();

    assertThat(changes(stack.plan())).contains("delete component.app.thing.front");
    assertThat(stack.systems.logins()).hasSize(3);
  }

  /// It is told, and checked, also where nothing was planned anew for it.
  @Test
  @Tag("R-PRG-20")
  @Tag("R-CMP-4")
  void whatAProgramGives_isKnownToAPlanWithNothingToDo() {
    stack.checks.put(
        "given",
        new StackDeclaration.Check(
            Optional.empty(),
            List.of(
                new StackDeclaration.CheckRule(
                    Value.text("${component.app.id == 'component.app.front#1'}"),
                    Value.text("It gives something else.")))));
    stack.apply();

    var planned = stack.plan();

    assertThat(stack.loading).isEmpty();
    assertThat(planned.diagnostics()).isEmpty();
    assertThat(planned.plan().checks().values()).containsExactly(CheckResult.Status.PASS);
    assertThat(planned.given().values())
        .containsExactly(new TreeMap<>(Map.of("id", Value.text("component.app.front#1"))));
    assertThat(planned.plan().registered().runs()).hasSize(1);
  }

  /// Only its configuration needs what the program gives; nothing that is declared does.
  @Test
  @Tag("R-PRG-20")
  void objectThatGoes_isAskedOfAProviderThatIsConfiguredWithWhatAProgramGives() {
    programs.add(
        "thing_app",
        session -> {
          session.thing("back", Map.of());
          return Value.text("west");
        });
    stack.configure("spare", "${component.app.id}", "t1");
    stack.declare(RegionalStack.OTHER, "spare", 1);
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.region("west")).isEqualTo("thing other#1");
    stack.resources.clear();

    var planned = stack.plan();

    assertThat(changes(planned)).containsExactly("delete thing.other");
    assertThat(planned.plan().pending()).isEmpty();
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.region("west")).isEmpty();
  }

  /// A program may register what is a target, so it runs whatever the targets are; the rest of the
  /// stack is not looked at for that.
  @Test
  @Tag("R-PRG-20")
  @Tag("R-TGT-1")
  void whatIsNoTargetAndNeededByNoProgram_isNotAskedAbout() {
    stack.configure("spare", "west", "t2");
    stack.declare(RegionalStack.OTHER, "spare", 1);

    assertThat(changes(stack.plan("component.app.thing.back")))
        .containsExactly("create component.app.thing.back");
    assertThat(stack.systems.logins()).isNotEmpty().doesNotContain("t2@west");

    assertThat(changes(stack.plan("thing.other"))).containsExactly("create thing.other");
    assertThat(stack.systems.logins()).contains("t2@west");
  }

  @Test
  @Tag("R-PRG-20")
  @Tag("R-TGT-1")
  void whatAProgramIsGiven_isPlannedForItsTargets() {
    stack.configure("spare", "west", "t2");
    stack.declare(RegionalStack.OTHER, "spare", 1);
    use("app", Map.of("size", Value.text("${thing.other.size}")), Optional.empty());

    var planned = stack.plan("component.app.thing.back");

    assertThat(stack.loading).isEmpty();
    assertThat(changes(planned))
        .containsExactly("create thing.other", "create component.app.thing.back");
  }

  @Test
  @Tag("R-PRG-20")
  void planOfWhatIsThere_isEmpty_andTheProgramDoesNotRunAgain() {
    stack.apply();
    programs.runs();

    assertThat(changes(stack.plan())).isEmpty();
    assertThat(stack.apply().complete()).isTrue();
    assertThat(programs.runs()).containsExactly("planning component.app", "planning component.app");
  }

  @Test
  @Tag("R-PRG-20")
  void outputOfAProgram_isThereForWhatIsDeclared() {
    stack.declare(
        RegionalStack.OTHER,
        Optional.of("main"),
        Map.of("kind", Value.text("${component.app.id}")));

    var planned = stack.plan();

    assertThat(stack.loading).isEmpty();
    assertThat(changes(planned)).contains("create thing.other");
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.systems.world("east").things().values().stream().map(Object::toString))
        .anySatisfy(each -> assertThat(each).contains("kind=Text[text=component.app.front#1"));
    assertThat(changes(stack.plan())).isEmpty();
  }

  @Test
  @Tag("R-PRG-23")
  void whatAProgramDoesNotRegisterAnyMore_isDestroyed() {
    stack.apply();
    programs.add("thing_app", session -> attribute(session.thing("back", Map.of()), "id"));

    assertThat(changes(stack.plan()))
        .containsExactly("update component.app.thing.back", "delete component.app.thing.front");
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.state.instances()).hasSize(1);
  }

  @Test
  @Tag("R-PRG-24")
  void removedComponent_isDestroyedWithoutItsProgram() {
    stack.apply();
    stack.components.clear();
    programs.runs();

    assertThat(changes(stack.plan()))
        .containsExactly("delete component.app.thing.back", "delete component.app.thing.front");
    stack.apply();

    assertThat(stack.region("east")).isEmpty();
    assertThat(programs.runs()).isEmpty();
  }

  @Test
  @Tag("R-PRG-24")
  void everythingIsDestroyedWithoutTheProgram() {
    stack.apply();
    programs.runs();

    stack.apply(stack.config(), PlanOptions.Mode.DESTROY);

    assertThat(stack.region("east")).isEmpty();
    assertThat(programs.runs()).isEmpty();
  }

  /// The program would register it again while the plan is carried out, and be told that it is not
  /// there.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("R-PRG-23")
  @Tag("R-DEFER-2")
  void programWhoseThingWaits_waitsWithIt_andWithTheRestOfItsComponent(boolean repeated) {
    if (repeated)
      use(
          "app",
          Map.of("size", Value.number(1)),
          Optional.of(Value.set(Types.STRING, List.of(Value.text("a")))));
    var component = repeated ? "component.app[\"a\"]" : "component.app";
    var back = InstanceAddress.parse(component + ".thing.back");
    programs.add("thing_app", ProgramScenarioTest::pairBesideOther);
    stack.systems.wait(back, true);

    var planned = stack.plan();

    assertThat(planned.diagnostics()).isEmpty();
    assertThat(changes(planned)).isEmpty();
    assertThat(planned.plan().deferred()).containsKey(Subject.of(back));
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.state.instances()).isEmpty();

    stack.systems.wait(back, false);
    assertThat(changes(stack.plan())).hasSize(3);
  }

  /// A program inside of another that needs what waits is not run, and its outputs are not known.
  @Test
  @Tag("R-PRG-23")
  @Tag("R-DEFER-2")
  void programInsideThatNeedsWhatWaits_waitsWithIt() {
    programs.add("thing_inner", session -> idOf(session.thing("deep", Map.of())));
    programs.add(
        "thing_app",
        session -> {
          var back = session.made("back", Map.of());
          return idOf(session.program("thing:inner", "in", Map.of(), back));
        });
    var back = InstanceAddress.parse("component.app.thing.back");
    stack.systems.wait(back, true);

    var planned = stack.plan();

    assertThat(planned.diagnostics()).isEmpty();
    assertThat(changes(planned)).isEmpty();
    assertThat(planned.plan().deferred()).containsKey(Subject.of(back));
    assertThat(stack.apply().diagnostics()).isEmpty();

    stack.systems.wait(back, false);
    assertThat(stack.apply().complete()).isTrue();
    assertThat(stack.region("east")).contains("back#1").contains("deep#1");

    stack.systems.wait(back, true);
    assertThat(stack.plan().diagnostics()).noneMatch(Diagnostic::isError);
    assertThat(changes(stack.plan())).isEmpty();
  }

  /// The same beside a thing that needs neither.
  private static Value pairBesideOther(FakePrograms.Session session) throws ProgramFailed {
    session.thing("other", Map.of());
    var back = session.made("back", Map.of());
    session.made("front", Map.of("kind", idOf(back.object())), back);
    return idOf(back.object());
  }

  private static Value idOf(Value thing) {
    return thing.isUnknown() ? Value.unknown(Types.STRING) : attribute(thing, "id");
  }

  @Test
  @Tag("R-PRG-23")
  void failedProgram_leavesItsComponentAsItIs() {
    stack.apply();
    programs.add(
        "thing_app",
        session -> {
          session.thing("third", Map.of());
          throw new ProgramFailed("It has no mind to.");
        });

    var planned = stack.plan();

    assertThat(changes(planned)).isEmpty();
    assertThat(planned.diagnostics())
        .extracting(each -> each.subject() + ": " + each.detail())
        .containsExactly("component.app: It has no mind to.");
  }

  @Test
  @Tag("R-PRG-22")
  void programThatRegistersSomethingElseWhileApplying_makesNothingThatWasNotPlanned() {
    programs.add(
        "thing_app",
        session -> {
          boolean planning = session.request().surroundings().planning();
          return attribute(session.thing(planning ? "planned" : "other", Map.of()), "id");
        });

    var outcome = stack.apply();

    assertThat(stack.region("east")).isEmpty();
    assertThat(details(outcome))
        .anySatisfy(
            each -> assertThat(each).contains("thing:thing 'other'", "not part of the plan"));
  }

  @Test
  @Tag("R-PRG-22")
  void programThatRegistersLessWhileApplying_isToldOfWhatIsMissing() {
    programs.add(
        "thing_app",
        session -> {
          if (session.request().surroundings().planning()) session.thing("planned", Map.of());
          return Value.text("x");
        });

    var outcome = stack.apply();

    assertThat(stack.region("east")).isEmpty();
    assertThat(details(outcome))
        .anySatisfy(each ->
            assertThat(each)
                .contains("has registered this, but not while the plan is carried out"));
  }

  private static List<String> details(ApplyOutcome outcome) {
    return outcome.diagnostics().stream().map(Diagnostic::detail).toList();
  }

  @Test
  @Tag("R-PRG-22")
  void programThatRegistersOtherPropertiesWhileApplying_isNotFollowed() {
    programs.add(
        "thing_app",
        session -> {
          boolean planning = session.request().surroundings().planning();
          return attribute(
              session.thing("one", Map.of("size", Value.number(planning ? 1 : 2))), "id");
        });

    var outcome = stack.apply();

    assertThat(stack.region("east")).isEmpty();
    assertThat(outcome.diagnostics())
        .extracting(each -> each.subject() + ": " + each.summary())
        .contains("component.app.thing.one: The program of its component has changed its mind")
        .noneSatisfy(each -> assertThat(each).contains("inconsistent"));
  }

  /// What was not planned is not done; the plan after that has it.
  @Test
  @Tag("R-PRG-23")
  void whatIsRegisteredOnlyWhenAValueIsKnown_isNoChangeOfMind() {
    programs.add(
        "thing_app",
        session -> {
          var id = attribute(session.thing("one", Map.of()), "id");
          if (id.whollyKnown()) session.thing("late", Map.of());
          return id;
        });

    var outcome = stack.apply();

    assertThat(outcome.diagnostics())
        .extracting(each -> each.subject() + ": " + each.summary())
        .contains("component.app: The program depends on values that were not known")
        .noneSatisfy(each -> assertThat(each).contains("changed its mind"));
    assertThat(outcome.diagnostics())
        .extracting(Diagnostic::detail)
        .anySatisfy(each ->
            assertThat(each)
                .contains("component.app.thing.late is not part of the plan")
                .contains("not told all of 'component.app.thing.one'"));
    assertThat(stack.apply().complete()).isTrue();
    assertThat(stack.region("east")).contains("late#1");
  }

  /// Its object has another id than its provider foresaw.
  @Test
  @Tag("R-PRG-4")
  void programThatRegistersWithWhatCameOtherwise_isNotToBlame() {
    programs.add(
        "thing_app",
        session -> {
          var id = attribute(session.thing("one", Map.of()), "id");
          return attribute(session.thing("two", Map.of("kind", id)), "id");
        });
    stack.systems.foresee(InstanceAddress.parse("component.app.thing.one"), "foreseen");

    var outcome = stack.apply();

    assertThat(stack.state.instances()).hasSize(1);
    assertThat(outcome.diagnostics())
        .filteredOn(Diagnostic::isError)
        .filteredOn(each -> each.subject().toString().endsWith("two"))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.INCONSISTENT_FINAL_PLAN);
          assertThat(each.detail())
              .contains(
                  "showed 'component.app.thing.one' to the program", "planned anew", "no bug");
        });
    assertThat(outcome.diagnostics())
        .noneSatisfy(each -> assertThat(each.summary()).contains("its mind"));
  }

  /// What its component is given is not what the provider of that foresaw.
  @Test
  @Tag("R-PRG-4")
  void programThatIsGivenWhatCameOtherwise_isNotToBlame() {
    programs.add(
        "thing_app",
        session -> attribute(session.thing("one", Map.of("kind", session.input("kind"))), "id"));

    stack.declare(RegionalStack.THING, "main", 1);
    stack.systems.foresee(InstanceAddress.parse("thing.web"), "foreseen");
    use("app", Map.of("kind", Value.text("${" + RegionalStack.THING + ".id}")), Optional.empty());

    assertThat(details(stack.apply()))
        .anySatisfy(each -> assertThat(each).contains("showed its input 'kind' to the program"))
        .noneSatisfy(each -> assertThat(each).contains("has to register the same"));
  }

  @Test
  @Tag("R-PRG-22")
  void whatWasNotKnownWhilePlanning_mayBeNothing() {
    programs.add(
        "thing_app",
        session -> {
          var made = session.made("back", Map.of("size", session.input("size")));
          var back = made.object();
          boolean known = !attribute(back, "id").isUnknown();
          return attribute(
              session.thing(
                  "front", known ? Map.of() : Map.of("kind", Value.unknown(Types.STRING)), made),
              "id");
        });

    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.systems.world("east").things()).hasSize(2);
  }

  @Test
  @Tag("R-PRG-23")
  void whatIsRegisteredOnlyWhenAValueIsKnown_isKeptAsLongAsItIsNot() {
    programs.add(
        "thing_app",
        session -> {
          var back = session.thing("back", Map.of("size", session.input("size")));
          if (!attribute(back, "id").isUnknown()) session.thing("late", Map.of());
          return attribute(back, "id");
        });
    stack.apply();
    assertThat(stack.state.instances()).hasSize(1);
    assertThat(changes(stack.plan())).containsExactly("create component.app.thing.late");
    stack.apply();
    programs.add(
        "thing_app",
        session -> {
          var back = session.thing("anew", Map.of("size", session.input("size")));
          if (!attribute(back, "id").isUnknown()) session.thing("late", Map.of());
          return attribute(back, "id");
        });

    var planned = stack.plan();

    assertThat(changes(planned)).containsExactly("create component.app.thing.anew");
    assertThat(planned.diagnostics())
        .extracting(each -> each.subject() + ": " + each.summary())
        .contains("component.app.thing.late: Not registered as long as values are unknown");
  }

  @Test
  @Tag("R-PRG-23")
  @Tag("R-CMP-40")
  void whatMayYetBeRegistered_staysAlsoWhereItsComponentHasAnotherName() {
    stack.apply();
    stack.components.clear();
    use("site", Map.of("size", Value.number(1)), Optional.empty(), List.of("component.app"));
    programs.add(
        "thing_app",
        session -> attribute(session.thing("anew", Map.of("size", session.input("size"))), "id"));

    var planned = stack.plan();

    assertThat(changes(planned))
        .contains("create component.site.thing.anew")
        .noneMatch(each -> each.startsWith("delete"));
    assertThat(planned.diagnostics())
        .extracting(each -> each.subject() + ": " + each.summary())
        .contains(
            "component.site.thing.front: Not registered as long as values are unknown",
            "component.site.thing.back: Not registered as long as values are unknown");
  }

  @Test
  @Tag("R-PRG-21")
  @Tag("R-CMP-40")
  void whatIsNamedLikeItsComponent_followsItToItsNewName() {
    programs.add(
        "thing_app",
        session -> {
          var name = session.request().at().path().names().getLast();
          var thing = session.thing(name + "-thing", Map.of("size", session.input("size")));
          return attribute(thing, "id");
        });
    stack.apply();
    stack.components.clear();
    use("site", Map.of("size", Value.number(1)), Optional.empty(), List.of("component.app"));

    assertThat(changes(stack.plan())).containsExactly("no-op component.site.thing.site-thing");
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.state.instances().keySet())
        .extracting(InstanceAddress::toString)
        .containsExactly("component.site.thing.site-thing");
  }

  @Test
  @Tag("R-PRG-23")
  void whatMayYetBeRegistered_doesNotHoldWhatItWasMadeWith() {
    stack.apply();
    programs.add(
        "thing_app",
        session -> {
          var back = session.thing("back", Map.of("kind", Value.text("another")));
          return attribute(back, "id");
        });

    assertThat(changes(stack.plan()))
        .containsExactly("destroy-then-create component.app.thing.back");
    assertThat(stack.apply().diagnostics()).noneMatch(Diagnostic::isError);
    assertThat(changes(stack.plan())).containsExactly("delete component.app.thing.front");
    assertThat(stack.apply().complete()).isTrue();
    assertThat(stack.systems.world("east").things()).hasSize(1);
  }

  @Test
  @Tag("R-CMP-6")
  @Tag("R-PRG-20")
  void eachInstanceOfAComponent_hasARunOfItsOwn() {
    programs.add(
        "thing_app",
        session -> {
          var one = session.thing("one", Map.of("size", session.input("size")));
          if (session.input("size").equals(Value.number(2))) session.thing("two", Map.of());
          return attribute(one, "id");
        });
    use(
        "app",
        Map.of("size", Value.text("${each.value}")),
        Optional.of(
            Value.object(new TreeMap<>(Map.of("a", Value.number(1), "b", Value.number(2))))));

    assertThat(changes(stack.plan()))
        .containsExactly(
            "create component.app[\"a\"].thing.one",
            "create component.app[\"b\"].thing.one",
            "create component.app[\"b\"].thing.two");
    assertThat(stack.loading).isEmpty();
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.state.instances()).hasSize(3);
    assertThat(changes(stack.plan())).isEmpty();
  }

  @Test
  @Tag("R-PRG-20")
  void programInsideOfAnother_hasItsPlaceThere() {
    programs.add(
        "thing_inner",
        session -> attribute(session.thing("deep", Map.of("size", session.input("size"))), "id"));
    programs.add(
        "thing_app",
        session -> {
          var inner = session.program("thing:inner", "in", Map.of("size", session.input("size")));
          var outer = session.thing("outer", Map.of("kind", attribute(inner, "id")));
          return attribute(outer, "id");
        });

    var planned = stack.plan();

    assertThat(planned.diagnostics()).isEmpty();
    assertThat(changes(planned))
        .containsExactly(
            "create component.app.thing.outer", "create component.app.component.in.thing.deep");
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.state.instances()).hasSize(2);
    assertThat(
            stack
                .state
                .instance(InstanceAddress.parse("component.app.component.in.thing.deep"))
                .current())
        .isPresent();
    assertThat(changes(stack.plan())).isEmpty();
  }

  @Test
  @Tag("R-PRG-23")
  void programThatGoesOnAfterARefusal_leavesItsComponentAsItIs() {
    programs.add(
        "thing_app",
        session -> {
          var first = session.thing("a b", Map.of());
          try {
            session.thing("a_b", Map.of());
          } catch (ProgramFailed e) {
            assertThat(e).hasMessageContaining("another name");
          }
          return attribute(first, "id");
        });

    assertThat(changes(stack.plan())).isEmpty();
  }

  @Test
  @Tag("R-PRG-21")
  void twoRegistrationsOfOneAddress_areRefused() {
    programs.add(
        "thing_app",
        session -> {
          session.thing("a b", Map.of());
          return attribute(session.thing("a_b", Map.of()), "id");
        });

    var planned = stack.plan();

    assertThat(changes(planned)).isEmpty();
    assertThat(planned.diagnostics())
        .extracting(Diagnostic::detail)
        .anySatisfy(each -> assertThat(each).contains("component.app.thing.a_b", "another name"));
  }

  @Test
  @Tag("R-PRG-22")
  void chainThatIsLongerThanThereAreWorkers_comesToItsEnd() {
    programs.add(
        "thing_app",
        session -> {
          var last = session.made("n0", Map.of());
          // Nothing but the program itself orders these.
          for (int i = 1; i < 6; i++)
            last = session.made("n" + i, Map.of("kind", attribute(last.object(), "id")));
          return attribute(last.object(), "id");
        });

    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.state.instances()).hasSize(6);
    assertThat(changes(stack.plan())).isEmpty();
  }

  @Test
  @Tag("R-PRG-22")
  void createThatIsLost_endsTheProgram_andTheApply() {
    stack.systems.loseCreateOf(InstanceAddress.parse("component.app.thing.back"));

    var outcome = stack.apply();

    assertThat(outcome.complete()).isFalse();
    assertThat(outcome.diagnostics())
        .extracting(each -> each.subject() + ": " + each.summary())
        .contains("component.app: The program failed")
        .noneSatisfy(each -> assertThat(each).contains("changed its mind"));
    assertThat(stack.systems.world("east").things()).hasSize(1);
  }

  @Test
  @Tag("R-PRG-24")
  @Tag("R-PRG-21")
  void whatAnotherNeeds_isDestroyedAfterIt() {
    stack.apply();
    var recorded =
        stack.state.instance(InstanceAddress.parse("component.app.thing.front")).current();

    assertThat(recorded.orElseThrow().dependencies().stream().map(each -> "" + each.resource()))
        .containsExactly("component.app.thing.back", "component.app.program.thing_app.main");
  }

  @Test
  @Tag("R-PRG-25")
  void alias_keepsTheObjectUnderItsNewName() {
    stack.apply();
    programs.add(
        "thing_app",
        session -> {
          var back = session.made("back", Map.of("size", session.input("size")));
          var options = options().aliases(List.of("front")).build();
          var kind = Map.of("kind", attribute(back.object(), "id"));
          return attribute(session.with(options, "face", kind).object(), "id");
        });

    var planned = stack.plan();

    assertThat(planned.diagnostics()).isEmpty();
    assertThat(changes(planned)).containsExactly("no-op component.app.thing.face");
    assertThat(planned.plan().moves().toString())
        .isEqualTo("{component.app.thing.face=component.app.thing.front}");
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.state.instances().keySet().stream().map(Object::toString))
        .containsExactly("component.app.thing.back", "component.app.thing.face");
  }

  @Test
  @Tag("R-PRG-22")
  void planText_saysOfTheProgramThatItRunsOnceMore_andItIsNoChangeForPrograms() {
    var planned = stack.plan();

    assertThat(PlanText.of(planned.plan()))
        .contains(
            """
            # the program of component.app will be run once more while the plan is applied
              # (its program registers what this plan changes)
            """)
        .doesNotContain("main");
    assertThat(PlanJson.of(planned.plan(), planned.diagnostics()).path("changes"))
        .extracting(each -> each.path("address").asText())
        .containsExactly("component.app.thing.back", "component.app.thing.front");
  }

  @Test
  @Tag("R-PRG-25")
  @Tag("R-PUL-14")
  void replacementTrigger_mayBeUnknownAtFirst_andReplacesWhenItChanges() {
    programs.add(
        "thing_app",
        session -> {
          var back = session.made("back", Map.of("kind", session.input("kind")));
          var options = options().replaceTrigger(attribute(back.object(), "id")).build();
          return attribute(session.with(options, "front", Map.of()).object(), "id");
        });
    use("app", Map.of("kind", Value.text("one")), Optional.empty());
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(changes(stack.plan())).isEmpty();

    use("app", Map.of("kind", Value.text("two")), Optional.empty());

    assertThat(changes(stack.plan()))
        .containsExactly(
            "destroy-then-create component.app.thing.back",
            "destroy-then-create component.app.thing.front");
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(changes(stack.plan())).isEmpty();
  }

  /// @param of the resource that front is replaced with
  private void replacedWith(String of) {
    programs.add(
        "thing_inner",
        session -> attribute(session.thing("deep", Map.of("kind", session.input("kind"))), "id"));
    programs.add(
        "thing_app",
        session -> {
          var kind = Map.of("kind", session.input("kind"));
          session.thing("back", kind);
          session.program("thing:inner", "in", kind);
          var options = options().replaceWith(ResourceAddress.parse(of)).build();
          return attribute(session.with(options, "front", Map.of()).object(), "id");
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "component.app.thing.back",
        "component.app.component.in.thing.deep",
        "thing.other"
      })
  @Tag("R-PRG-25")
  @Tag("R-RTB-3")
  void replaceWith_replacesWhenTheOtherIsReplaced(String of) {
    replacedWith(of);
    declareOther("one");
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(changes(stack.plan())).isEmpty();

    declareOther("two");

    assertThat(changes(stack.plan()))
        .contains("destroy-then-create " + of, "destroy-then-create component.app.thing.front");
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(changes(stack.plan())).isEmpty();
  }

  private void declareOther(String kind) {
    stack.resources.clear();
    stack.declare(RegionalStack.OTHER, Optional.of("main"), Map.of("kind", Value.text(kind)));
    use("app", Map.of("kind", Value.text(kind)), Optional.empty());
  }

  @Test
  @Tag("R-PRG-8")
  @Tag("R-PRG-26")
  void objectOfOthers_isData_thatAProgramReadsAgainWhenItRunsAgain() {
    programs.add("thing_app", _ -> Value.text("x"));
    declareOther("one");
    stack.apply();
    programs.add(
        "thing_app",
        session -> {
          var read = session.read(List.of("in"), "app.found", Value.text("other#1"));
          return attribute(session.thing("one", Map.of("kind", read)), "id");
        });

    assertThat(changes(stack.plan())).containsExactly("create component.app.thing.one");
    assertThat(stack.apply().diagnostics()).isEmpty();

    assertThat(stack.systems.in("east").dataReads())
        .isNotEmpty()
        .containsOnly("component.app.component.in.data.thing.app_found");
    assertThat(stack.state.instances().keySet().stream().map(Object::toString))
        .containsExactly("thing.other", "component.app.thing.one");
    assertThat(changes(stack.plan())).isEmpty();
  }

  @Test
  @Tag("R-PRG-26")
  @Tag("R-SENS-5")
  void readThatFails_saysWhatTheProviderDoes_withoutWhatIsSecret() {
    var at = InstanceAddress.parse("component.app.data.thing.found");
    stack.systems.failRead(at, "Nobody lets hunter2-hunter2 in.");
    programs.add("thing_app", session -> session.read(List.of(), "found", Value.text("hunter2")));
    assertThat(stack.plan().diagnostics())
        .extracting(each -> each.subject() + ": " + each.detail())
        .containsExactly("component.app: thing:thing: Nobody lets hunter2-hunter2 in.");

    var secret = Value.text("hunter2-hunter2").mark(Marks.secret("test"));
    programs.add("thing_app", session -> session.read(List.of(), "found", secret));
    assertThat(stack.plan().diagnostics())
        .extracting(each -> each.subject() + ": " + each.detail())
        .containsExactly("component.app: thing:thing: Nobody lets (sensitive value) in.");
  }

  @Test
  @Tag("R-PRG-26")
  @Tag("R-PRG-23")
  void whatIsRegisteredForTheResultOfAMethod_staysWhileThatIsUnknown() {
    var result = new AtomicReference<Value>(Value.text("known"));
    programs.add(
        "thing_app",
        session -> {
          var told = session.method("thing:app/echo", result.get());
          if (!told.isUnknown()) session.thing("late", Map.of("kind", told));
          return Value.text("x");
        });
    assertThat(stack.apply().diagnostics()).isEmpty();
    assertThat(stack.state.instances()).hasSize(1);

    result.set(Value.unknown(Types.STRING));
    assertThat(changes(stack.plan())).isEmpty();

    result.set(Value.text("other"));
    assertThat(changes(stack.plan()))
        .containsExactly("destroy-then-create component.app.thing.late");
  }

  /// Looks for a thing that it has made, and makes another one with its id.
  private void finding() {
    programs.add(
        "thing_app",
        session -> {
          var back = session.made("back", Map.of("size", session.input("size")));
          var found = session.find(Value.number(1), back);
          return attribute(session.thing("front", Map.of("kind", found)), "kind");
        });
  }

  private void isReadOnceBackIsThere() {
    var planned = stack.plan();
    assertThat(planned.diagnostics()).isEmpty();
    assertThat(changes(planned))
        .containsExactly("create component.app.thing.back", "create component.app.thing.front");
    assertThat(stack.systems.in("east").dataReads()).isEmpty();

    applied("component.app.back#1", "component.app.front#1");
    assertThat(stack.systems.in("east").dataReads()).hasSize(1);
    assertThat(changes(stack.plan())).isEmpty();
  }

  @Test
  @Tag("R-PRG-26")
  @Tag("R-DATA-2")
  void functionAfterWhatIsMade_isCalledWhenThatIsThere() {
    finding();

    isReadOnceBackIsThere();
  }

  @Test
  @Tag("R-PRG-26")
  @Tag("R-DATA-2")
  void functionAfterWhatIsChanged_isNotKnownBefore() {
    finding();
    stack.apply();
    var before = stack.systems.in("east").dataReads().size();
    use("app", Map.of("size", Value.number(2)), Optional.empty());

    assertThat(changes(stack.plan()))
        .containsExactly(
            "update component.app.thing.back", "destroy-then-create component.app.thing.front");
    assertThat(stack.systems.in("east").dataReads()).hasSize(before);
  }

  @Test
  @Tag("R-PRG-26")
  @Tag("R-DATA-2")
  void objectReadAfterWhatIsMade_isReadWhenThatIsThere() {
    programs.add(
        "thing_app",
        session -> {
          var back = session.made("back", Map.of("size", session.input("size")));
          var id = session.read(List.of(), "found", Value.text("component.app.back#1"), back);
          return attribute(session.thing("front", Map.of("kind", id)), "kind");
        });

    isReadOnceBackIsThere();
  }

  /// What an input comes from may be in another component, or declared.
  @ParameterizedTest
  @ValueSource(strings = {"declared", "program"})
  @Tag("R-PRG-26")
  @Tag("R-DATA-2")
  void functionAfterWhatAnInputComesFrom_isCalledWhenThatIsThere(String from) {
    programs.add(
        "thing_app",
        session -> {
          var needs = session.request().needs().getOrDefault("kind", new TreeSet<>());
          return needs.isEmpty()
              ? attribute(session.thing("back", Map.of("size", Value.number(1))), "id")
              : session.find(Value.number(1), needs);
        });
    if (from.equals("declared")) {
      stack.components.clear();
      stack.declare(RegionalStack.OTHER, Optional.of("main"), Map.of("size", Value.number(1)));
    }
    var kind = from.equals("declared") ? "${thing.other.size}" : "${component.app.id}";
    use("user", Map.of("kind", Value.text(kind)), Optional.empty());

    assertThat(stack.plan().diagnostics()).isEmpty();
    assertThat(stack.systems.in("east").dataReads()).isEmpty();
    assertThat(stack.apply().diagnostics()).isEmpty();

    stack.plan();
    assertThat(stack.systems.in("east").dataReads()).containsOnly("component.user.data.thing.call");
  }

  @Test
  @Tag("R-PRG-25")
  void program_isToldOfPackagesByTheirOwnNames() {
    var told = new ArrayList<String>();
    programs.add(
        "thing_app",
        session -> {
          told.add(session.request().packages().toString());
          return session.thing("one", Map.of()).attribute("id");
        });
    stack.apply();
    assertThat(told).containsExactly("[many-things]", "[many-things]");
  }

  @Test
  @Tag("R-PRG-26")
  void methodThatFails_endsTheProgram() {
    programs.add("thing_app", session -> session.method("thing:app/none", Value.number(1)));
    assertThat(stack.plan().diagnostics())
        .extracting(each -> each.subject() + ": " + each.detail())
        .containsExactly("component.app: There is no such method.");
    programs.add("thing_app", session -> session.method("elsewhere:app/echo", Value.number(1)));
    assertThat(stack.plan().diagnostics())
        .extracting(Diagnostic::detail)
        .anySatisfy(each -> assertThat(each).contains("providers.elsewhere"));
  }

  @Test
  @Tag("R-PRG-20")
  void manyPrograms_takeTurnsWhilePlanned() {
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    programs.add(
        "thing_app",
        session -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          try {
            return attribute(session.thing("one", Map.of()), "id");
          } finally {
            running.decrementAndGet();
          }
        });
    var keys = IntStream.range(0, 150).mapToObj(each -> Value.text("k" + each)).toList();
    use("app", Map.of(), Optional.of(Value.set(Types.STRING, keys)));

    var planned = stack.plan();

    assertThat(stack.loading).isEmpty();
    assertThat(changes(planned)).hasSize(150);
    assertThat(most.get()).isBetween(2, 100);
  }

  @Test
  @Tag("R-LIM-6")
  void whatProgramsRegister_countsTogether() {
    var large = Value.text("x".repeat((int) (Limits.CHARACTERS / 2)));
    programs.add(
        "thing_app",
        session -> {
          session.thing("one", Map.of("kind", large));
          return attribute(session.thing("two", Map.of("kind", large)), "id");
        });

    var planned = stack.plan();

    assertThat(changes(planned)).isEmpty();
    assertThat(planned.diagnostics())
        .extracting(each -> each.subject() + ": " + each.summary() + ": " + each.detail())
        .anySatisfy(each ->
            assertThat(each)
                .startsWith("component.app: Registration refused: What the program says would go"));
  }

  @Test
  @Tag("R-LIM-6")
  void whatAProgramGives_countsToo() {
    var large = Value.text("x".repeat((int) Limits.CHARACTERS));
    programs.add("thing_app", _ -> large);

    assertThat(stack.plan().diagnostics())
        .extracting(each -> each.subject() + ": " + each.summary())
        .containsExactly("component.app: Values too large");
  }

  @Test
  @Tag("R-PRG-23")
  void programInsideThatCannotRun_endsTheOneAround() {
    programs.add("thing_inner", session -> session.input("size"));
    programs.add(
        "thing_app",
        session -> {
          var inner = session.program("thing:inner", "in", Map.of("unknown", Value.number(1)));
          return attribute(inner, "id");
        });

    var planned = stack.plan();

    assertThat(changes(planned)).isEmpty();
    assertThat(planned.diagnostics())
        .extracting(each -> each.subject() + ": " + each.detail())
        .contains(
            "component.app: The program of component.app.component.in cannot be run; the plan says"
                + " why.")
        .anySatisfy(each -> assertThat(each).contains("There is no argument 'unknown' here."));
  }
}
