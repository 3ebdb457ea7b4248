package io.keelson.operator.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.DeposedKey;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.plan.Leaf;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/// The leaves of a plan as compact text: base64 of gzipped JSON, one array for each.
final class LeafText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private LeafText() {}

  static String write(SortedMap<ObjectRef, Leaf> leaves) {
    var all = JSON.createArrayNode();
    for (Leaf leaf : leaves.values()) {
      var one = all.addArray();
      one.add(leaf.object().instance().toString());
      one.add(key(leaf.object().deposed()));
      one.add(leaf.action()).add(leaf.prior()).add(leaf.planned());
      one.add(key(leaf.deposeAs()));
      leaf.unknown().forEach(path -> one.add(path.toString()));
    }
    var bytes = new ByteArrayOutputStream();
    try (var zipped = new GZIPOutputStream(bytes)) {
      zipped.write(JSON.writeValueAsBytes(all));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static String key(Optional<DeposedKey> key) {
    return key.map(DeposedKey::value).orElse("");
  }

  /// @throws IllegalArgumentException if the text is not what [#write] writes
  static SortedMap<ObjectRef, Leaf> read(String text) {
    var leaves = new TreeMap<ObjectRef, Leaf>();
    try (var plain =
        new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
      for (JsonNode one : JSON.readTree(plain.readAllBytes())) {
        var object = new ObjectRef(InstanceAddress.parse(one.get(0).textValue()), key(one.get(1)));
        var unknown = new TreeSet<AttributePath>();
        for (int i = 6; i < one.size(); i++)
          unknown.add(AttributePath.parse(one.get(i).textValue()));
        leaves.put(
            object,
            new Leaf(
                object,
                one.get(2).textValue(),
                one.get(3).textValue(),
                one.get(4).textValue(),
                unknown,
                key(one.get(5))));
      }
      return leaves;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the plan's leaves are not JSON", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("the plan's leaves are not gzipped text", e);
    }
  }

  private static Optional<DeposedKey> key(JsonNode text) {
    return text.textValue().isEmpty()
        ? Optional.empty()
        : Optional.of(new DeposedKey(text.textValue()));
  }
}
