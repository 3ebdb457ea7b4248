package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.plan.text.PlanText;
import io.keelson.engine.scenario.RandomProgram.Entry;
import io.keelson.engine.scenario.RandomProgram.Source;
import io.keelson.engine.scenario.RandomProgram.Tie;
import io.keelson.engine.scenario.RandomProgram.What;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A component of a program that gets another name, and whose things come there in several plans.
@Timeout(60)
@Tag("R-MOV-6")
@Tag("R-PRG-25")
final class GroupRenamedInPartsTest {
  private static final InstanceAddress WAITING = InstanceAddress.parse("component.app.thing.b");

  private final RegionalStack stack = new RegionalStack();

  private static Entry entry(String name, What what, Source kind, boolean late) {
    return new Entry(name, name, what, Source.NOTHING, kind, late, false, Tie.NONE);
  }

  private void declare(RandomProgram program) {
    stack.systems.programs().add("thing_app", program::run);
    stack.use("app", Map.of("kind", Value.text("plain")));
  }

  /// The first thing waits together with the one between, and the last one is not registered yet:
  /// its record goes along with the component, and is in nobody's way afterwards.
  @Test
  void rest_isMovedWhenItWaitsNoMore() {
    var first = entry("a", What.IN_A_GROUP, Source.NOTHING, false);
    var between = entry("b", What.THING, Source.BEFORE, false);
    var last = entry("d", What.IN_A_GROUP, Source.NOTHING, true);
    declare(new RandomProgram(List.of(first, between, last), "group", false));
    for (int i = 0; i < 2; i++) stack.apply();
    var objects = stack.recorded();
    assertThat(objects).hasSize(4);

    declare(new RandomProgram(List.of(first.renamed(), between, last.renamed()), "groupx", false));
    stack.systems.wait(WAITING, true);
    for (int i = 0; i < 2; i++) stack.apply();
    stack.systems.wait(WAITING, false);

    for (int i = 0; i < 2; i++) {
      var planned = stack.plan();
      assertThat(planned.diagnostics()).as("%s", PlanText.of(planned.plan())).isEmpty();
      assertThat(stack.apply(planned).diagnostics()).isEmpty();
    }
    assertThat(stack.recorded()).isEqualTo(objects);
    assertThat(stack.state.instances().keySet().stream().map(Object::toString))
        .contains(
            "component.app.component.groupx.thing.ax", "component.app.component.groupx.thing.dx");
  }
}
