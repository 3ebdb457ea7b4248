package io.keelson.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import io.keelson.engine.config.ExpressionCompiler.Compiled;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Over known data our evaluator gives what cel-java's own runtime gives. The guard at every
/// upgrade of cel-java.
final class CelComparisonTest {
  private static final String FAILURE = "(failure)";

  private static final Map<String, Object> DATA =
      Map.of(
          "n", 7L,
          "s", "abc",
          "t", true,
          "l", List.of("a", "b", "c"),
          "k", List.of(1L, 2L, 3L),
          "o", List.of(Map.of("name", "x", "size", 1L), Map.of("name", "y", "size", 2L)),
          "m", new TreeMap<>(Map.of("a", "x", "b", "y")),
          "r", Map.of("name", "v", "tags", List.of("p", "q"), "inner", Map.of("deep", "z")),
          "d", Map.of("nul", NullValue.NULL_VALUE));

  private final Cel cel = cel();
  private final Stage stage = stage();

  private static Cel cel() {
    var any = MapType.create(SimpleType.STRING, SimpleType.DYN);
    return CelFactory.plannerCelBuilder()
        .setOptions(CelEnvironment.OPTIONS)
        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
        .addCompilerLibraries(
            CelExtensions.optional(),
            CelExtensions.comprehensions(),
            CelExtensions.bindings(),
            CelExtensions.strings(),
            CelExtensions.lists(),
            CelExtensions.math(),
            CelExtensions.encoders(CelEnvironment.OPTIONS),
            CelExtensions.regex(),
            CelExtensions.sets(CelEnvironment.OPTIONS))
        .addRuntimeLibraries(
            CelExtensions.optional(),
            CelExtensions.comprehensions(),
            CelExtensions.strings(),
            CelExtensions.lists(),
            CelExtensions.math(),
            CelExtensions.encoders(CelEnvironment.OPTIONS),
            CelExtensions.regex(),
            CelExtensions.sets(CelEnvironment.OPTIONS))
        .addVar("n", SimpleType.INT)
        .addVar("s", SimpleType.STRING)
        .addVar("t", SimpleType.BOOL)
        .addVar("l", ListType.create(SimpleType.STRING))
        .addVar("k", ListType.create(SimpleType.INT))
        .addVar("o", ListType.create(any))
        .addVar("m", MapType.create(SimpleType.STRING, SimpleType.STRING))
        .addVar("r", any)
        .addVar("d", any)
        .build();
  }

  private static Stage stage() {
    var stage = new Stage();
    DATA.forEach((name, value) -> stage.with("local." + name, value(value)));
    stage.with(
        "local.m", Value.map(Types.STRING, Map.of("a", Value.text("x"), "b", Value.text("y"))));
    return stage;
  }

  private static Value value(Object data) {
    return switch (data) {
      case String text -> Value.text(text);
      case Long number -> Value.number(number);
      case Boolean truth -> Value.truth(truth);
      case List<?> list -> Value.tuple(list.stream().map(CelComparisonTest::value).toList());
      case Map<?, ?> map -> {
        var entries = new TreeMap<String, Value>();
        map.forEach((key, each) -> entries.put((String) key, value(Objects.requireNonNull(each))));
        yield Value.object(entries);
      }
      case NullValue _ -> Value.nothing(Types.STRING);
      default -> throw new IllegalArgumentException(data.getClass().getName());
    };
  }

  @Test
  void knownData_givesWhatCelJavaGives() throws IOException {
    var different = new ArrayList<String>();
    var onPurpose = new ArrayList<String>();
    var lines = corpus();
    for (String line : lines) {
      boolean differs = line.startsWith("! ");
      var source = differs ? line.substring(2) : line;
      var ours = ours(source);
      var theirs = theirs(source);
      if (ours.equals(theirs)) {
        if (differs) different.add(source + " does not differ any more: " + ours);
      } else if (differs) {
        onPurpose.add(source);
      } else {
        different.add(source + ": ours " + ours + ", cel-java " + theirs);
      }
    }
    assertThat(different).isEmpty();
    assertThat(lines).hasSizeGreaterThan(147);
    assertThat(onPurpose).hasSize(7);
  }

  private static List<String> corpus() throws IOException {
    try (InputStream in =
        CelComparisonTest.class.getResourceAsStream("/expression/cel-corpus.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    }
  }

  private static final Pattern ROOT =
      Pattern.compile("(?<![\\w.'\"\\-])(n|s|t|l|k|o|m|r|d)(?![\\w'\"(])");

  /// The data are locals for us.
  private String ours(String source) {
    var located = ROOT.matcher(source).replaceAll("local.$1");
    return switch (stage.compile("${" + located + "}")) {
      case Compiled.Failed _ -> FAILURE;
      case Compiled.Ok(var expression) ->
          switch (expression.evaluate(stage)) {
            case Evaluated.Ok(var value) -> Shown.of(value);
            case Evaluated.Failed _ -> FAILURE;
          };
    };
  }

  private String theirs(String source) {
    try {
      return shown(cel.createProgram(cel.compile(source).getAst()).eval(DATA));
    } catch (CelValidationException | CelEvaluationException e) {
      return FAILURE;
    }
  }

  private static String shown(Object result) {
    return switch (result) {
      case Double number when Double.isInfinite(number) || Double.isNaN(number) -> FAILURE;
      case Double number -> Shown.of(Value.number(new BigDecimal(number)));
      case Optional<?> optional ->
          optional.isPresent() ? shown(optional.get()) : Shown.of(value(NullValue.NULL_VALUE));
      case List<?> list ->
          "[" + String.join(", ", list.stream().map(CelComparisonTest::shown).toList()) + "]";
      case Map<?, ?> map -> {
        var entries = new TreeMap<String, String>();
        map.forEach((key, each) -> entries.put(String.valueOf(key), shown(each)));
        yield "{"
            + String.join(
                ", ",
                entries.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList())
            + "}";
      }
      case CelByteString _ -> FAILURE;
      default -> Shown.of(value(result));
    };
  }
}
