package io.keelson.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Addresses that no record and no plan could hold are problems of what would have them.
@Tag("R-LIM-9")
final class LongAddressTest {
  @TempDir Path folder;

  /// @param scenario in which LONG is too long for an address, and HALF twice in one
  private void play(String scenario) throws IOException, JsonValues.NotAValue {
    var text = scenario.replace("LONG", "l".repeat(3000)).replace("HALF", "h".repeat(600));
    ScenarioFolder.play(Files.writeString(folder.resolve("long.yaml"), text));
  }

  @Test
  void keyThatIsTooLong_holdsItsResourceOnly() throws IOException, JsonValues.NotAValue {
    play(
        """
        story: One of two keys is too long.
        rules: [R-LIM-9]
        config:
          server.web: {forEach: "${toSet(['LONG', 's'])}"}
          server.fine: {size: 1}
        plan: |
          + server.fine  size: 1
        errors: [BAD_ADDRESS server.web]
        """);
  }

  @Test
  void keysThatAreTooLongTogether_holdTheResourceInTheComponent()
      throws IOException, JsonValues.NotAValue {
    play(
        """
        story: The key of a component and that of a resource in it are too long together.
        rules: [R-LIM-9]
        config:
          definition.app:
            server.main: {forEach: "${toSet(['HALF'])}"}
            server.fine: {size: 1}
          component.web: {definition: app, forEach: "${toSet(['HALF'])}"}
        plan: |
          + component.web["HALF"].server.fine  size: 1
        errors: [BAD_ADDRESS component.web.server.main]
        """);
  }

  @Test
  void keyOfAComponentThatIsTooLong_holdsTheComponent() throws IOException, JsonValues.NotAValue {
    play(
        """
        story: The key of a component is too long.
        rules: [R-LIM-9]
        config:
          definition.app:
            server.main: {size: 1}
          component.web: {definition: app, forEach: "${toSet(['LONG', 's'])}"}
          server.fine: {size: 1}
        plan: |
          + server.fine  size: 1
        errors: [BAD_ADDRESS component.web]
        """);
  }

  @Test
  void moveToAnAddressThatIsTooLong_leavesTheObjectWhereItIs()
      throws IOException, JsonValues.NotAValue {
    play(
        """
        story: A definition moves an object to a key that is too long beside that of the component.
        rules: [R-LIM-9]
        config:
          definition.app:
            server.main: {size: 1}
          component.web: {definition: app, forEach: "${toSet(['HALF'])}"}
        then:
          - config:
              definition.app:
                server.young: {size: 1, forEach: "${toSet(['HALF'])}"}
                server.fine: {size: 1}
                moves: [{from: server.main, to: 'server.young["HALF"]'}]
              component.web: {definition: app, forEach: "${toSet(['HALF'])}"}
            plan: |
              + component.web["HALF"].server.fine  size: 1
            errors: [MOVED component.web.server.main, BAD_ADDRESS component.web.server.young]
        """);
  }

  @Test
  void nameOfWhatAProgramRegisters_isRefusedWithTheLimit() {
    var stack = new RegionalStack();
    stack.resources.clear();
    stack
        .systems
        .programs()
        .add(
            "thing_app",
            session -> {
              session.thing("n".repeat(2000), Map.of());
              return Value.text("fixed");
            });
    stack.use("app", Map.of());

    assertThat(stack.plan().diagnostics())
        .extracting(Diagnostic::detail)
        .anySatisfy(each ->
            assertThat(each).hasSizeLessThan(400).contains("an address may have at most 1024"));
  }
}
