package io.keelson.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.cli.Program;
import io.keelson.testing.TestNamespace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/// A secret text to be looked for, as it is and as base64, wherever in an encoded text it may
/// begin.
record Canary(String text, TestNamespace namespace) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// Looks through every object of every kind, with all of its metadata, wherever the operator
  /// could put it: in the namespace, in those that belong to no test, and outside of all
  /// namespaces.
  ///
  /// @param meant objects that are meant to hold it, such as `Secret/db`
  void isNowhereBut(Set<String> meant) {
    isInNoneBut(meant, namespace.everything());
  }

  /// Looks through a list of objects that `kubectl get` has given as JSON.
  ///
  /// @param meant objects that are meant to hold it, such as `Secret/db`
  void isInNoneBut(Set<String> meant, String list) {
    isInNoneBut(meant, read(list).path("items"));
  }

  private void isInNoneBut(Set<String> meant, Iterable<JsonNode> objects) {
    assertThat(objects).isNotEmpty();
    for (JsonNode object : objects) {
      var meta = object.path("metadata");
      var name = object.path("kind").asText() + "/" + meta.path("name").asText();
      if (meant.contains(name)) continue;
      isNotIn(name, object.toString());
      var leaves = object.path("spec").path("leaves");
      // Other tests' Plans may hold anything.
      boolean own = meta.path("namespace").asText().equals(namespace.name());
      if (own && leaves.isTextual()) isNotIn(name + " leaves", unzipped(leaves.textValue()));
    }
  }

  /// Looks at what `keelson status` tells of each Stack, in lines and as JSON.
  void isInNoStatusLine() {
    for (JsonNode stack : namespace.list("stacks").path("items")) {
      var name = stack.at("/metadata/name").asText();
      var lines = Program.runIn(namespace, "status", name);
      var json = Program.runIn(namespace, "status", name, "-o", "json");
      assertThat(lines.out()).contains(name);
      assertThat(json.out()).contains(name);
      isNotIn("keelson status", lines.out() + lines.errors());
      isNotIn("keelson status -o json", json.out() + json.errors());
    }
  }

  void isNotIn(String where, String found) {
    for (String spelling : spellings())
      assertThat(found.contains(spelling)).as("'%s' is in %s", spelling, where).isFalse();
  }

  /// Base64 of a part depends on where in a group of three bytes it begins; what its neighbours
  /// have a share in is left out.
  private List<String> spellings() {
    var spellings = new ArrayList<String>();
    spellings.add(text);
    for (int before = 0; before < 3; before++) {
      var padded = " ".repeat(before) + text;
      var bytes = padded.getBytes(StandardCharsets.UTF_8);
      var encoded = Base64.getEncoder().withoutPadding().encodeToString(bytes);
      int from = before == 0 ? 0 : 4;
      spellings.add(encoded.substring(from, bytes.length / 3 * 4));
    }
    return spellings;
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The leaves of a Plan as text.
  static String unzipped(String leaves) {
    var bytes = new ByteArrayInputStream(Base64.getDecoder().decode(leaves));
    try (var in = new GZIPInputStream(bytes)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
