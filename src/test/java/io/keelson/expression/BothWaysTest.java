package io.keelson.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.ExpressionCompiler.Compiled;
import io.keelson.expression.cel.TraversalParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A traversal means the same alone, where our own code reads it, and inside CEL.
final class BothWaysTest {
  private final Stage stage = Sample.stage();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x.a",
        "x.a.id",
        "x.a.known",
        "x.a.db.user",
        "x.a.list[1].name",
        "x.a.out[0]",
        "x.many[0].name",
        "x.many[count.index].size",
        "x.zones['z1'].name",
        "x.zones[\"z2\"]",
        "x.zones[each.key].size",
        "local.tags.a",
        "local.tags['b']",
        "local.tags.`a`",
        "variable.pw",
        "each.key",
        "count.index",
        "x . a . known",
        "x.a.list[ 0 ]"
      })
  void traversal_hasTheSameReferencesTypeAndValue(String source) {
    var plain = stage.expression("${" + source + "}");
    var cel = stage.expression("${(" + source + ")}");
    assertThat(TraversalParser.parse(source, 0)).isPresent();
    assertThat(TraversalParser.parse("(" + source + ")", 0)).isEmpty();
    assertThat(cel.references()).isEqualTo(plain.references());
    assertThat(cel.type()).isEqualTo(plain.type());
    assertThat(cel.evaluate(stage)).isEqualTo(plain.evaluate(stage));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x.a.nope",
        "x.a.list[1].nope",
        "x.a.db['nope']",
        "x.nope.id",
        "x.many.name",
        "x.many['k'].name",
        "x.a[0].id",
        "x.a[each.key]",
        "x.a.set[0]",
        "x.a.known.more",
        "x.zones.z1",
        "local.nope",
        "variable.nope",
        "each.nope",
        "count.nope",
        "each.value",
        "self.id",
        "x",
        "local",
        "x.many[9].name",
        "x.zones['q'].name",
        "x.a.out[7]"
      })
  void mistake_hasTheSameCodeMessageAndPosition(String source) {
    var plain = stage.problem("${ " + source + "}");
    var cel = stage.problem("${(" + source + ")}");
    assertThat(cel.code()).isEqualTo(plain.code());
    assertThat(cel.detail().replace("${(", "${ ").replace(")}", "}")).isEqualTo(plain.detail());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"in.x", "x.in", "if.y", "true.x", "x.true", "1.x", "a b", "x.a[-1]", "x..y"})
  void whatIsNoPlainTraversal_isLeftToCel(String source) {
    assertThat(TraversalParser.parse(source, 0)).isEmpty();
    assertThat(stage.compile("${" + source + "}")).isInstanceOf(Compiled.class);
  }
}
