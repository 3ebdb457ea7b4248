package io.keelson.operator.stack.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.config.load.body.ProgramBody;
import io.keelson.operator.stack.report.Finding.Counted;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What counts as an instance in a component.
final class ComponentPartsTest {
  private static final ComponentPath APP = ComponentPath.ROOT.component("app");

  private final ComponentParts parts = new ComponentParts(APP);

  @Test
  void whatIsReadAndWhatIsDeclared_counts() {
    parts.read(InstanceAddress.parse("component.app.data.thing.seen"));
    parts.declared(InstanceAddress.parse("component.app.component.db.thing.one").resource(), 2);

    assertThat(parts.all()).isEqualTo(new Counted(1, 3));
    assertThat(parts.inside())
        .containsExactly(Map.entry(ComponentPath.ROOT.component("db"), new Counted(0, 2)));
  }

  @Test
  @Tag("R-PRG-20")
  void runOfAProgram_isNoInstanceAndNoPart() {
    for (var each : new ComponentPath[] {APP, APP.component("db")})
      parts.read(ProgramBody.run("thing_app").within(each).instance(new InstanceKey.None()));

    assertThat(parts.all()).isEqualTo(new Counted(0, 0));
    assertThat(parts.inside()).isEmpty();
  }
}
