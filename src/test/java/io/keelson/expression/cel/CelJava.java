package io.keelson.expression.cel;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
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
import io.keelson.expression.Shown;
import io.keelson.expression.Stage;
import io.keelson.expression.value.Times;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// One expression over the same known data, evaluated by us and by cel-java's own runtime.
final class CelJava {
  static final String FAILURE = "(failure)";

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

  private static final Pattern ROOT =
      Pattern.compile("(?<![\\w.'\"\\-\\\\])(n|s|t|l|k|o|m|r|d)(?![\\w'\"(])");

  private final Cel cel = cel();
  private final Stage stage = stage();

  private static Cel cel() {
    var options = CelEnvironment.OPTIONS.toBuilder().populateMacroCalls(true).build();
    var any = MapType.create(SimpleType.STRING, SimpleType.DYN);
    return CelFactory.plannerCelBuilder()
        .setOptions(options)
        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
        .addCompilerLibraries(
            CelExtensions.optional(),
            CelExtensions.comprehensions(),
            CelExtensions.bindings(),
            CelExtensions.strings(),
            CelExtensions.lists(),
            CelExtensions.math(),
            CelExtensions.encoders(options),
            CelExtensions.regex(),
            CelExtensions.sets(options))
        .addRuntimeLibraries(
            CelExtensions.optional(),
            CelExtensions.comprehensions(),
            CelExtensions.strings(),
            CelExtensions.lists(),
            CelExtensions.math(),
            CelExtensions.encoders(options),
            CelExtensions.regex(),
            CelExtensions.sets(options))
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
    return stage
        .with(
            "local.k",
            Value.list(Types.NUMBER, List.of(Value.number(1), Value.number(2), Value.number(3))))
        .with(
            "local.l", Value.list(Types.STRING, Stream.of("a", "b", "c").map(Value::text).toList()))
        .with(
            "local.m", Value.map(Types.STRING, Map.of("a", Value.text("x"), "b", Value.text("y"))));
  }

  private static Value value(Object data) {
    return switch (data) {
      case String text -> Value.text(text);
      case Long number -> Value.number(number);
      case Boolean truth -> Value.truth(truth);
      case List<?> list -> Value.tuple(list.stream().map(CelJava::value).toList());
      case Map<?, ?> map -> {
        var entries = new TreeMap<String, Value>();
        map.forEach((key, each) -> entries.put((String) key, value(Objects.requireNonNull(each))));
        yield Value.object(entries);
      }
      case NullValue _ -> Value.nothing(Types.STRING);
      default -> throw new IllegalArgumentException(data.getClass().getName());
    };
  }

  /// What we make of it. The data are locals.
  String ours(String source) {
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

  /// What cel-java makes of it, with the texts that values have where they leave an expression.
  String theirs(String source) {
    try {
      return shown(cel.createProgram(cel.compile(source).getAst()).eval(DATA));
    } catch (CelValidationException | CelEvaluationException e) {
      return FAILURE;
    }
  }

  /// The expression as checked by cel-java; empty if it is refused.
  Optional<CelAbstractSyntaxTree> checked(String source) {
    try {
      return Optional.of(cel.compile(source).getAst());
    } catch (CelValidationException e) {
      return Optional.empty();
    }
  }

  private static String shown(Object result) {
    return switch (result) {
      case Double number when Double.isInfinite(number) || Double.isNaN(number) -> FAILURE;
      case Double number -> Shown.of(Value.number(new BigDecimal(number)));
      case Optional<?> optional ->
          optional.isPresent() ? shown(optional.get()) : Shown.of(value(NullValue.NULL_VALUE));
      case List<?> list ->
          "[" + String.join(", ", list.stream().map(CelJava::shown).toList()) + "]";
      case Map<?, ?> map -> {
        var entries = new TreeMap<String, String>();
        map.forEach((key, each) -> entries.put(String.valueOf(key), shown(each)));
        yield "{"
            + String.join(
                ", ",
                entries.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList())
            + "}";
      }
      case Instant instant -> Shown.of(Value.text(Times.timestampText(Times.seconds(instant))));
      case Duration duration -> Shown.of(Value.text(Times.durationText(Times.seconds(duration))));
      case CelByteString _ -> FAILURE;
      case String _, Long _, Boolean _, NullValue _ -> Shown.of(value(result));
      default -> result.getClass().getSimpleName() + " " + result;
    };
  }
}
