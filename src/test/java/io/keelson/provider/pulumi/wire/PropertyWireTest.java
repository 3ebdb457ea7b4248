package io.keelson.provider.pulumi.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Properties on the wire, written as the JSON that their structs are.
final class PropertyWireTest {
  private static final String KEY = "4dabf18193072939515e22adb298388d";
  private static final String SECRET = "1b47061264138c4ac30d75fd1eb44270";
  private static final String UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "true",
        "1.5",
        "'text'",
        "[1, [null], {}]",
        "{'a': {'b': 'c'}}",
        "'04da6b54-80e4-46f7-96ec-b56ff0331ba9'",
        "{'KEY': '1b47061264138c4ac30d75fd1eb44270', 'value': {'a': 1}}",
        "{'KEY': '5cf8f73096256a8f31e491e813e4eb8e', 'urn': 'u', 'id': '', 'packageVersion':"
            + " '1.0'}",
        "{'KEY': '5cf8f73096256a8f31e491e813e4eb8e', 'urn': 'u'}",
        "{'KEY': 'd0e6a833031e9bbcd3f4e8bde6ca49a4'}",
        "{'KEY': 'd0e6a833031e9bbcd3f4e8bde6ca49a4', 'value': 1, 'secret': true,"
            + " 'dependencies': ['a', 'b']}",
        "{'KEY': '803fd3297a5875dc03ca845dda5d2a98', 'value': 'AAE='}",
        "{'KEY': 'c44067f5952c0a294b673a41bacd8c17', 'hash': 'h', 'text': 'hello'}",
        "{'KEY': 'c44067f5952c0a294b673a41bacd8c17', 'text': ''}",
        "{'KEY': 'c44067f5952c0a294b673a41bacd8c17', 'hash': 'h'}",
        "{'KEY': 'c44067f5952c0a294b673a41bacd8c17', 'uri': 'https://example.org'}",
        "{'KEY': '0def7320c3a5731c473e5ecbe6d01bc7', 'assets':"
            + " {'a': {'KEY': 'c44067f5952c0a294b673a41bacd8c17', 'path': '/a'}}}",
      })
  void whatWasRead_isWrittenAsItWas(String json) throws MalformedProperty {
    assertThat(written(read(json), Accepted.EVERYTHING)).isEqualTo(wire(json));
  }

  @Test
  void unknownOfEveryType_isOne() throws MalformedProperty {
    assertThat(read("'3eeb2bf0-c639-47a8-9e75-3b44932eb421'")).isEqualTo(new Property.Unknown());
    assertThat(written(new Property.Unknown(), Accepted.EVERYTHING))
        .isEqualTo(wire("'" + UNKNOWN + "'"));
  }

  @Test
  void secret_isPlainForWhoDoesNotAcceptIt_howeverDeep() throws MalformedProperty {
    var value = read("{'a': [{'KEY': '" + SECRET + "', 'value': {'b': 'hidden'}}]}");
    assertThat(written(value, Accepted.NOTHING)).isEqualTo(wire("{'a': [{'b': 'hidden'}]}"));
  }

  @Test
  void secret_isNotShownAsText() throws MalformedProperty {
    assertThat(read("{'KEY': '" + SECRET + "', 'value': 'hidden'}").toString())
        .doesNotContain("hidden");
  }

  @Test
  void resource_isItsIdForWhoDoesNotAcceptIt_orItsUrn() {
    assertThat(written(resource(Optional.of("i-1")), Accepted.NOTHING)).isEqualTo(wire("'i-1'"));
    assertThat(written(resource(Optional.of("")), Accepted.NOTHING))
        .isEqualTo(wire("'" + UNKNOWN + "'"));
    assertThat(written(resource(Optional.empty()), Accepted.NOTHING)).isEqualTo(wire("'urn'"));
  }

  @Test
  void resource_isWrittenWithTheNameAndTheTypeOfItsUrn() {
    var urn = "urn:pulumi:dev::shop::a:index:Web$b:m:Thing::web::1";
    var reference = new Property.Reference(urn, Optional.of("i-1"), Optional.empty());
    assertThat(written(reference, Accepted.EVERYTHING))
        .isEqualTo(
            wire(
                "{'KEY': '5cf8f73096256a8f31e491e813e4eb8e', 'urn': '%s', 'id': 'i-1', 'name': 'web::1', 'type': 'b:m:Thing'}"
                    .formatted(urn)));
  }

  @Test
  void output_isItsValueForWhoDoesNotAcceptIt() {
    var secrets = new Accepted(true, false, false);
    var dependencies = new TreeSet<>(List.of("urn"));
    assertThat(
            written(
                new Property.Output(Optional.of(new Property.Text("x")), true, dependencies),
                secrets))
        .isEqualTo(wire("{'KEY': '" + SECRET + "', 'value': 'x'}"));
    assertThat(written(new Property.Output(Optional.empty(), false, dependencies), secrets))
        .isEqualTo(wire("'" + UNKNOWN + "'"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'KEY': 'nothing that is known'}",
        "{'KEY': 1}",
        "{'KEY': '1b47061264138c4ac30d75fd1eb44270'}",
        "{'KEY': '5cf8f73096256a8f31e491e813e4eb8e', 'id': 'hidden'}",
        "{'KEY': '5cf8f73096256a8f31e491e813e4eb8e', 'urn': 7}",
        "{'KEY': '803fd3297a5875dc03ca845dda5d2a98'}",
      })
  void specialObjectThatIsNone_isRefusedWithItsPlace_andWithoutItsContent(String json) {
    assertThatThrownBy(() -> read("{'a': [" + json + "]}"))
        .isInstanceOfSatisfying(
            MalformedProperty.class,
            problem -> {
              assertThat(problem.path().toString()).isEqualTo("a[0]");
              assertThat(problem.reason()).isNotBlank().doesNotContain("hidden");
            });
  }

  @Test
  void numberThatIsNone_isRefused() {
    var number = Value.newBuilder().setNumberValue(Double.NaN).build();
    assertThatThrownBy(() -> PropertyReader.read(number)).isInstanceOf(MalformedProperty.class);
  }

  private static Property resource(Optional<String> id) {
    return new Property.Reference("urn", id, Optional.empty());
  }

  private static Property read(String json) throws MalformedProperty {
    return PropertyReader.read(wire(json));
  }

  private static Value written(Property property, Accepted accepted) {
    return new PropertyWriter(accepted).write(property);
  }

  private static Value wire(String json) {
    try {
      return wire(new ObjectMapper().readTree(json.replace('\'', '"').replace("KEY", KEY)));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  private static Value wire(JsonNode json) {
    var value = Value.newBuilder();
    switch (json.getNodeType()) {
      case NULL -> value.setNullValue(NullValue.NULL_VALUE);
      case BOOLEAN -> value.setBoolValue(json.booleanValue());
      case NUMBER -> value.setNumberValue(json.doubleValue());
      case STRING -> value.setStringValue(json.textValue());
      case ARRAY -> {
        var list = ListValue.newBuilder();
        json.forEach(each -> list.addValues(wire(each)));
        value.setListValue(list);
      }
      default -> {
        Map<String, Value> fields = new TreeMap<>();
        json.properties().forEach(each -> fields.put(each.getKey(), wire(each.getValue())));
        value.setStructValue(Struct.newBuilder().putAllFields(fields));
      }
    }
    return value.build();
  }
}
