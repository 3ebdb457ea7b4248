package io.keelson.provider.pulumi.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.json.ExactJson;
import io.keelson.provider.plugin.schema.BrokenSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The text of a package schema, with the places where its sections are. A section is parsed each
/// time somebody asks for it: the trees of all of them would take many times the memory.
final class Sections {
  /// The largest packages known have about half of that.
  static final int MOST_BYTES = 64 << 20;

  /// Of one resource, function or type, or of the configuration.
  static final int MOST_BYTES_OF_ONE = 8 << 20;

  /// Resources, functions, or types.
  private static final int MOST_MEMBERS = 250_000;

  private static final String PACKAGE = "its package";

  /// What a package has many of.
  enum Kind {
    RESOURCE("resources", "resource type "),
    FUNCTION("functions", "function "),
    TYPE("types", "type ");

    private final String field;
    private final String word;

    Kind(String field, String word) {
      this.field = field;
      this.word = word;
    }
  }

  /// In bytes of the text.
  private record Place(int start, int length) {}

  private final byte[] text;
  private final Map<String, Place> own;
  private final Map<Kind, SortedMap<String, Place>> places;

  private Sections(
      byte[] text, Map<String, Place> own, Map<Kind, SortedMap<String, Place>> places) {
    this.text = text;
    this.own = own;
    this.places = places;
  }

  /// @throws BrokenSchema if the text is too large, or no JSON object
  static Sections read(String json) {
    // No text has fewer bytes than characters.
    if (json.length() > MOST_BYTES) throw tooLarge(PACKAGE, json.length(), MOST_BYTES);
    var text = json.getBytes(StandardCharsets.UTF_8);
    if (text.length > MOST_BYTES) throw tooLarge(PACKAGE, text.length, MOST_BYTES);
    try (var parser = ExactJson.JSON.createParser(text)) {
      return new Reading(parser).read(text);
    } catch (JsonProcessingException e) {
      throw new BrokenSchema(PACKAGE, "it is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  int bytes() {
    return text.length;
  }

  /// What the package says of itself under a name.
  ///
  /// @throws BrokenSchema if it is too large, or no object
  Optional<Fragment> own(String name) {
    return Optional.ofNullable(own.get(name)).map(place -> parse(place, "its " + name));
  }

  /// A text that the package says of itself; an empty one if it says none.
  String text(String name) {
    var place = own.get(name);
    return place == null ? "" : tree(place, "its " + name).asText("");
  }

  /// In text order.
  SortedSet<String> tokens(Kind kind) {
    return new TreeSet<>(all(kind).keySet());
  }

  /// @throws BrokenSchema if it is too large, or no object
  Optional<Fragment> one(Kind kind, String token) {
    return Optional.ofNullable(all(kind).get(token)).map(place -> parse(place, kind.word + token));
  }

  private SortedMap<String, Place> all(Kind kind) {
    return places.getOrDefault(kind, Collections.emptySortedMap());
  }

  private Fragment parse(Place place, String what) {
    return Fragment.of(tree(place, what), what);
  }

  private JsonNode tree(Place place, String what) {
    if (place.length > MOST_BYTES_OF_ONE) throw tooLarge(what, place.length, MOST_BYTES_OF_ONE);
    try {
      return ExactJson.JSON.readTree(text, place.start, place.length);
    } catch (IOException e) {
      // It was read once already, without making a tree of it.
      throw new BrokenSchema(what, "it cannot be read");
    }
  }

  private static BrokenSchema tooLarge(String what, int size, int most) {
    return new BrokenSchema(
        what, "it has " + size + " bytes, and " + most + " are the most that are read");
  }

  /// Finds the sections.
  private static final class Reading {
    private final JsonParser parser;
    private final Map<String, Place> own = new TreeMap<>();
    private final Map<Kind, SortedMap<String, Place>> places = new EnumMap<>(Kind.class);

    Reading(JsonParser parser) {
      this.parser = parser;
    }

    Sections read(byte[] text) throws IOException {
      if (parser.nextToken() != JsonToken.START_OBJECT) throw noObject("it");
      for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName())
        section(name);
      if (parser.nextToken() != null)
        throw new BrokenSchema(PACKAGE, "something follows the end of it");
      return new Sections(text, own, places);
    }

    private void section(String name) throws IOException {
      parser.nextToken();
      for (Kind kind : Kind.values())
        if (kind.field.equals(name)) {
          if (!parser.hasToken(JsonToken.VALUE_NULL)) places.put(kind, members(name));
          return;
        }
      own.put(name, skip());
    }

    private SortedMap<String, Place> members(String section) throws IOException {
      if (!parser.isExpectedStartObjectToken()) throw noObject("'" + section + "'");
      var members = new TreeMap<String, Place>();
      for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        if (members.size() >= MOST_MEMBERS)
          throw new BrokenSchema(PACKAGE, "it has more than " + MOST_MEMBERS + " " + section);
        parser.nextToken();
        members.put(name, skip());
      }
      return members;
    }

    private Place skip() throws IOException {
      int start = Math.toIntExact(parser.currentTokenLocation().getByteOffset());
      parser.skipChildren();
      parser.finishToken();
      return new Place(start, Math.toIntExact(parser.currentLocation().getByteOffset()) - start);
    }

    private static BrokenSchema noObject(String what) {
      return new BrokenSchema(PACKAGE, what + " is no JSON object");
    }
  }
}
