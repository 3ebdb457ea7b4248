package io.keelson.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.ExpressionCompiler.Compiled;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.function.FunctionAnswer;
import io.keelson.engine.function.FunctionSignature;
import io.keelson.engine.function.FunctionSignature.Parameter;
import io.keelson.engine.function.ProviderFunction;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Functions of the provider `acme`, which notes what it is asked.
final class ProviderFunctionsTest {
  private final Stage stage = Sample.stage();
  private final List<List<Value>> asked = new ArrayList<>();
  private FunctionAnswer answer = new FunctionAnswer.Returned(Value.text("done"));

  @BeforeEach
  void offer() {
    var text = new Parameter("text", Types.STRING, false, false);
    stage
        .function("shout", function(Types.STRING, text))
        .function("count", function(Types.NUMBER, text))
        .function(
            "pad", function(Types.STRING, text, new Parameter("width", Types.NUMBER, false, false)))
        .function("or_else", function(Types.STRING, new Parameter("a", Types.STRING, true, false)))
        .function("is_open", function(Types.BOOL, new Parameter("a", Types.DYNAMIC, true, true)))
        .function(
            "pick",
            function(Types.DYNAMIC, new Parameter("of", Type.list(Types.STRING), false, false)))
        .function(
            "join",
            new ProviderFunction(
                new FunctionSignature(
                    List.of(new Parameter("by", Types.STRING, false, false)),
                    Optional.of(new Parameter("parts", Types.DYNAMIC, false, false)),
                    Types.STRING),
                this::ask));
  }

  private ProviderFunction function(Type result, Parameter... parameters) {
    return new ProviderFunction(
        new FunctionSignature(List.of(parameters), Optional.empty(), result), this::ask);
  }

  private FunctionAnswer ask(List<Unmarked> arguments) {
    asked.add(arguments.stream().map(Unmarked::value).toList());
    return answer;
  }

  @Test
  void call_givesTheResult_andRefersToWhatItsArgumentsReferTo() {
    var expression = stage.expression("${provider.acme.pad(x.a.known, 3)}");

    assertThat(expression.evaluate(stage)).isEqualTo(Evaluated.of(Value.text("done")));
    assertThat(expression.type()).isEqualTo(Types.STRING);
    assertThat(expression.references()).extracting(Object::toString).containsExactly("x.a.known");
    assertThat(asked).containsExactly(List.of(Value.text("kk"), Value.number(3)));
  }

  @Test
  void arguments_areConvertedAsAttributesAre() {
    stage.value("provider.acme.pad(x.a.num, '3')");
    stage.value("provider.acme.pick(['a', 1])");
    stage.value("provider.acme.shout(timestamp('2026-01-02T03:04:05Z'))");

    assertThat(asked)
        .containsExactly(
            List.of(Value.text("7"), Value.number(3)),
            List.of(Value.list(Types.STRING, List.of(Value.text("a"), Value.text("1")))),
            List.of(Value.text("2026-01-02T03:04:05Z")));
  }

  @Test
  void variadicParameter_takesAnyNumberOfArguments() {
    stage.value("provider.acme.join('-')");
    stage.value("provider.acme.join('-', 1, true)");

    assertThat(asked)
        .containsExactly(
            List.of(Value.text("-")), List.of(Value.text("-"), Value.number(1), Value.truth(true)));
  }

  @Test
  void call_standsWhereverAnExpressionDoes() {
    assertThat(stage.value("['a', 'b'].map(x, provider.acme.shout(x) + '!')"))
        .isEqualTo(Value.tuple(List.of(Value.text("done!"), Value.text("done!"))));
    assertThat(stage.value("provider.acme.shout(provider.acme.shout('a')).size()"))
        .isEqualTo(Value.number(4));

    assertThat(asked)
        .containsExactly(
            List.of(Value.text("a")),
            List.of(Value.text("b")),
            List.of(Value.text("a")),
            List.of(Value.text("done")));
  }

  @Test
  void variableOfThatName_isNoProvider() {
    assertThat(stage.value("x.many.map(provider, provider.name.startsWith('m'))"))
        .isEqualTo(Value.tuple(List.of(Value.truth(true), Value.truth(true))));
  }

  @Test
  void unknownArgument_leavesTheResultOpen_withoutACall() {
    assertThat(stage.value("provider.acme.shout(x.a.id)")).isEqualTo(Value.unknown(Types.STRING));
    assertThat(stage.value("provider.acme.pick(['a', x.a.id])"))
        .isEqualTo(Value.unknown(Types.DYNAMIC));
    assertThat(asked).isEmpty();
  }

  @Test
  void unknownArgument_isHandedOverWhereItIsTaken() {
    answer = new FunctionAnswer.Returned(Value.truth(true));

    assertThat(stage.value("provider.acme.is_open(x.a.id)")).isEqualTo(Value.truth(true));
    assertThat(asked).containsExactly(List.of(Value.unknown(Types.STRING)));
  }

  @Test
  void null_isHandedOverOnlyWhereItIsTaken() {
    stage.value("provider.acme.or_else(x.a.nul)");

    assertThat(asked).containsExactly(List.of(Value.nothing(Types.STRING)));
    assertThat(stage.problem("${provider.acme.shout(x.a.nul)}").detail())
        .startsWith("provider.acme.shout does not take argument 1 ('text'): It must not be null.");
  }

  @Test
  void marksOfArguments_areOnTheResult_andNotOnWhatTheProviderGets() {
    assertThat(stage.value("provider.acme.shout(x.a.pw)"))
        .isEqualTo(Value.text("done").mark(Marks.sensitive("a.pw")));
    assertThat(stage.value("provider.acme.pad(x.a.pw, x.a.b)"))
        .isEqualTo(Value.unknown(Types.STRING).mark(Marks.sensitive("a.pw")));
    assertThat(asked).containsExactly(List.of(Value.text("s3cret")));
  }

  @Test
  void argumentThatTheProviderRefuses_isNamed() {
    answer = new FunctionAnswer.Refused(OptionalInt.of(1), "too wide");

    assertThat(stage.problem("${provider.acme.pad('a', 9000)}").toString())
        .isEqualTo(
            """
            server.web: config.name: provider function refused: provider.acme.pad does not take \
            argument 2 ('width'): too wide.
              ${provider.acme.pad('a', 9000)}
                                 ^
            It is provider.acme.pad(text: string, width: number): string.\
            """);
    assertThat(stage.value("try(provider.acme.pad('a', 9000), 'b')")).isEqualTo(Value.text("b"));
  }

  @Test
  void refusal_isNotToldIfItMayShowASecret() {
    answer = new FunctionAnswer.Refused(OptionalInt.empty(), "'s3cret' is no date");

    assertThat(stage.problem("${provider.acme.shout(x.a.pw)}").toString())
        .contains("does not take these arguments")
        .doesNotContain("s3cret");
  }

  @Test
  void providerThatCannotBeAsked_isAFailure_thatNothingCatches() {
    answer = failed("it ended on s3cret");

    for (String call : List.of("provider.acme.shout('a')", "try(provider.acme.shout('a'), 'b')")) {
      var problem = stage.problem("${" + call + "}");
      assertThat(problem.code()).isEqualTo(Code.PROVIDER_ERROR);
      assertThat(problem.subject()).isEqualTo(Stage.PLACE.subject());
      assertThat(problem.path()).isEqualTo(Stage.PLACE.path());
      assertThat(problem.detail())
          .startsWith("provider.acme.shout has no result: it ended on s3cret")
          .contains("^");
    }
    assertThat(stage.problem("${provider.acme.shout(x.a.pw)}").toString()).doesNotContain("s3cret");
  }

  private static FunctionAnswer failed(String detail) {
    return new FunctionAnswer.Failed(
        List.of(
            Diagnostic.error(Code.PROVIDER_ERROR, Subject.stack(), "The provider ended", detail)));
  }

  record Mistake(String call, Code code, String message) {}

  static Stream<Mistake> mistakes() {
    return Stream.of(
        new Mistake(
            "provider.acme.shuot('a')",
            Code.UNDECLARED,
            "the provider 'acme' has no function 'shuot'"),
        new Mistake(
            "provider.other.shout('a')", Code.UNDECLARED, "there is no provider 'other' here"),
        new Mistake(
            "provider.acme.pad('a')",
            Code.EXPRESSION,
            "The function needs 2 arguments; missing: width"),
        new Mistake(
            "provider.acme.join()",
            Code.EXPRESSION,
            "The function needs at least 1 argument; missing: by"),
        new Mistake(
            "provider.acme.shout('a', 'b')", Code.EXPRESSION, "The function takes 1 argument only"),
        new Mistake(
            "provider.acme.pad('a', 'b')",
            Code.EXPRESSION,
            "argument 2 ('width'): a number is needed"),
        new Mistake("provider.acme.pad('a', x.a.list)", Code.EXPRESSION, "argument 2 ('width')"),
        new Mistake(
            "provider.acme.shout(null)",
            Code.EXPRESSION,
            "argument 1 ('text'): It must not be null"),
        new Mistake(
            "provider.acme.shout('a') + 1", Code.EXPRESSION, "'+' does not take (string, number)"),
        new Mistake(
            "provider.acme.shout(x.a.nope)", Code.BAD_REFERENCE, "x.a has no attribute 'nope'"),
        new Mistake("provider.acme", Code.UNDECLARED, "To call a function of a provider, write"),
        new Mistake(
            "template('${provider.acme.shout(a)}', {'a': 'b'})",
            Code.BAD_REFERENCE,
            "cannot be called in a template"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void mistake_isToldWithoutACall(Mistake mistake) {
    var problem = stage.problem("${" + mistake.call() + "}");

    assertThat(problem.toString()).contains(mistake.message());
    assertThat(problem.code()).isEqualTo(mistake.code());
    assertThat(asked).isEmpty();
  }

  @Test
  void sameExpression_callsTheFunctionOfItsOwnStack() {
    var compiler = new CelExpressions();
    var one = constant(Types.STRING, Value.text("one"));
    var other = constant(Types.NUMBER, Value.number(2));

    for (Stage each : List.of(one, other, one)) {
      var compiled =
          compiler.compile(Value.text("${provider.acme.f()}"), Types.DYNAMIC, each, Stage.PLACE);
      var expected = each == one ? Value.text("one") : Value.number(2);
      assertThat(((Compiled.Ok) compiled).expression().evaluate(each))
          .isEqualTo(Evaluated.of(expected));
    }
  }

  private static Stage constant(Type type, Value value) {
    return new Stage()
        .with("x.a", Value.object(Map.of()))
        .function(
            "f",
            new ProviderFunction(
                new FunctionSignature(List.of(), Optional.empty(), type),
                _ -> new FunctionAnswer.Returned(value)));
  }
}
