package io.keelson.operator.stack;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Listens for a secret in what is told to everybody: for each part of eight characters of it, also
/// backwards, and for its base64, wherever in an encoded text it may begin. A secret that is
/// shorter is listened for as a whole.
final class Overhearing {
  static final int PART = 8;

  private final Set<String> spellings = new LinkedHashSet<>();
  private final List<String> leaks = new ArrayList<>();

  Overhearing(String secret) {
    var backwards = new StringBuilder(secret).reverse().toString();
    for (var each : List.of(secret, backwards)) {
      if (each.length() < PART) spellings.add(each);
      for (int i = 0; i + PART <= each.length(); i++) spellings.add(each.substring(i, i + PART));
      if (each.length() >= PART) encoded(each);
    }
    for (var each : List.copyOf(spellings))
      if (each.length() >= PART) spellings.add(each.toLowerCase(Locale.ROOT));
  }

  private void encoded(String text) {
    for (int before = 0; before < 3; before++) {
      var bytes = (" ".repeat(before) + text).getBytes(StandardCharsets.UTF_8);
      var encoded = Base64.getEncoder().withoutPadding().encodeToString(bytes);
      spellings.add(encoded.substring(before == 0 ? 0 : 4, bytes.length / 3 * 4));
    }
  }

  /// What has been heard that should not, with where.
  List<String> leaks() {
    return leaks;
  }

  void text(String where, String text) {
    for (String each : spellings)
      if (text.contains(each)) {
        leaks.add(where + " has '" + each + "': " + text);
        return;
      }
  }

  /// The texts of a tree as they are read, and the names of its fields.
  void json(String where, JsonNode tree) {
    if (tree.isTextual()) text(where, tree.textValue());
    else if (tree.isNumber()) text(where, tree.asText());
    else if (tree.isObject())
      tree.propertyStream()
          .forEach(each -> {
            text(where, each.getKey());
            json(where + "/" + each.getKey(), each.getValue());
          });
    else tree.forEach(each -> json(where, each));
  }
}
