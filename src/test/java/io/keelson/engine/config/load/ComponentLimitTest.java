package io.keelson.engine.config.load;

import static io.keelson.engine.config.load.LoadedComponents.APP;
import static io.keelson.engine.config.load.LoadedComponents.SERVER;
import static io.keelson.engine.config.load.LoadedComponents.assertFrozen;
import static io.keelson.engine.config.load.LoadedComponents.declared;
import static io.keelson.engine.config.load.LoadedComponents.load;
import static io.keelson.engine.config.load.LoadedComponents.told;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.expression.CelExpressions;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// How deep and how many components may be, and how often one definition is compiled for them.
final class ComponentLimitTest {
  private static String nested(int depth) {
    return IntStream.range(1, depth)
            .mapToObj(level ->
                "definition.d%d:\n  component.c%d: {definition: d%d}\n"
                    .formatted(level, level + 1, level + 1))
            .collect(Collectors.joining())
        + "definition.d%d:\n  server.main: {}\n".formatted(depth)
        + "component.c1: {definition: d1}\n";
  }

  @Test
  void eightComponentsInsideOfEachOther_areUsable() {
    var loaded = load(nested(8));

    assertThat(told(loaded)).isEmpty();
    assertThat(loaded.config().resources()).hasSize(1);
  }

  @Test
  void nineComponentsInsideOfEachOther_areTooMany() {
    var loaded = load(nested(9));

    assertThat(told(loaded))
        .isEqualTo(
            "component.c1.component.c2.component.c3.component.c4.component.c5.component.c6"
                + ".component.c7.component.c8.component.c9: Too many components: It is inside of"
                + " more than 8 components. Nothing is planned for what is in it. Split the"
                + " stack.");
    assertThat(loaded.config().resources()).isEmpty();
  }

  /// Each level uses the next one ten times, so that there would be a thousand times as many.
  private static String growing(int levels) {
    var text = new StringBuilder();
    for (int level = 0; level < levels; level++) {
      text.append("definition.d%d:\n  server.main: {}\n".formatted(level));
      for (int i = 0; level + 1 < levels && i < 10; i++)
        text.append("  component.c%d: {definition: d%d}\n".formatted(i, level + 1));
    }
    return text
        + "component.all: {definition: d0}\ncomponent.few: {definition: d%d}\n"
            .formatted(levels - 2);
  }

  @Test
  void moreThanTwoThousandComponents_areRefusedBeforeTheyAreMade() {
    var loaded = load(growing(5));

    assertThat(told(loaded))
        .isEqualTo(
            "component.all: Too many components: With this one the stack would have more than 2000"
                + " components. Nothing is planned for what is in it. Split the stack.");
    assertFrozen(loaded, "all");
    assertThat(loaded.config().components()).hasSize(11);
  }

  @Test
  void definitionThatIsUsedOften_isCompiledOnce() {
    int once = compiledWith(1);

    assertThat(compiledWith(200) - once).as("calls for 199 more uses").isEqualTo(199);
  }

  /// How often something is compiled for so many uses, each with one input.
  private static int compiledWith(int uses) {
    var text = new StringBuilder(APP);
    for (int i = 0; i < uses; i++)
      text.append("component.c%d: {definition: app, inputs: {name: n%d}}\n".formatted(i, i));
    var calls = new int[1];
    ExpressionCompiler counting = new CountingCompiler(new CelExpressions(), () -> calls[0]++);
    var loaded =
        new StackLoader(counting, _ -> Optional.of(SERVER)).load(declared(text.toString()));
    assertThat(told(loaded)).isEmpty();
    assertThat(loaded.config().resources()).hasSize(uses);
    return calls[0];
  }
}
