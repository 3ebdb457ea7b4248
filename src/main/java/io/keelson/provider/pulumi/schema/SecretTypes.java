package io.keelson.provider.pulumi.schema;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.provider.pulumi.schema.Sections.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which types of a package hold secrets, however deep. Where the engine has no word for a type,
/// the properties inside have no attributes that could be sensitive, so the whole is.
///
/// @rule R-PRG-2
final class SecretTypes {
  private final Sections sections;

  /// Found once, when it is needed: it takes a look at all types.
  private volatile @Nullable Set<String> secret;

  SecretTypes(Sections sections) {
    this.sections = sections;
  }

  /// Whether a description leads to a property that is secret.
  boolean isIn(JsonNode description) {
    var mentioned = Mentioned.by(description);
    return mentioned.secret || mentioned.types.stream().anyMatch(found()::contains);
  }

  private Set<String> found() {
    var known = secret;
    if (known == null) {
      known = find();
      secret = known;
    }
    return known;
  }

  /// Walks from the types that have a secret to those that refer to them.
  private Set<String> find() {
    var users = new HashMap<String, List<String>>();
    var found = new HashSet<String>();
    for (String token : sections.tokens(Kind.TYPE)) {
      var mentioned =
          sections.one(Kind.TYPE, token).map(type -> Mentioned.by(type.node())).orElseThrow();
      for (String each : mentioned.types)
        users.computeIfAbsent(each, _ -> new ArrayList<>()).add(token);
      if (mentioned.secret) found.add(token);
    }
    spread(found, users);
    return Collections.unmodifiableSet(found);
  }

  private static void spread(Set<String> found, Map<String, List<String>> users) {
    var waiting = new ArrayDeque<>(found);
    while (!waiting.isEmpty())
      for (String user : users.getOrDefault(waiting.remove(), List.of()))
        if (found.add(user)) waiting.add(user);
  }

  /// What a description says anywhere inside.
  private record Mentioned(boolean secret, Set<String> types) {
    static Mentioned by(JsonNode description) {
      boolean secret = false;
      var types = new HashSet<String>();
      var waiting = new ArrayDeque<JsonNode>(List.of(description));
      while (!waiting.isEmpty()) {
        var node = waiting.remove();
        secret |= node.path("secret").asBoolean(false);
        Definitions.token(node).ifPresent(types::add);
        node.forEach(waiting::add);
      }
      return new Mentioned(secret, types);
    }
  }
}
