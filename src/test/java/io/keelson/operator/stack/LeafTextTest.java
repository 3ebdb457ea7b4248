package io.keelson.operator.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.plan.Leaf;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class LeafTextTest {
  @Test
  void leaves_comeBackAsTheyWere() {
    var web = InstanceAddress.parse("server.web[\"a \\\"b\\\"\"]");
    var key = new DeposedKey("00ff00ff");
    var paths =
        List.of(
            AttributePath.of("id"),
            AttributePath.of("tags").key("x.y"),
            AttributePath.of("input").attribute("odd/name").index(3));
    var leaves = new TreeMap<ObjectRef, Leaf>();
    for (var object : List.of(ObjectRef.current(web), ObjectRef.deposed(web, key)))
      leaves.put(
          object,
          new Leaf(
              object,
              "create-then-destroy",
              "aa",
              "",
              new TreeSet<>(paths),
              object.deposed().isPresent() ? Optional.empty() : Optional.of(key)));

    assertThat(LeafText.read(LeafText.write(leaves))).isEqualTo(leaves);
  }
}
