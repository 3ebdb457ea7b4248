package io.keelson.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.PolicyConfig.PlanNumber;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.ResourceDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.plan.DigestKey;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.Flags;
import io.keelson.engine.state.InstanceState;
import io.keelson.engine.state.ObjectState;
import io.keelson.engine.state.ProviderKey;
import io.keelson.engine.state.RawState;
import io.keelson.engine.state.SensitivePaths;
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
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Instances are counted before they are made.
@Tag("R-LIM-1")
class InstanceLimitTest {
  private static final String STORED =
      """
      {"id": "x", "input": {"value": "x", "type": "string"}, "output": {"value": "x", "type": "string"}}
      """;
  private static final Limits FEW = new Limits(10, 20, 30, 0);

  private final JsonStateCodec codec = new JsonStateCodec();
  private final Providers providers =
      new Providers(List.of(new BuiltinProvider(() -> "new", codec)));

  static Stream<Arguments> whatIsTooMuch() {
    return Stream.of(
        Arguments.of("2147483647", "2147483647"),
        Arguments.of("10000000", "10000000"),
        Arguments.of("${10 + 1}", "11"),
        Arguments.of("${sensitive(1000000)}", "(sensitive)"));
  }

  @ParameterizedTest
  @MethodSource("whatIsTooMuch")
  void countOfFarTooMany_isRefusedAlone(String count, String text) {
    var outcome = plan(FEW, counted("big", count), counted("other", "2"));

    assertThat(outcome.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.LIMIT);
          assertThat(each.subject()).hasToString("terraform_data.big");
          assertThat(each.path()).hasToString("count");
          assertThat(each.detail())
              .startsWith(
                  "There would be "
                      + text
                      + " instances, and one Resource may have at most 10. Nothing of it is"
                      + " planned, and what exists of it stays.")
              .contains("--max-instances-per-resource");
        });
    assertThat(planned(outcome))
        .containsExactly("terraform_data.other[0]", "terraform_data.other[1]");
  }

  @Test
  void forEachOverAListThatIsTooLong_isRefused() {
    var outcome = plan(FEW, each("big", "${toSet(lists.range(11).map(i, string(i)))}"));

    assertThat(outcome.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.code()).isEqualTo(Code.LIMIT);
          assertThat(each.path()).hasToString("forEach");
          assertThat(each.detail()).contains("11 instances");
        });
  }

  @Test
  void asManyAsMayBe_arePlanned() {
    var outcome = plan(FEW, counted("a", "10"), counted("b", "10"));

    assertThat(outcome.diagnostics()).isEmpty();
    assertThat(planned(outcome)).hasSize(20);
  }

  @Test
  @Tag("R-LIM-2")
  void stackWithTooMany_refusesTheLaterAddress() {
    var outcome = plan(FEW, counted("c", "9"), counted("b", "9"), counted("a", "9"), single("d"));

    assertThat(outcome.diagnostics())
        .singleElement()
        .satisfies(each -> {
          assertThat(each.subject()).hasToString("terraform_data.c");
          assertThat(each.detail())
              .startsWith(
                  "There would be 9 instances of it, beside 18 of other Resources, and one Stack"
                      + " may have at most 20.")
              .contains("--max-instances-per-stack");
        });
    assertThat(planned(outcome)).hasSize(19);
  }

  @Test
  @Tag("R-LIM-2")
  void whatHasInstancesAlready_comesFirst() {
    var outcome =
        plan(FEW, recorded("c", 1), counted("c", "9"), counted("b", "9"), counted("a", "9"));

    assertThat(outcome.diagnostics())
        .extracting(each -> each.subject().toString())
        .containsExactly("terraform_data.b");
  }

  /// Which of them asks first differs from run to run.
  @Test
  @Tag("R-LIM-2")
  void numbersThatOnlyPlanningTells_areRefusedInTheSameOrder() {
    for (int i = 0; i < 50; i++)
      assertThat(
              plan(
                      FEW,
                      recorded("x", 9),
                      counted("x", "9"),
                      counted("a", "${size(terraform_data.x)}"),
                      counted("b", "${size(terraform_data.x)}"),
                      counted("c", "${size(terraform_data.x)}"))
                  .diagnostics())
          .extracting(each -> each.subject().toString())
          .containsExactly("terraform_data.b", "terraform_data.c");
  }

  @Test
  void namespaceWithManyInOtherStacks_leavesTheRest() {
    var outcome = plan(FEW.beside(25), counted("a", "6"));

    assertThat(outcome.diagnostics())
        .singleElement()
        .extracting(Diagnostic::detail)
        .asString()
        .startsWith(
            "There would be 6 instances of it, beside 0 of other Resources and 25 of other Stacks,"
                + " and one namespace may have at most 30.")
        .contains("--max-instances-per-namespace");
  }

  @Test
  void whatIsAboveTheLimit_staysAsItIs() {
    var outcome = plan(FEW, recorded("a", 12), counted("a", "11"));

    assertThat(outcome.plan().effective()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "3"})
  void whatIsAboveTheLimit_canBeMadeLess(String count) {
    var outcome = plan(FEW, recorded("a", 12), counted("a", count));

    assertThat(outcome.diagnostics()).isEmpty();
    assertThat(outcome.plan().counts().of(PlanNumber.DESTROY))
        .isEqualTo(12 - Integer.parseInt(count));
  }

  @Test
  void whatIsAboveTheLimit_canBeDestroyed() {
    var outcome =
        plan(PlanOptions.Mode.DESTROY, FEW, recorded("a", 12), counted("a", "2147483647"));

    assertThat(outcome.diagnostics()).isEmpty();
    assertThat(outcome.plan().counts().of(PlanNumber.DESTROY)).isEqualTo(12);
  }

  /// Others would see a list with that many places.
  @Test
  void recordWithAFarIndex_isNoLongList() {
    var far = new TreeMap<InstanceAddress, InstanceState>();
    far.put(address("a").instance(new InstanceKey.Index(Integer.MAX_VALUE)), state());
    var outcome =
        plan(
            PlanOptions.Mode.REFRESH_ONLY,
            FEW,
            new StackState(far, new TreeMap<>()),
            counted("a", "1"),
            counted("b", "${size(terraform_data.a)}"));

    assertThat(outcome.diagnostics())
        .extracting(Diagnostic::detail)
        .first()
        .asString()
        .contains("2147483648 instances");
  }

  @Test
  @Tag("R-LIM-9")
  void keyThatIsTooLong_isToldByItsBeginning() {
    var outcome = plan(FEW, each("a", "${toSet(['%s', 's'])}".formatted("k".repeat(3000))));

    assertThat(outcome.diagnostics())
        .singleElement()
        .satisfies(told -> {
          assertThat(told.path()).hasToString("forEach");
          assertThat(told.detail())
              .startsWith(
                  "The instance [\"" + "k".repeat(60) + "…\"] would have an address of 3020")
              .endsWith("Use shorter keys.");
        });
  }

  private PlanOutcome plan(Limits limits, ResourceDeclaration... resources) {
    return plan(limits, StackState.EMPTY, resources);
  }

  private PlanOutcome plan(Limits limits, StackState recorded, ResourceDeclaration... resources) {
    return plan(PlanOptions.Mode.NORMAL, limits, recorded, resources);
  }

  private PlanOutcome plan(
      PlanOptions.Mode mode, Limits limits, StackState recorded, ResourceDeclaration... resources) {
    var declaration =
        new StackDeclaration(
            List.of(resources), new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    var loaded = new StackLoader(new CelExpressions(), providers::schema).load(declaration);
    assertThat(loaded.diagnostics()).isEmpty();
    var key = new DigestKey(Bytes.utf8("k"), "test");
    var options =
        PlanOptionsBuilder.from(PlanOptionsBuilder.options(mode, PlanOptions.Refresh.ALL, 4, key))
            .within(limits)
            .build();
    return new Planner(providers, codec).plan(new Snapshot(loaded.config(), recorded), options);
  }

  private static List<String> planned(PlanOutcome outcome) {
    return outcome.plan().effective().stream()
        .map(change -> change.object().instance().toString())
        .toList();
  }

  private static ResourceAddress address(String name) {
    return ResourceAddress.managed("terraform_data", name);
  }

  private static ResourceDeclaration single(String name) {
    return declared(name, Optional.empty(), Optional.empty());
  }

  private static ResourceDeclaration counted(String name, String count) {
    return declared(name, Optional.of(Value.text(count)), Optional.empty());
  }

  private static ResourceDeclaration each(String name, String collection) {
    return declared(name, Optional.empty(), Optional.of(Value.text(collection)));
  }

  private static ResourceDeclaration declared(
      String name, Optional<Value> count, Optional<Value> forEach) {
    return new ResourceDeclaration(
        address(name),
        Value.object(Map.of("input", Value.text("x"))),
        count,
        forEach,
        List.of(),
        LifecycleDeclaration.PLAIN);
  }

  private static StackState recorded(String name, int count) {
    var instances = new TreeMap<InstanceAddress, InstanceState>();
    for (int i = 0; i < count; i++)
      instances.put(address(name).instance(new InstanceKey.Index(i)), state());
    return new StackState(instances, new TreeMap<>());
  }

  private static InstanceState state() {
    return InstanceState.of(
        new ObjectState(
            "terraform_data",
            ObjectState.Status.READY,
            new RawState(0, Bytes.utf8(STORED)),
            SensitivePaths.NONE,
            Bytes.NONE,
            Optional.empty(),
            ProviderKey.of("builtin"),
            new TreeSet<>(),
            Flags.NONE));
  }
}
