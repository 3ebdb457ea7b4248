package io.keelson.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.state.StateCodec.MalformedState;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.engine.value.ValueArbitraries;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JsonStateCodecTest {
  private final JsonStateCodec codec = new JsonStateCodec();

  record Typed(Type type, Value value) {}

  @Test
  void textOf30MillionLetters_comesBackEqual() throws MalformedState {
    var text = Value.text("x".repeat(30_000_000));

    assertThat(codec.decode(codec.encode(text, Types.STRING), Types.STRING).equals(text)).isTrue();
  }

  @Provide
  Arbitrary<Typed> typed() {
    return ValueArbitraries.types(3)
        .flatMap(type -> ValueArbitraries.known(type).map(value -> new Typed(type, value)));
  }

  @Property
  void knownValue_comesBackEqual(@ForAll("typed") Typed typed) throws MalformedState {
    var json = codec.encode(typed.value(), typed.type());

    assertThat(codec.decode(json, typed.type())).isEqualTo(typed.value());
    assertThat(codec.encode(codec.decode(json, typed.type()), typed.type())).isEqualTo(json);
  }

  @Test
  void dynamicPart_isWrittenWithTerraformsType() {
    var type = Type.object(Map.of("id", Types.STRING, "input", Types.DYNAMIC));
    var input = Value.tuple(List.of(Value.number(1), Value.text("x")));
    var value = Value.object(Map.of("id", Value.text("i"), "input", input));

    assertThat(codec.encode(value, type).asUtf8())
        .isEqualTo(
            "{\"id\":\"i\",\"input\":{\"value\":[1,\"x\"],\"type\":[\"tuple\",[\"number\",\"string\"]]}}");
  }

  @Test
  void number_keepsAllItsDigits() throws MalformedState {
    var number = new BigDecimal("123456789012345678901234567890.000000000000000000001");

    var json = codec.encode(Value.number(number), Types.NUMBER);

    assertThat(json.asUtf8()).isEqualTo(number.toString());
    assertThat(codec.decode(json, Types.NUMBER)).isEqualTo(Value.number(number));
  }

  @Test
  void nullOfAnOpenPart_keepsItsType() throws MalformedState {
    var json = codec.encode(Value.nothing(Types.STRING), Types.DYNAMIC);

    assertThat(json.asUtf8()).isEqualTo("{\"value\":null,\"type\":\"string\"}");
    assertThat(codec.decode(json, Types.DYNAMIC)).isEqualTo(Value.nothing(Types.STRING));
  }

  @Test
  void attributes_unknownToTheTypeAreLeftOutAndMissingOnesAreNull() throws MalformedState {
    var type = Type.object(Map.of("a", Types.STRING, "b", Types.NUMBER));

    var value = codec.decode(Bytes.utf8("{\"a\":\"x\",\"old\":true}"), type);

    assertThat(value)
        .isEqualTo(Value.object(Map.of("a", Value.text("x"), "b", Value.nothing(Types.NUMBER))));
  }

  @Test
  @Tag("R-STATE-12")
  void stateThatDoesNotFit_isRefusedWithThePlaceAndWithoutTheValue() {
    var type = Type.object(Map.of("tags", Type.map(Types.NUMBER)));
    var json = Bytes.utf8("{\"tags\":{\"a\":\"secret\"}}");

    assertThatThrownBy(() -> codec.decode(json, type))
        .isInstanceOfSatisfying(
            MalformedState.class,
            malformed -> assertThat(malformed.path()).isEqualTo(AttributePath.of("tags").key("a")))
        .hasMessage("a number is needed");
  }

  @Test
  void textThatIsNoJson_isRefusedWithoutShowingIt() {
    assertThatThrownBy(() -> codec.decode(Bytes.utf8("{\"a\": secret}"), Types.DYNAMIC))
        .isInstanceOf(MalformedState.class)
        .message()
        .doesNotContain("secret");
  }

  @Test
  @Tag("R-UNK-5")
  void unknownOrMarkedValue_isNeverWritten() {
    var marked = Value.text("x").withMarks(Marks.sensitive("variable.x"));

    assertThatThrownBy(() -> codec.encode(Value.unknown(Types.STRING), Types.STRING))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> codec.encode(marked, Types.STRING))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void valueOfAnotherType_isNotWritten() {
    assertThatThrownBy(() -> codec.encode(Value.number(1), Types.STRING))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> codec.encode(Value.tuple(List.of()), Type.list(Types.STRING)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void loneSurrogate_becomesTheReplacementCharacter() throws MalformedState {
    var value = Value.text("a\ud800");

    assertThat(codec.decode(codec.encode(value, Types.STRING), Types.STRING)).isEqualTo(value);
    assertThat(value).isEqualTo(Value.text("a\ufffd"));
  }
}
