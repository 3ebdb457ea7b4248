package io.keelson.engine.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import io.keelson.json.JsonStateCodec;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R-LIM-10")
final class OutputRoomTest {
  private static final int HALF = OutputRoom.LARGEST / 2;
  private static final Value GONE = Value.nothing(Types.DYNAMIC);

  private static OutputRoom beside(Map<String, Value> saved) {
    return new OutputRoom(new JsonStateCodec(), new TreeMap<>(saved));
  }

  private static Value text(int length) {
    return Value.text("x".repeat(length));
  }

  @Test
  void outputThatDoesNotFit_leavesTheRoomToTheNext() {
    var refused =
        beside(Map.of())
            .refused(
                new TreeMap<>(
                    Map.of("a", text(HALF), "b", text(HALF), "c", text(100), "d", text(2 * HALF))));

    assertThat(refused).containsOnlyKeys("b", "d");
    assertThat(Objects.requireNonNull(refused.get("b")).detail())
        .startsWith("It has 327708 bytes, beside 327708 of other outputs, and all outputs")
        .contains("It has no value");
  }

  @Test
  void outputThatGetsSmallerOrGoes_makesRoomFirst() {
    var room = beside(Map.of("y", text(HALF), "z", text(HALF - 100)));

    assertThat(room.refused(new TreeMap<>(Map.of("a", text(HALF), "y", text(1), "z", GONE))))
        .isEmpty();
  }

  @Test
  void valueThatIsKept_takesItsRoom() {
    var room = beside(Map.of("a", text(HALF)));

    assertThat(room.refused(new TreeMap<>(Map.of("a", text(3 * HALF), "b", text(HALF)))))
        .containsOnlyKeys("a", "b")
        .hasEntrySatisfying("a", told -> assertThat(told.detail()).contains("its former value"));
  }

  @Test
  void sizeOfASecret_isNotTold() {
    var secret = text(2 * HALF).mark(Marks.sensitive("variable.password"));

    assertThat(beside(Map.of()).refused(new TreeMap<>(Map.of("a", secret))).values())
        .singleElement()
        .satisfies(told -> assertThat(told.detail()).startsWith("It is too large: all outputs"));
  }

  @Test
  void sizesBesideASecret_areNotTold() {
    var secret = text(100).mark(Marks.sensitive("variable.password"));
    var changed = new TreeMap<>(Map.of("a", secret, "b", text(2 * HALF)));

    assertThat(beside(Map.of()).refused(changed).values())
        .singleElement()
        .satisfies(told -> assertThat(told.detail()).startsWith("It is too large: all outputs"));
  }
}
