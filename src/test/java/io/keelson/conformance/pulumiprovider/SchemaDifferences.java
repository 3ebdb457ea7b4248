package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.provider.pulumi.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Which findings come of schemas, which Pulumi's engine does not look at.
final class SchemaDifferences {
  private final ProviderStep step;

  /// The attributes that are secret, such as `keel:index:Thing::a.note`.
  private final SortedSet<String> secret = new TreeSet<>();

  /// Where a change of a resource replaces it.
  private final SortedMap<String, List<PathPattern>> replacing = new TreeMap<>();

  SchemaDifferences(ProviderStep step) {
    this.step = step;
  }

  /// Takes notice of the type of an entry.
  void note(ProgramEntry entry, ResourceSchema type) {
    type.schema()
        .root()
        .attributes()
        .forEach((name, attribute) -> {
          if (attribute.sensitive()) secret.add(entry.title() + "." + name);
        });
    replacing.put(entry.title(), new ArrayList<>(type.rules().replaceOnChanges()));
  }

  /// What a schema calls secret is one for the provider, too.
  boolean isSecretHere(Finding finding) {
    var way = finding.what().at().split("\\.", -1);
    return way.length == 2
        && secret.contains(finding.about() + "." + way[1])
        && finding.actual().path("$secret").equals(finding.expected());
  }

  /// What a schema says of replacements, programs say there in options: without them it is updated.
  boolean isReplacedHere(Finding finding) {
    return replacing.keySet().stream()
        .filter(resource -> isUpdated(resource, step.expected().path("preview")))
        .anyMatch(resource ->
            finding.about().equals(resource) || step.isUsedBy(resource, finding.about()));
  }

  private boolean isUpdated(String resource, JsonNode part) {
    for (JsonNode each : part.path("steps"))
      if (each.path("op").asText().equals("update")
          && each.path("resource").asText().equals(resource))
        for (PathPattern pattern : replacing.getOrDefault(resource, List.of()))
          if (changes(each).anyMatch(pattern::covers)) return true;
    return false;
  }

  private static Stream<AttributePath> changes(JsonNode update) {
    var keys = new TreeSet<String>();
    update.path("diffs").forEach(key -> keys.add(key.asText()));
    update.path("detailedDiff").fieldNames().forEachRemaining(keys::add);
    return keys.stream().map(AttributePath::parse);
  }
}
