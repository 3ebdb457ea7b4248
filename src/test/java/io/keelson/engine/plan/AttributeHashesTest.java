package io.keelson.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AttributeHashesTest {
  private static final DigestKey KEY = new DigestKey(Bytes.utf8("key"), "");

  private static SortedMap<?, String> of(Value before, Value after) {
    var at = ObjectRef.current(InstanceAddress.parse("server.web"));
    return AttributeHashes.of(
        new Change(
            at,
            new Action.Update(),
            Reason.NONE,
            Optional.of(before),
            Optional.of(after),
            Bytes.NONE,
            Optional.empty()),
        KEY);
  }

  private static Value server(String size, Value tags) {
    return Value.object(Map.of("size", Value.text(size), "tags", tags));
  }

  private static Value tags(String name, String value) {
    return Value.map(Types.STRING, Map.of(name, Value.text(value)));
  }

  @Test
  void differentAttributes_haveDifferentHashesAndTheOthersTheSame() {
    var one = of(server("s", tags("team", "a")), server("s", tags("team", "b")));
    var two = of(server("s", tags("team", "a")), server("s", tags("team", "c")));

    assertThat(one.keySet()).extracting(Object::toString).containsExactly("size", "tags[\"team\"]");
    assertThat(one.firstEntry()).isEqualTo(two.firstEntry());
    assertThat(one.lastEntry().getValue()).isNotEqualTo(two.lastEntry().getValue());
  }

  @Test
  void keysOfWhatIsMarked_areNoPaths() {
    var secret = tags("hunter2", "a").mark(Marks.sensitive("variable.tags"));

    assertThat(of(server("s", secret), server("s", tags("plain", "a"))).keySet())
        .extracting(Object::toString)
        .containsExactly("size", "tags");
  }

  @Test
  void largeObject_isToldByItsOwnAttributes() {
    var many = new LinkedHashMap<String, Value>();
    IntStream.range(0, 100).forEach(i -> many.put("t" + i, Value.text("v")));
    var large = Value.map(Types.STRING, many);

    assertThat(of(server("s", large), server("m", large)).keySet())
        .extracting(Object::toString)
        .containsExactly("size", "tags");
  }
}
