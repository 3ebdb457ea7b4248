package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Plan;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.plan.ReplaceOrder;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.state.Dependency;
import io.keelson.testing.FakeType;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/// The order of replacements of stacks in which some resources have to destroy first, some to
/// create first, and the rest does either by default.
class ReplaceOrderPropertyTest {
  private static final int MOST = 6;

  /// @param type of a provider with one or the other default
  record Edit(RandomStack before, RandomStack after, FakeType type) {}

  @Provide
  Arbitrary<Edit> edits() {
    var bits = Arbitraries.integers().between(0, (1 << MOST) - 1);
    return Combinators.combine(
            RandomStack.upTo(MOST),
            RandomStack.upTo(MOST),
            bits,
            bits,
            Arbitraries.of(RandomStack.TYPE, RandomStack.CREATED_FIRST))
        .as((one, other, changed, first, type) ->
            new Edit(
                one.deletingFirst(first),
                one.changedTo(other, changed).deletingFirst(first),
                type));
  }

  @Property(tries = 25)
  @Tag("R-PUL-2")
  void plan_bendsOnlyWhatIsFirstByDefaultAndSaysBecauseOfWhat(@ForAll("edits") Edit edit) {
    var laboratory = settled(edit);
    var plan = laboratory.plan(edit.after()).plan();

    for (Change change : plan.effective()) {
      if (!(change.action() instanceof Action.Replace(var order, _))) continue;
      var resource = change.object().instance().resource();
      if (order == ReplaceOrder.CREATE_FIRST)
        assertThat(needsWhatGoesFirst(plan, change.object().instance()))
            .as("%s needs what is destroyed before it:%n%s", resource, PlanText.of(plan))
            .isFalse();
      change
          .because()
          .ifPresent(other -> {
            assertThat(order).isEqualTo(ReplaceOrder.DESTROY_FIRST);
            assertThat(
                    plan.effective().stream()
                        .filter(each -> each.object().equals(ObjectRef.current(other)))
                        .anyMatch(ReplaceOrderPropertyTest::goesFirst))
                .isTrue();
            assertThat(declared(edit, resource).createFirst()).isFalse();
            // What is replaced with its container is created first, too, where that is (R-PUL-31).
            if (change.reason() != Reason.BY_CONTAINER)
              assertThat(edit.type().createsFirst()).isTrue();
          });
    }
  }

  /// Carried out in the order that is planned, everything comes to what is declared; where orders
  /// contradict each other, the plan names the conflict and does the rest.
  @Property(tries = 25)
  @Tag("R-PUL-6")
  void plan_isCarriedOutOrNamesTheConflict(@ForAll("edits") Edit edit) {
    var laboratory = settled(edit);
    var planned = laboratory.plan(edit.after());
    if (planned.problems().isEmpty()) {
      laboratory.settle(edit.after());
      return;
    }
    assertThat(planned.problems())
        .extracting(Diagnostic::code)
        .containsOnly(Code.REPLACE_ORDER_CONFLICT);
    assertThat(laboratory.apply(planned, Laboratory.Conditions.good()).diagnostics()).isEmpty();
  }

  /// Terraform stops at operations that wait for each other, too.
  private static Laboratory settled(Edit edit) {
    var laboratory = new Laboratory(2, edit.type());
    laboratory.settle(edit.before());
    Assume.that(
        laboratory.plan(edit.after()).problems().stream()
            .noneMatch(problem -> problem.code() == Code.APPLY_CYCLE));
    return laboratory;
  }

  private static RandomStack.Resource declared(Edit edit, ResourceAddress resource) {
    return edit.after().resources().entrySet().stream()
        .filter(each -> edit.after().address(each.getKey()).equals(resource))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static boolean goesFirst(Change change) {
    return change.action() instanceof Action.Replace(var order, _)
        && order == ReplaceOrder.DESTROY_FIRST;
  }

  private static boolean needsWhatGoesFirst(Plan plan, InstanceAddress at) {
    var needed =
        plan.refreshed().instance(at).current().stream()
            .flatMap(object -> object.dependencies().stream())
            .map(Dependency::resource)
            .filter(resource -> !resource.equals(at.resource()))
            .toList();
    return replacedFirst(plan).anyMatch(needed::contains);
  }

  private static Stream<ResourceAddress> replacedFirst(Plan plan) {
    return plan.effective().stream()
        .filter(ReplaceOrderPropertyTest::goesFirst)
        .map(change -> change.object().instance().resource());
  }
}
