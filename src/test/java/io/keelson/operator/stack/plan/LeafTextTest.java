package io.keelson.operator.stack.plan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.Target;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Leaf;
import io.keelson.engine.plan.Leaves;
import io.keelson.engine.plan.OutputLeaf;
import io.keelson.engine.plan.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LeafTextTest {
  @ParameterizedTest
  @EnumSource(names = {"NONE", "BY_TRIGGERS", "BY_REQUEST"})
  void leaves_comeBackAsTheyWere(Reason forced) {
    var web = InstanceAddress.parse("server.web[\"a \\\"b\\\"\"]");
    var origin = InstanceAddress.parse("server.old[\"c\"]");
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
              Action.Kind.CREATE_THEN_DESTROY,
              "aa",
              "",
              new TreeSet<>(paths),
              object.deposed().isPresent() ? Optional.empty() : Optional.of(key),
              Optional.of(origin),
              object.deposed().isEmpty() ? forced : Reason.NONE,
              object.deposed().isEmpty() ? Optional.of("i-0 \"abc\"") : Optional.empty(),
              object.deposed().isEmpty()
                  ? Optional.of(Target.parse("component.net[\"eu\"]"))
                  : Optional.empty()));
    var outputs = new TreeMap<String, OutputLeaf>();
    outputs.put("url", new OutputLeaf("UPDATE", "bb", "cc", new TreeSet<>(paths), true));
    var all = new Leaves(leaves, outputs);

    assertThat(LeafText.read(LeafText.write(all))).isEqualTo(all);

    var hashes = new TreeMap<ObjectRef, SortedMap<AttributePath, String>>();
    hashes.put(ObjectRef.deposed(web, key), new TreeMap<>(Map.of(paths.getFirst(), "0a1b")));
    var written = LeafText.write(all, hashes);
    assertThat(LeafText.read(written)).isEqualTo(all);
    assertThat(LeafText.attributes(written))
        .isEqualTo(Map.of(ObjectRef.deposed(web, key), Map.of("id", "0a1b")));
  }

  @Test
  void leavesOfAnEarlierVersion_approveNothing() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zipped = new GZIPOutputStream(bytes)) {
      zipped.write("[[\"server.web\",\"\",\"delete\",\"aa\",\"\",\"\"]]".getBytes(UTF_8));
    }

    assertThat(LeafText.read(Base64.getEncoder().encodeToString(bytes.toByteArray())))
        .isEqualTo(Leaves.NONE);
  }
}
