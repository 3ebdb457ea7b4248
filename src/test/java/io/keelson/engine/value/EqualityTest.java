package io.keelson.engine.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EqualityTest {
  private static final Value A = Value.text("a");
  private static final Value UNKNOWN = Value.unknown(Types.STRING);

  @Provide
  Arbitrary<Value> values() {
    return ValueArbitraries.any();
  }

  @Provide
  Arbitrary<Value> known() {
    return ValueArbitraries.known();
  }

  @Property
  void knownValue_isItselfInAllThreeWays(@ForAll("known") Value value) {
    assertThat(value.sameAs(value)).isEqualTo(Tri.TRUE);
    assertThat(value.matches(value)).isTrue();
    assertThat(value.hashCode()).isEqualTo(value.unmark().value().hashCode());
    assertThat(Value.ORDER.compare(value, value)).isZero();
  }

  @Property
  @net.jqwik.api.Tag("R-PLAN-15")
  void valueWithAnUnknownPart_matchesNothing(
      @ForAll("values") Value one, @ForAll("values") Value two) {
    if (!one.whollyKnown() || !two.whollyKnown()) assertThat(one.matches(two)).isFalse();
    assertThat(one.matches(two)).isEqualTo(two.matches(one));
  }

  @Property
  @net.jqwik.api.Tag("R-UNK-3")
  void sameness_goesBothWays(@ForAll("values") Value one, @ForAll("values") Value two) {
    assertThat(one.sameAs(two)).isEqualTo(two.sameAs(one));
    if (one.whollyKnown() && two.whollyKnown())
      assertThat(one.sameAs(two)).isNotEqualTo(Tri.UNKNOWN);
  }

  @Property
  void order_isTotalAndAgreesWithItself(
      @ForAll("known") Value one, @ForAll("known") Value two, @ForAll("known") Value three) {
    assertThat(Integer.signum(Value.ORDER.compare(one, two)))
        .isEqualTo(-Integer.signum(Value.ORDER.compare(two, one)));
    if (Value.ORDER.compare(one, two) <= 0 && Value.ORDER.compare(two, three) <= 0)
      assertThat(Value.ORDER.compare(one, three)).isNotPositive();
  }

  @Test
  void marks_playNoPartInMatchingButInRepresentation() {
    var marked = A.mark(Marks.sensitive("s"));

    assertThat(A.matches(marked)).isTrue();
    assertThat(A.sameAs(marked)).isEqualTo(Tri.TRUE);
    assertThat(A).isNotEqualTo(marked);
  }

  @Test
  void tupleAndList_areTheSameButDoNotMatch() {
    var tuple = Value.tuple(List.of(A));
    var list = Value.list(Types.STRING, List.of(A));

    assertThat(tuple.sameAs(list)).isEqualTo(Tri.TRUE);
    assertThat(tuple.matches(list)).isFalse();
    assertThat(Value.object(Map.of("a", A)).matches(Value.map(Types.STRING, Map.of("a", A))))
        .isFalse();
  }

  @Test
  @Tag("R-UNK-3")
  void unknownPart_leavesTheAnswerOpenUnlessAnotherDecides() {
    var one = Value.tuple(List.of(UNKNOWN, A));

    assertThat(one.sameAs(Value.tuple(List.of(A, A)))).isEqualTo(Tri.UNKNOWN);
    assertThat(one.sameAs(Value.tuple(List.of(A, Value.text("b"))))).isEqualTo(Tri.FALSE);
    assertThat(one.sameAs(Value.tuple(List.of(A)))).isEqualTo(Tri.FALSE);
    assertThat(Value.unknownNotNull(Types.STRING).sameAs(Value.nothing(Types.STRING)))
        .isEqualTo(Tri.FALSE);
  }

  @Test
  void numbers_matchAsDecimalsOrAsDoubles() {
    var decimal = Value.number(new BigDecimal("0.1"));
    var fromDouble =
        Value.number(new BigDecimal("0.1000000000000000055511151231257827021181583404541015625"));
    var close = Value.number(new BigDecimal("0.10000000000000000001"));

    assertThat(Value.number(new BigDecimal("1.0"))).isEqualTo(Value.number(1));
    assertThat(decimal.matches(fromDouble)).isTrue();
    assertThat(decimal.matches(close)).isFalse();
  }

  @Test
  void hugeNumber_keepsBeingOneNumber() {
    var huge = Value.number(new BigDecimal("1e1000"));

    assertThat(huge.mark(Marks.sensitive("s")).matches(huge)).isTrue();
    assertThat(Numbers.problem(new BigDecimal("1e1001"))).isPresent();
    assertThat(Numbers.problem(new BigDecimal("1".repeat(513)))).isPresent();
    assertThat(Numbers.problem(new BigDecimal("1e-1001"))).isPresent();
  }
}
