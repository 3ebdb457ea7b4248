package io.keelson.engine.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R-PUL-11")
class OptionPathTest {
  private static final Schema SCHEMA = schema();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "size",
        "rules[0].port",
        "rules[*].port",
        "tags.owner",
        "tags[\"odd key\"]",
        "any.thing[1]",
        "*",
        "*.port",
        "rules.*.port"
      })
  void pathThatLeadsSomewhere_isUsable(String path) {
    assertThat(OptionPath.read(path, SCHEMA)).isInstanceOf(OptionPath.Usable.class);
  }

  /// The caret stands under the first step that leads nowhere.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "sise | 0 | There is no attribute 'sise'. Did you mean 'size'?",
        "rules[0].prot | 9 | There is no attribute 'prot' in 'rules[0]'. Did you mean 'port'?",
        "rules.port | 6 | 'rules' is a list: name an element by its number, as in rules[0], or all,"
            + " as in rules[*].",
        "size.unit | 5 | 'size' has no parts.",
        "names[0] | 5 | 'names' is a set, whose elements have no places.",
        "rules[*].prot | 9 | There is no attribute 'prot' in 'rules[*]'. Did you mean 'port'?",
        "rules[*].port.x | 14 | 'rules[*].port' has no parts.",
        "size.* | 5 | 'size' has no parts.",
      })
  void pathThatLeadsNowhere_isToldWithItsPlace(String path, int at, String reason) {
    assertThat(OptionPath.read(path, SCHEMA))
        .isEqualTo(new OptionPath.Wrong(reason + "\n  " + path + "\n  " + " ".repeat(at) + "^"));
  }

  @Test
  void textThatIsNoPath_isToldWithItsPlace() {
    assertThat(OptionPath.read("rules[x].port", SCHEMA))
        .isEqualTo(
            new OptionPath.Wrong(
                "It is no attribute path from here on; write name, name.part, name[0] or"
                    + " name[\"key\"].\n  rules[x].port\n       ^"));
  }

  private static Schema schema() {
    var rule = Type.object(new TreeMap<>(Map.of("port", Types.NUMBER, "host", Types.STRING)));
    var attributes = new TreeMap<String, Attribute>();
    attributes.put("size", Attribute.of(Types.NUMBER, Presence.OPTIONAL));
    attributes.put("rules", Attribute.of(Type.list(rule), Presence.OPTIONAL));
    attributes.put("tags", Attribute.of(Type.map(Types.STRING), Presence.OPTIONAL));
    attributes.put("names", Attribute.of(Type.set(Types.STRING), Presence.OPTIONAL));
    attributes.put("any", Attribute.of(Types.DYNAMIC, Presence.OPTIONAL));
    return Schema.of(0, attributes);
  }
}
