package io.keelson.provider.plugin.wire;

import static io.keelson.engine.value.Types.BOOL;
import static io.keelson.engine.value.Types.DYNAMIC;
import static io.keelson.engine.value.Types.NUMBER;
import static io.keelson.engine.value.Types.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Values and the bytes that Terraform's own encoder makes of them.
class WireVectorsTest {
  private static final Type XA = Type.object(Map.of("a", STRING, "x", STRING));
  private static final Value XA_VALUE =
      Value.object(Map.of("a", Value.text("2"), "x", Value.text("1")));

  static Stream<Arguments> vectors() {
    return Stream.of(
            numbers(),
            Stream.of(
                arguments(Value.text(""), STRING, "a0", "\"\""),
                arguments(Value.text("a"), STRING, "a161", "\"a\""),
                arguments(Value.text("e\u0301"), STRING, "a2c3a9", "\"\u00e9\""),
                arguments(Value.text("<&>\u2028"), STRING, "a63c263ee280a8", "\"<&>\u2028\""),
                arguments(Value.truth(true), BOOL, "c3", "true"),
                arguments(Value.truth(false), BOOL, "c2", "false"),
                arguments(Value.nothing(STRING), STRING, "c0", "null"),
                arguments(Value.unknown(STRING), STRING, "d40000", "")),
            collections(),
            dynamics())
        .flatMap(each -> each);
  }

  private static Stream<Arguments> numbers() {
    return Stream.of(
            new String[][] {
              {"0", "00"},
              {"1", "01"},
              {"127", "7f"},
              {"128", "cc80"},
              {"255", "ccff"},
              {"256", "cd0100"},
              {"65535", "cdffff"},
              {"65536", "ce00010000"},
              {"4294967295", "ceffffffff"},
              {"4294967296", "cf0000000100000000"},
              {"-1", "ff"},
              {"-32", "e0"},
              {"-33", "d0df"},
              {"-128", "d080"},
              {"-129", "d1ff7f"},
              {"-2147483649", "d3ffffffff7fffffff"},
              {"-9223372036854775808", "d38000000000000000"},
              {"9007199254740993", "cf0020000000000001"},
              {"9223372036854775807", "cf7fffffffffffffff"},
              {"9223372036854775808", "b339323233333732303336383534373735383038"},
              {"0.5", "cb3fe0000000000000"},
              {"1.5", "cb3ff8000000000000"},
              {"-0.25", "cbbfd0000000000000"},
              {"0.1", "a3302e31"},
              {"3.14159", "a7332e3134313539"},
              {"0.0000001", "a9302e30303030303031"},
              {"1000", "cd03e8"},
              {"1" + "0".repeat(30), "bf31" + "30".repeat(30)}
            })
        .map(each -> arguments(Value.number(new BigDecimal(each[0])), NUMBER, each[1], each[0]));
  }

  private static Stream<Arguments> collections() {
    var texts = Type.set(STRING);
    return Stream.of(
        arguments(Value.list(STRING, List.of()), Type.list(STRING), "90", "[]"),
        arguments(
            Value.list(STRING, List.of(Value.text("a"), Value.unknown(STRING))),
            Type.list(STRING),
            "92a161d40000",
            ""),
        arguments(set("c", "a", "b"), texts, "93a161a162a163", "[\"a\",\"b\",\"c\"]"),
        arguments(
            Value.set(NUMBER, List.of(Value.number(10), Value.number(9), Value.number(-1))),
            Type.set(NUMBER),
            "93ff090a",
            "[-1,9,10]"),
        arguments(
            Value.set(STRING, List.of(Value.text("b"), Value.unknown(STRING), Value.text("a"))),
            texts,
            "93a161a162d40000",
            ""),
        arguments(
            Value.set(STRING, List.of(Value.unknown(STRING), Value.unknown(STRING))),
            texts,
            "92d40000d40000",
            ""),
        arguments(
            Value.set(STRING, List.of(Value.nothing(STRING), Value.text("a"))),
            texts,
            "92a161c0",
            ""),
        arguments(
            Value.map(NUMBER, Map.of("b", Value.number(1), "a", Value.number(2))),
            Type.map(NUMBER),
            "82a16102a16201",
            "{\"a\":2,\"b\":1}"),
        arguments(XA_VALUE, XA, "82a161a132a178a131", "{\"a\":\"2\",\"x\":\"1\"}"),
        arguments(
            Value.tuple(List.of(Value.text("a"), Value.number(1))),
            Type.tuple(List.of(STRING, NUMBER)),
            "92a16101",
            "[\"a\",1]"));
  }

  private static Stream<Arguments> dynamics() {
    return Stream.of(
        arguments(
            Value.text("a"),
            DYNAMIC,
            "92c40822737472696e6722a161",
            "{\"value\":\"a\",\"type\":\"string\"}"),
        arguments(
            XA_VALUE,
            DYNAMIC,
            "92c4265b226f626a656374222c7b2261223a22737472696e67222c2278223a22737472696e67227d5d"
                + "82a161a132a178a131",
            "{\"value\":{\"a\":\"2\",\"x\":\"1\"},"
                + "\"type\":[\"object\",{\"a\":\"string\",\"x\":\"string\"}]}"),
        arguments(Value.nothing(DYNAMIC), DYNAMIC, "c0", "null"),
        arguments(
            Value.nothing(STRING),
            DYNAMIC,
            "92c40822737472696e6722c0",
            "{\"value\":null,\"type\":\"string\"}"),
        arguments(Value.unknown(DYNAMIC), DYNAMIC, "d40000", ""),
        arguments(Value.unknown(STRING), DYNAMIC, "92c40822737472696e6722d40000", ""),
        arguments(
            Value.list(STRING, List.of(Value.text("a"))),
            Type.list(DYNAMIC),
            "9192c40822737472696e6722a161",
            "[{\"value\":\"a\",\"type\":\"string\"}]"));
  }

  private static Value set(String... texts) {
    return Value.set(STRING, Stream.of(texts).map(Value::text).toList());
  }

  /// @param json empty where JSON cannot tell the value, or tells it in another order
  @ParameterizedTest
  @MethodSource("vectors")
  void value_hasTheBytesOfTheReference(Value value, Type type, String hex, String json)
      throws MalformedValue {
    assertThat(HexFormat.of().formatHex(MsgpackWriter.write(value, type))).isEqualTo(hex);
    assertThat(read(hex, type)).isEqualTo(value);
    if (json.isEmpty()) return;
    assertThat(new String(WireJson.write(value, type), StandardCharsets.UTF_8)).isEqualTo(json);
    assertThat(WireJson.read(json.getBytes(StandardCharsets.UTF_8), type)).isEqualTo(value);
  }

  /// As it is spelled in texts, in plans and for other providers, to whom it goes as if declared.
  @ParameterizedTest
  @CsvSource({
    "cb3fb999999999999a, 0.1",
    "cb3ff3333333333333, 1.2",
    "cbbff3333333333333, -1.2",
    "cb3fd3333333333334, 0.30000000000000004",
    "cb3fe0000000000000, 0.5",
    "ca3f99999a, 1.2000000476837158"
  })
  void doubleThatIsNoWholeNumber_isItsShortestDecimal(String hex, String decimal)
      throws MalformedValue {
    var value = read(hex, NUMBER);

    assertThat(value).isEqualTo(Value.number(new BigDecimal(decimal)));
    assertThat(read(HexFormat.of().formatHex(MsgpackWriter.write(value, NUMBER)), NUMBER))
        .isEqualTo(value);
  }

  /// What was stored with all its digits, and what is declared, is that number: no plan changes it.
  @ParameterizedTest
  @ValueSource(strings = {"0.1", "0.1000000000000000055511151231257827021181583404541015625"})
  void double_matchesWhatWasStoredOrDeclared(String decimal) throws MalformedValue {
    assertThat(read("cb3fb999999999999a", NUMBER).matches(Value.number(new BigDecimal(decimal))))
        .isTrue();
  }

  @Test
  void doubleThatIsAWholeNumber_isKeptToTheLastDigit() throws MalformedValue {
    assertThat(read("cb44b52d02c7e14af6", NUMBER))
        .isEqualTo(Value.number(new BigDecimal("99999999999999991611392")));
  }

  @Test
  void doubleWithMoreDigitsThanANumberMayHave_isTakenAsItIsWritten() throws MalformedValue {
    assertThat(read("cb0000000000000001", NUMBER))
        .isEqualTo(Value.number(new BigDecimal("4.9E-324")));
  }

  /// Whatever is promised of an unknown, and however long the extension says it is.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "d40000",
        "d4007f",
        "c70000",
        "c7030c8101c2",
        "c800010000",
        "c800030c8101c2",
        "c9000000030c8101c2",
        "c70d0c8201c202a868747470733a2f2f"
      })
  void extension_isUnknown(String hex) throws MalformedValue {
    assertThat(read(hex, STRING)).isEqualTo(Value.unknown(STRING));
  }

  @ParameterizedTest
  @ValueSource(strings = {"c8000300ffffff", "d50b0000", "c804010c", "c703"})
  void extensionNobodyKnows_isRefused(String hex) {
    assertThatThrownBy(() -> read(hex, STRING)).isInstanceOf(MalformedValue.class);
  }

  @Test
  void refinedNumberAndListAreUnknown() throws MalformedValue {
    assertThat(read("c7090c82039200c304920ac2", NUMBER)).isEqualTo(Value.unknown(NUMBER));
    assertThat(read("c7050c8205010603", Type.list(STRING)))
        .isEqualTo(Value.unknown(Type.list(STRING)));
  }

  @ParameterizedTest
  @CsvSource({
    "05,5",
    "cc05,5",
    "cd0005,5",
    "ce00000005,5",
    "cf0000000000000005,5",
    "d005,5",
    "d10005,5",
    "d200000005,5",
    "d30000000000000005,5",
    "ff,-1",
    "d0ff,-1",
    "d1ffff,-1",
    "d2ffffffff,-1",
    "d3ffffffffffffffff,-1",
    "cfffffffffffffffff,18446744073709551615",
    "ca3fc00000,1.5",
    "cb3ff8000000000000,1.5",
    "cb8000000000000000,0",
    "a3312e35,1.5",
    "a3316533,1000"
  })
  void number_isReadFromEveryWidth(String hex, String number) throws MalformedValue {
    assertThat(read(hex, NUMBER)).isEqualTo(Value.number(new BigDecimal(number)));
  }

  @Test
  void object_isReadInAnyOrderOfItsAttributes() throws MalformedValue {
    assertThat(read("82a178a131a161a132", XA)).isEqualTo(XA_VALUE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "81a161a132     | 2 attributes are needed, but there are 1",
        "82a161a132a179a131 | the schema has no attribute y",
        "82a161a132a161a131 | a is there twice",
        "82a161a132a17801 | a value of type string is needed, but this is a whole number",
        "a161           | but this is a string",
        "82a161a132     | the bytes end too early",
        "c1             | the bytes end too early, or are no MessagePack"
      })
  void bytesThatAreNoSuchObject_areRefused(String hex, String reason) {
    assertThatThrownBy(() -> read(hex, XA))
        .isInstanceOf(MalformedValue.class)
        .hasMessageContaining(reason);
  }

  @Test
  void malformedPart_isNamedByItsPath() {
    var type = Type.object(Map.of("list", Type.list(NUMBER)));

    assertThatThrownBy(() -> read("81a46c6973749201c3", type))
        .isInstanceOfSatisfying(
            MalformedValue.class, e -> assertThat(e.path()).hasToString("list[1]"));
  }

  @Test
  void lengthThatTheBytesCannotHold_isRefusedBeforeRoomIsMade() {
    assertThatThrownBy(() -> read("dd7fffffff", Type.list(STRING)))
        .isInstanceOf(MalformedValue.class)
        .hasMessageContaining("longer than all bytes");
    assertThatThrownBy(() -> read("df7fffffff", Type.map(STRING)))
        .isInstanceOf(MalformedValue.class)
        .hasMessageContaining("longer than all bytes");
  }

  @Test
  void valueNestedWithoutEnd_isRefused() {
    assertThatThrownBy(() -> MsgpackReader.read(deep(5_000), DYNAMIC))
        .isInstanceOf(MalformedValue.class)
        .hasMessageContaining("nested more than");
  }

  private static byte[] deep(int levels) {
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; i < levels; i++)
      bytes.writeBytes(HexFormat.of().parseHex("92c4092264796e616d696322"));
    bytes.write(0xc0);
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({"cb7ff0000000000000", "cb7ff8000000000000", "a3666f6f", "ab316531303030303030303030"})
  void numberBeyondAllBounds_isRefused(String hex) {
    assertThatThrownBy(() -> read(hex, NUMBER)).isInstanceOf(MalformedValue.class);
  }

  @Test
  void numberInJsonWhereATextShouldBe_isRefusedIfItsDigitsWouldFillTheMemory() {
    var json = "1e999999999".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> WireJson.read(json, STRING)).isInstanceOf(MalformedValue.class);
  }

  @Test
  void listsInListsThatAllSayToBeAsLongAsTheBytes_takeNoRoom() {
    var bytes = new byte[16 << 20];
    Type type = STRING;
    for (int i = 0; i < 190; i++) {
      type = Type.list(type);
      bytes[i * 5] = (byte) 0xdd;
      bytes[i * 5 + 1] = 0;
      bytes[i * 5 + 2] = (byte) 0xff;
      bytes[i * 5 + 3] = 0;
      bytes[i * 5 + 4] = 0;
    }
    var deep = type;

    assertThatThrownBy(() -> MsgpackReader.read(bytes, deep)).isInstanceOf(MalformedValue.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "string | 5        | 5",
        "string | true     | true",
        "number | \"1.50\" | 1.5",
        "bool   | \"true\" | true"
      })
  void primitiveInJson_mayStandAsTheTextOfAnother(String type, String json, String expected)
      throws MalformedValue {
    var read = WireJson.read(json.getBytes(StandardCharsets.UTF_8), typeNamed(type));

    assertThat(read)
        .isEqualTo(
            switch (type) {
              case "string" -> Value.text(expected);
              case "number" -> Value.number(new BigDecimal(expected));
              default -> Value.truth(Boolean.parseBoolean(expected));
            });
  }

  private static Type typeNamed(String name) {
    return switch (name) {
      case "string" -> STRING;
      case "number" -> NUMBER;
      default -> BOOL;
    };
  }

  @Test
  void objectInJson_mayLeaveAttributesOutButHasNoOthers() throws MalformedValue {
    assertThat(WireJson.read("{\"a\":\"2\"}".getBytes(StandardCharsets.UTF_8), XA))
        .isEqualTo(Value.object(Map.of("a", Value.text("2"), "x", Value.nothing(STRING))));
    assertThatThrownBy(() -> WireJson.read("{\"b\":\"2\"}".getBytes(StandardCharsets.UTF_8), XA))
        .isInstanceOf(MalformedValue.class)
        .hasMessageContaining("no attribute b");
  }

  private static Value read(String hex, Type type) throws MalformedValue {
    return MsgpackReader.read(HexFormat.of().parseHex(hex), type);
  }
}
