package io.keelson.expression.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.Constant;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.expression.CelExpressions;
import io.keelson.expression.Stage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TraversalTest {
  private static final Type.ObjectOf SERVER =
      Type.object(Map.of("id", Types.STRING, "port", Types.NUMBER, "output", Types.DYNAMIC));

  private static Value server(String id) {
    return Value.object(
        Map.of(
            "id", Value.text(id),
            "port", Value.number(80),
            "output", Value.unknown(Type.tuple(List.of(Types.STRING, Types.NUMBER)))));
  }

  private final Stage stage =
      new Stage()
          .with("server.one", SERVER, server("s-1"))
          .with(
              "server.many", Type.list(SERVER), Value.tuple(List.of(server("m-0"), server("m-1"))))
          .with(
              "server.each",
              Type.map(SERVER),
              Value.object(Map.of("a", server("e-a"), "b", server("e-b"))))
          .with("data.image.base", Value.object(Map.of("id", Value.text("i-1"))))
          .with("variable.region", Value.text("eu"))
          .with("variable.secret", Value.text("s3cret").mark(Marks.sensitive("variable.secret")))
          .with("local.tags", Value.object(Map.of("app.io/name", Value.text("shop"))))
          .with("each.key", Value.text("a"))
          .with("count.index", Value.number(1));

  @ParameterizedTest
  @CsvSource({
    "server.one.id, s-1",
    "' server . one . id ', s-1",
    "server.many[1].id, m-1",
    "server.many[count.index].id, m-1",
    "'server.each[\"b\"].id', e-b",
    "server.each['b'].id, e-b",
    "server.each[each.key].id, e-a",
    "data.image.base.id, i-1",
    "variable.region, eu",
    "local.tags.`app.io/name`, shop",
    "local.tags['app.io/name'], shop",
    "each.key, a"
  })
  void traversal_givesWhatItNames(String source, String text) {
    assertThat(stage.value(source)).isEqualTo(Value.text(text));
  }

  @Test
  void aloneWithLineBreak_keepsItsType() {
    var expression = stage.expression("${server.one.port}\n");
    assertThat(expression.type()).isEqualTo(Types.NUMBER);
    assertThat(expression.evaluate(stage).toString()).contains("80");
  }

  @Test
  void textAround_makesAString() {
    assertThat(
            stage.expression("a-${server.one.port}-${variable.region}").evaluate(stage).toString())
        .contains("a-80-eu");
  }

  @Test
  void treeWithoutExpressions_isAConstantOfTheExpectedType() {
    var expression =
        stage.expression(
            Value.tuple(List.of(Value.number(1), Value.text("$${x}"))), Type.list(Types.STRING));
    assertThat(expression)
        .isEqualTo(
            new Constant(Value.list(Types.STRING, List.of(Value.text("1"), Value.text("${x}")))));
  }

  @Test
  void tree_isConvertedToTheExpectedType() {
    var expected = Type.object(Map.of("port", Types.STRING, "all", Type.set(Types.STRING)));
    var tree =
        Value.object(
            Map.of(
                "port", Value.text("${server.one.port}"),
                "all", Value.tuple(List.of(Value.text("${each.key}"), Value.text("a")))));
    var expression = stage.expression(tree, expected);
    assertThat(expression.type()).isEqualTo(expected);
    assertThat(expression.evaluate(stage))
        .isEqualTo(
            io.keelson.engine.value.Evaluated.of(
                Value.object(
                    Map.of(
                        "port", Value.text("80"),
                        "all", Value.set(Types.STRING, List.of(Value.text("a")))))));
  }

  @Test
  void references_areInOrderOfAppearanceWithoutRepeats() {
    var tree =
        Value.tuple(
            List.of(
                Value.text("${variable.region}-${server.each[each.key].id}"),
                Value.text("${server.one.id}${variable.region}")));
    assertThat(stage.expression(tree, Types.DYNAMIC).references())
        .map(Object::toString)
        .containsExactly(
            "variable.region", "server.each[each.key].id", "each.key", "server.one.id");
  }

  @Test
  void unknownOperand_answersByItsOwnType() {
    assertThat(stage.value("server.one.output[1]")).isEqualTo(Value.unknown(Types.NUMBER));
    assertThat(stage.problem("${server.one.output[2]}").code()).isEqualTo(Code.BAD_REFERENCE);
    assertThat(stage.problem("${server.one.output.x}").code()).isEqualTo(Code.BAD_REFERENCE);
    assertThat(stage.problem("a${server.one.output}").code()).isEqualTo(Code.EXPRESSION);
  }

  @Test
  void marks_travelIntoTheText() {
    assertThat(
            stage
                .expression("a-${variable.secret}")
                .evaluate(stage)
                .then(v -> io.keelson.engine.value.Evaluated.of(Value.truth(v.marked()))))
        .isEqualTo(io.keelson.engine.value.Evaluated.of(Value.truth(true)));
  }

  @ParameterizedTest
  @Tag("R-VAL-16")
  @CsvSource({
    "server.two.id, UNDECLARED",
    "variable.x, UNDECLARED",
    "local.x, UNDECLARED",
    "server.one.idd, BAD_REFERENCE",
    "server.one.id.x, BAD_REFERENCE",
    "each.kee, BAD_REFERENCE",
    "each, BAD_REFERENCE",
    "server, BAD_REFERENCE",
    "server.many.id, MISSING_KEY",
    "server.each.id, MISSING_KEY",
    "server.one[0].id, UNEXPECTED_KEY",
    "server.one['a'].id, UNEXPECTED_KEY",
    "server.one[each.key].id, UNEXPECTED_KEY",
    "server.many['a'].id, BAD_REFERENCE",
    "server.many[2].id, BAD_REFERENCE",
    "server.each['c'].id, BAD_REFERENCE"
  })
  void badTraversal_isRefusedWithItsKind(String source, Code code) {
    assertThat(stage.problem("${" + source + "}").code()).isEqualTo(code);
  }

  @Test
  void misspeltAttribute_isShownWithACaretAndTheNearestName() {
    var problem = stage.problem("name-${server.one.prot}");
    assertThat(problem.toString())
        .isEqualTo(
            """
            server.web: config.name: no such attribute: server.one has no attribute 'prot'.
              name-${server.one.prot}
                               ^
            Did you mean 'port'?\
            """);
  }

  @Test
  void shellVariable_isShownHowToBeWritten() {
    assertThat(stage.problem("${HOME}/bin").toString())
        .contains("For the text '${HOME}' itself write '$${HOME}'.");
  }

  @Test
  void allPartsThatFail_areReported() {
    var tree =
        Value.tuple(List.of(Value.text("${server.many[5].id}"), Value.text("${server.each.c.id}")));
    assertThat(stage.problems(tree, Types.DYNAMIC)).hasSize(1);
    var atRunTime =
        Value.tuple(
            List.of(Value.text("${server.many[5].id}"), Value.text("${server.each['c'].id}")));
    assertThat(stage.problems(atRunTime, Types.DYNAMIC))
        .map(diagnostic -> diagnostic.path().toString())
        .containsExactly("config.name[0]", "config.name[1]");
  }

  @Test
  void typeThatCanNeverFit_isRefusedBeforeEvaluation() {
    var compiled = stage.compile(Value.text("${local.tags}"), Types.STRING);
    assertThat(compiled).isInstanceOf(ExpressionCompiler.Compiled.Failed.class);
  }

  @Test
  @Tag("R-RTB-1")
  void trigger_isReadAsAReference() {
    var compiler = new CelExpressions();
    assertThat(compiler.traversal("server.web[each.key].id", Stage.PLACE))
        .hasToString("Ok[reference=server.web[each.key].id]");
    for (String bad : List.of("variable.x", "server", "server.web[1+1]", "${server.web}"))
      assertThat(compiler.traversal(bad, Stage.PLACE))
          .isInstanceOf(ExpressionCompiler.Traversal.Failed.class);
  }

  @Test
  void localsOfATree_areFound() {
    var tree =
        Value.tuple(
            List.of(
                Value.text("${local.b}-${server.one.id}-${local.a.x}"), Value.text("${local.")));
    assertThat(new CelExpressions().localsIn(tree)).containsExactly("a", "b");
  }
}
