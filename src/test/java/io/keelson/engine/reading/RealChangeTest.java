package io.keelson.engine.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RealChangeTest {
  private static Value object(String size, String reading) {
    return Value.object(
        Map.of(
            "size", Value.text(size),
            "seen", Value.object(Map.of("reading", Value.text(reading)))));
  }

  @Test
  void whatIsSaidTwiceAndWasNotSaidEarlier_isNews() {
    assertThat(RealChange.isIn(object("s", "1"), object("m", "1"), object("m", "1"))).isTrue();
    assertThat(RealChange.isIn(object("s", "1"), object("m", "2"), object("m", "3"))).isTrue();
    assertThat(RealChange.isIn(object("s", "1"), object("s", "2"), object("s", "2"))).isTrue();
  }

  @Test
  void whatIsSomethingElseEachTime_isNone() {
    assertThat(RealChange.isIn(object("s", "1"), object("s", "2"), object("s", "3"))).isFalse();
  }

  @Test
  void whatIsAsItWas_isNone() {
    assertThat(RealChange.isIn(object("s", "1"), object("s", "1"), object("s", "2"))).isFalse();
    assertThat(RealChange.isIn(object("s", "1"), object("s", "2"), object("s", "1"))).isFalse();
  }

  @Test
  void objectOfAnotherShape_isNews() {
    var other = Value.object(Map.of("size", Value.number(1)));
    assertThat(RealChange.isIn(object("s", "1"), other, other)).isTrue();
    assertThat(
            RealChange.isIn(
                Value.text("a"), Value.nothing(Types.STRING), Value.nothing(Types.STRING)))
        .isTrue();
  }
}
