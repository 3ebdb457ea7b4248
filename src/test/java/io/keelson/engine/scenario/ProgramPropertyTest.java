package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.apply.ApplyOutcome;
import io.keelson.engine.config.declaration.ComponentDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOptions.Scope;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;

/// What holds for every stack with a component that is made by a program which keeps its word.
@Tag("R-PRG-20")
@Tag("R-PRG-22")
final class ProgramPropertyTest {
  private static final int MOST = 5;
  private static final ResourceAddress AFTER = ResourceAddress.managed("thing", "after");

  private static final String SECRET = "hunter2-hunter2";

  private static final Value KEYS =
      Value.set(Types.STRING, List.of(Value.text("a"), Value.text("b")));

  /// How often it may take to be settled: what is registered only when something is known may be
  /// there only then, and what is not registered any more goes only when all is known.
  private static final int MOST_RUNS = 2 * MOST;

  /// What is declared around the program, and the program.
  ///
  /// @param size of the thing that the component is given
  /// @param kind of it, which replaces it when it changes
  /// @param whole whether the component is given the thing's id
  /// @param repeated whether the component is there twice, by keys
  /// @param secret whether the component is given a secret, if it is not given the thing's id
  record Declared(
      RandomProgram program, int size, int kind, boolean whole, boolean repeated, boolean secret) {
    Declared with(RandomProgram other) {
      return new Declared(other, size, kind, whole, repeated, secret);
    }

    /// The addresses of the component's instances.
    Stream<String> components() {
      return repeated
          ? Stream.of("component.app[\"a\"]", "component.app[\"b\"]")
          : Stream.of("component.app");
    }
  }

  /// A stack and what becomes of it.
  record Edit(Declared before, Declared after) {}

  /// A part of a plan.
  ///
  /// @param which of the addresses that it may be about
  record Part(int which, Scope scope, boolean excluded) {}

  @Provide
  Arbitrary<Edit> edits() {
    var one = declared();
    var renames = Arbitraries.oneOf(Arbitraries.just(0), Arbitraries.integers().between(1, 63));
    return Combinators.combine(one, one, Arbitraries.integers().between(0, 31), renames)
        .as((before, other, bits, names) ->
            new Edit(
                before,
                new Declared(
                    before.program().changedTo(other.program(), bits).renamed(names),
                    other.size(),
                    other.kind(),
                    other.whole(),
                    bits % 2 == 0 ? before.repeated() : other.repeated(),
                    other.secret())));
  }

  private static Arbitrary<Declared> declared() {
    return Combinators.combine(
            RandomProgram.upTo(MOST),
            Arbitraries.integers().between(1, 3),
            Arbitraries.of(0, 0, 0, 1),
            Arbitraries.of(true, false),
            Arbitraries.of(false, false, true),
            Arbitraries.of(true, false))
        .as(Declared::new);
  }

  @Provide
  Arbitrary<Part> parts() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 100),
            Arbitraries.of(Scope.class),
            Arbitraries.of(false, false, true))
        .as(Part::new);
  }

  private RegionalStack stack = new RegionalStack();
  private Inventory inventory = stack.inventory("east");

  @BeforeTry
  void anew() {
    stack = new RegionalStack();
    inventory = stack.inventory("east");
    stack.variables.put("key", Value.text(SECRET).mark(Marks.secret("variable.key")));
  }

  @Property(tries = 40)
  void settles_andEverythingIsThereOnce(
      @ForAll("edits") Edit edit, @ForAll @IntRange(min = 1, max = 4) int parallelism) {
    stack.parallelism = parallelism;
    settle(edit.before());
    settle(edit.after());
  }

  @Property(tries = 20)
  void equalInputs_giveEqualPlans(@ForAll("edits") Edit edit) {
    settle(edit.before());
    declare(edit.after());

    var one = stack.plan();
    var other = stack.plan();

    assertThat(PlanText.of(other.plan())).isEqualTo(PlanText.of(one.plan()));
    assertThat(other.plan().digest()).isEqualTo(one.plan().digest());
    assertThat(other.diagnostics()).isEqualTo(one.diagnostics());
  }

  /// Programs that go on with what is left out may fail; nobody else is to blame then.
  @Property(tries = 60)
  @Tag("R-PUL-55")
  void partOfAPlan_isCarriedOut_andTheRestLater(
      @ForAll("edits") Edit edit, @ForAll("parts") Part part) {
    settle(edit.before());
    declare(edit.after());
    var planned = plan(part, edit);
    Assume.that(errors(planned.diagnostics()).isEmpty());

    var outcome = apply(planned);

    var errors = errors(outcome.diagnostics());
    assertThat(errors)
        .allMatch(each ->
            each.detail().contains("and this plan leaves")
                || each.detail().endsWith("has failed.")
                || edit.after().program().isLate() && isOfLateness(each));
    if (!edit.after().program().isLate() && !errors.isEmpty())
      assertThat(errors).anyMatch(each -> each.detail().contains("and this plan leaves"));
    isThereOnce();
    settle(edit.after());
  }

  /// Whatever is put off, the rest is done, and nothing that belongs together is torn.
  @Property(tries = 50)
  @Tag("R-DEFER-1")
  void whatIsPutOff_isDoneLater(@ForAll("edits") Edit edit, @ForAll @IntRange(max = 255) int bits) {
    settle(edit.before());
    declare(edit.after());
    var waiting = some(addresses(edit), bits);
    waiting.forEach(at -> stack.systems.wait(InstanceAddress.parse(at), true));
    for (int i = 0; i < MOST_RUNS; i++) {
      var planned = stack.plan();
      assertThat(errors(planned.diagnostics())).isEmpty();
      isDone(apply(planned), edit.after().program());
      isThereOnce();
    }

    waiting.forEach(at -> stack.systems.wait(InstanceAddress.parse(at), false));
    settle(edit.after());
  }

  /// Whatever fails, what was made is recorded, and the next run makes up for it.
  @Property(tries = 50)
  @Tag("R-PRG-22")
  void whatFails_isDoneLater(@ForAll("edits") Edit edit, @ForAll @IntRange(max = 255) int bits) {
    settle(edit.before());
    declare(edit.after());
    var failing = some(calls(edit), bits);
    failing.forEach(call -> stack.systems.fail(call, true));
    for (int i = 0; i < 2; i++) {
      var planned = stack.plan();
      assertThat(errors(planned.diagnostics())).isEmpty();
      var outcome = apply(planned);
      assertThat(errors(outcome.diagnostics()))
          .noneMatch(each -> each.summary().contains("changed its mind"));
      isThereOnce();
    }

    failing.forEach(call -> stack.systems.fail(call, false));
    settle(edit.after());
  }

  /// What is left was approved, but for what goes as soon as all is known; and nothing is lost or
  /// made twice.
  @Property(tries = 50)
  @Tag("R-PRG-22")
  void crashedRun_leavesCoveredRemainder(
      @ForAll("edits") Edit edit,
      @ForAll @IntRange(min = 1, max = 4) int parallelism,
      @ForAll @Size(min = 1, max = 3) List<@IntRange(min = 0, max = 25) Integer> moments) {
    stack.parallelism = parallelism;
    settle(edit.before());
    declare(edit.after());
    var approved = stack.plan();
    var rest = approved;
    for (int each : moments) {
      stack.apply(approved, rest, new Fuse(each));
      inventory.check(rest.plan(), stack.state);
      rest = stack.remainder(approved);
      isCovered(approved, rest, edit.after().program());
    }
    settle(edit.after());
  }

  /// The same when it is asked to stop.
  @Property(tries = 30)
  @Tag("R-PRG-22")
  void stoppedRun_leavesCoveredRemainder(
      @ForAll("edits") Edit edit,
      @ForAll @IntRange(min = 1, max = 4) int parallelism,
      @ForAll @IntRange(max = 10) int calls) {
    stack.parallelism = parallelism;
    settle(edit.before());
    declare(edit.after());
    var approved = stack.plan();
    var outcome = stack.applyStopping(approved, calls);
    inventory.check(approved.plan(), stack.state);
    assertThat(errors(outcome.diagnostics()))
        .noneMatch(each -> each.summary().contains("changed its mind"));
    isRecorded();
    isCovered(approved, stack.remainder(approved), edit.after().program());
    settle(edit.after());
  }

  private static void isCovered(PlanOutcome approved, PlanOutcome rest, RandomProgram program) {
    assertThat(errors(rest.diagnostics())).isEmpty();
    boolean mayKnowMore =
        approved.diagnostics().stream()
            .anyMatch(
                each -> each.summary().equals("Not registered as long as values are unknown"));
    if (program.isLate() || mayKnowMore) return;
    assertThat(rest.plan().isCoveredBy(RegionalStack.run(approved), Laboratory.KEY))
        .as("covered:%n%s%nby:%n%s", PlanText.of(rest.plan()), PlanText.of(approved.plan()))
        .isTrue();
  }

  /// What has a former name is moved, and nothing else happens.
  @Property(tries = 30)
  @Tag("R-PRG-25")
  void renamed_isMovedAndNothingElse(
      @ForAll("edits") Edit edit, @ForAll @IntRange(min = 1, max = 63) int bits) {
    settle(edit.before());
    var renamed = edit.before().with(edit.before().program().renamed(bits));
    declare(renamed);

    var planned = stack.plan();

    assertThat(errors(planned.diagnostics())).isEmpty();
    assertThat(planned.plan().effective())
        .as("%s", PlanText.of(planned.plan()))
        .allMatch(change -> change.isNoOp() && change.movedFrom().isPresent());
    settle(renamed);
  }

  /// Whatever a program makes of it.
  @Property(tries = 30)
  @Tag("R-SENS-11")
  void secrets_areShownToNobody(@ForAll("edits") Edit edit, @ForAll @IntRange(max = 255) int bits) {
    settle(edit.before());
    declare(edit.after());
    some(calls(edit), bits).forEach(call -> stack.systems.fail(call, true));

    var planned = stack.plan();
    var outcome = apply(planned);

    assertThat(PlanText.of(planned.plan())).doesNotContain(SECRET);
    assertThat(planned.diagnostics().toString()).doesNotContain(SECRET);
    assertThat(outcome.diagnostics().toString()).doesNotContain(SECRET);
  }

  @Property(tries = 20)
  @Tag("R-CHK-2")
  void whatIsGone_isMadeAgain(@ForAll("edits") Edit edit, @ForAll @IntRange(max = 255) int bits) {
    settle(edit.before());
    some(List.copyOf(stack.recorded()), bits)
        .forEach(each -> {
          int space = each.indexOf(' ');
          stack.systems.world("east").remove(each.substring(0, space), each.substring(space + 1));
        });

    settle(edit.after());
  }

  /// No program runs for that.
  @Property(tries = 20)
  @Tag("R-MODE-3")
  void destruction_leavesNothing(@ForAll("edits") Edit edit) {
    settle(edit.before());
    declare(edit.after());
    stack.systems.programs().runs();

    var outcome = apply(stack.plan(stack.config(), PlanOptions.Mode.DESTROY));

    assertThat(errors(outcome.diagnostics())).isEmpty();
    assertThat(stack.recorded()).isEmpty();
    isThereOnce();
    assertThat(stack.systems.programs().runs()).isEmpty();
  }

  private static List<String> some(List<String> all, int bits) {
    return IntStream.range(0, all.size())
        .filter(i -> (bits >> i % 8 & 1) == 1)
        .mapToObj(all::get)
        .toList();
  }

  private static List<String> addresses(Edit edit) {
    return Stream.concat(
            Stream.of("thing.web", "thing.after"),
            Stream.of(edit.before(), edit.after())
                .flatMap(each -> each.components().flatMap(each.program()::things)))
        .distinct()
        .toList();
  }

  private static List<String> calls(Edit edit) {
    return addresses(edit).stream()
        .flatMap(at ->
            Stream.of(
                "create " + at,
                "update " + at,
                "delete " + at.replaceFirst("thing\\.([a-z]+)$", "$1#1"),
                "delete " + at.replaceFirst("thing\\.([a-z]+)$", "$1#2")))
        .toList();
  }

  private PlanOutcome plan(Part part, Edit edit) {
    var addresses =
        new TreeSet<>(
            Stream.concat(
                    Stream.of("thing.web", "thing.after"),
                    Stream.of(edit.before(), edit.after())
                        .flatMap(each -> each.components().flatMap(each.program()::addresses)))
                .toList());
    var named = List.copyOf(addresses).get(part.which() % addresses.size());
    return part.excluded() ? stack.planWithout(named) : stack.plan(part.scope(), named);
  }

  private void declare(Declared declared) {
    var programs = stack.systems.programs();
    programs.add("thing_app", declared.program()::run);
    programs.add("thing_inner", RandomProgram::inner);
    stack.declare(
        RegionalStack.THING,
        Optional.of("main"),
        Map.of(
            "size", Value.number(declared.size()),
            "kind", Value.text("kind " + declared.kind())));
    stack.use(
        "app",
        Map.of(
            "size", Value.text("${thing.web.size}"),
            "kind", kind(declared)),
        Optional.of(KEYS).filter(_ -> declared.repeated()),
        List.of(),
        ComponentDeclaration.Inherited.NONE);
    var first = declared.components().findFirst().orElseThrow();
    stack.declare(AFTER, Optional.of("main"), Map.of("kind", Value.text("${" + first + ".id}")));
  }

  private static Value kind(Declared declared) {
    if (declared.whole()) return Value.text("${thing.web.id}");
    return Value.text(declared.secret() ? "${variable.key}" : "plain");
  }

  private void settle(Declared declared) {
    declare(declared);
    var planned = stack.plan();
    for (int i = 0; i < MOST_RUNS && !isSettled(planned); i++) {
      assertThat(errors(planned.diagnostics())).isEmpty();
      isDone(apply(planned), declared.program());
      isRecorded();
      planned = stack.plan();
    }
    assertThat(errors(planned.diagnostics())).isEmpty();
    assertThat(isSettled(planned)).as("%s", PlanText.of(planned.plan())).isTrue();
    isThereOnce();
  }

  /// What was found again after a crash has to be recorded, about which nobody is asked.
  private static boolean isSettled(PlanOutcome planned) {
    return planned.plan().effective().isEmpty() && planned.plan().bookkeeping().isEmpty();
  }

  /// What a program registers only when a value is known is left to the next plan, and it fails.
  private static void isDone(ApplyOutcome outcome, RandomProgram program) {
    var errors = errors(outcome.diagnostics());
    if (program.isLate()) assertThat(errors).allMatch(ProgramPropertyTest::isOfLateness);
    else assertThat(errors).isEmpty();
    assertThat(outcome.complete() || !errors.isEmpty()).isTrue();
  }

  private static boolean isOfLateness(Diagnostic error) {
    return error.summary().equals("The program depends on values that were not known")
        || error.detail().equals("It is not part of the plan that was approved.");
  }

  private ApplyOutcome apply(PlanOutcome planned) {
    var outcome = stack.apply(planned);
    inventory.check(planned.plan(), stack.state);
    return outcome;
  }

  private void isRecorded() {
    assertThat(inventory.recorded(stack.state)).containsAll(inventory.notLeftAlone());
  }

  /// Every object that is not left alone is recorded, and everything that is recorded exists.
  private void isThereOnce() {
    assertThat(inventory.notLeftAlone()).containsExactlyElementsOf(inventory.recorded(stack.state));
  }

  private static List<Diagnostic> errors(List<Diagnostic> diagnostics) {
    return diagnostics.stream().filter(Diagnostic::isError).toList();
  }
}
