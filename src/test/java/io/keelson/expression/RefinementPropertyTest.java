package io.keelson.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler.Compiled;
import io.keelson.engine.config.ExpressionCompiler.Place;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/// What a plan says of a value, the apply keeps.
final class RefinementPropertyTest {
  private static final Stage PLAN = Sample.stage();
  private static final CelExpressions ONE = new CelExpressions();
  private static final CelExpressions OTHER = new CelExpressions();
  private static final Place PLACE = new Place(Subject.stack(), AttributePath.ROOT);

  /// A value now stays, where it is known, and is of its type and not null, where that was
  /// promised. It may turn into a mistake. A mistake now stays one whatever the unknown values turn
  /// out to be, except for null: what a value of a type can never do is a mistake at once, although
  /// nothing would be asked of a null behind `.?`.
  @Property(edgeCases = EdgeCasesMode.NONE)
  @Tag("R-UNK-1")
  void knownValues_neverContradictWhatWasSaidBefore(
      @ForAll("source") String source, @ForAll long seed) {
    if (!(compile(ONE, source) instanceof Compiled.Ok(var expression))) return;
    var planned = expression.evaluate(PLAN);
    boolean mistake = planned instanceof Evaluated.Failed;
    var applied = expression.evaluate(PLAN.with(new Refinement(seed, !mistake)::of));
    if (!(applied instanceof Evaluated.Ok(Value after))) return;
    assertThat(after.whollyKnown()).as("%s, of known values only, is %s", source, after).isTrue();
    assertThat(fitsItsType(after, expression))
        .as("%s is declared to be %s, and is %s", source, expression.type(), after)
        .isTrue();
    assertThat(mistake).as("%s, a mistake, turns out to be %s", source, after).isFalse();
    var before = ((Evaluated.Ok) planned).value();
    assertThat(Refinement.keeps(after, before))
        .as("%s was %s, and is %s", source, Shown.of(before), Shown.of(after))
        .isTrue();
  }

  private static boolean fitsItsType(Value value, Expression expression) {
    return value.isNull() || Refinement.fits(value.type(), expression.type());
  }

  /// Two compilers, of which each has seen other expressions before, and two evaluations by each.
  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void evaluation_isDeterministic(
      @ForAll("source") String source, @ForAll("source") String before) {
    compile(OTHER, before);
    var one = compile(ONE, source);
    var other = compile(OTHER, source);
    if (one instanceof Compiled.Failed) assertThat(other).isEqualTo(one);
    if (!(one instanceof Compiled.Ok(var expression))) return;
    var same = ((Compiled.Ok) other).expression();
    assertThat(same.references()).isEqualTo(expression.references());
    assertThat(same.type()).isEqualTo(expression.type());
    var value = expression.evaluate(PLAN);
    assertThat(expression.evaluate(PLAN)).isEqualTo(value);
    assertThat(same.evaluate(PLAN)).isEqualTo(value);
  }

  private static Compiled compile(CelExpressions compiler, String source) {
    return compiler.compile(Value.text("${" + source + "}"), Types.DYNAMIC, PLAN, PLACE);
  }

  @Provide
  Arbitrary<String> source() {
    return Sources.any();
  }
}
