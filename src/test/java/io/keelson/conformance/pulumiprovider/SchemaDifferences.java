package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.schema.Schema;
import io.keelson.json.ExactJson;
import io.keelson.provider.pulumi.schema.ResourceSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Which findings come of schemas, which Pulumi's engine does not look at.
final class SchemaDifferences {
  private static final Side IMPORTED = Side.of("import", Set.of());
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^.}]+)\\.([^.}\\[]+)");
  private static final Side UPDATED = Side.of("import, update", Set.of("Diff", "Update"));
  private static final Side TOLD_AGAIN = Side.of("update", Set.of("Update"));

  private final ProviderStep step;

  /// The outputs that an option hides, such as `keel:index:Thing::a.endpoint`.
  private final SortedSet<String> hidden;

  /// The attributes that are secret, such as `keel:index:Thing::a.note`.
  private final SortedSet<String> secret = new TreeSet<>();

  /// Where a change of a resource replaces it.
  private final SortedMap<String, List<PathPattern>> replacing = new TreeMap<>();

  /// @param hidden outputs that an option of the resource hides, in this step or in another
  SchemaDifferences(ProviderStep step, SortedSet<String> hidden) {
    this.step = step;
    this.hidden = Collections.unmodifiableSortedSet(new TreeSet<>(hidden));
  }

  /// Takes notice of the type of a resource.
  void note(String title, ResourceSchema type) {
    note(title, type.schema());
    replacing.put(title, new ArrayList<>(type.rules().replaceOnChanges()));
  }

  /// Takes notice of what a resource, or a function, has.
  void note(String title, Schema schema) {
    schema
        .root()
        .attributes()
        .forEach((name, attribute) -> {
          if (attribute.sensitive()) secret.add(title + "." + name);
        });
  }

  /// What a schema calls secret is one for the provider, too, and for whoever it is handed on to.
  boolean isSecretHere(Finding finding) {
    var way = finding.what().at().split("\\.", -1);
    boolean own =
        (way.length == 2 || finding.call().equals(Call.CONSTRUCT))
            && way.length > 1
            && secret.contains(resource(finding) + "." + way[1]);
    return finding.what().isOfSecrecy()
        && (own
            || isSecretArgument(finding.about(), way)
            || isHandedOn(finding)
            || isRecordedSecret(finding));
  }

  /// What it is about. Objects that are left behind, of which there is neither a record nor a
  /// declaration any more, are told by their ids.
  private String resource(Finding finding) {
    if (finding.aspect() == Aspect.WORLD)
      for (JsonNode each : step.steps())
        if (each.path("oldId").asText().equals(finding.about()))
          return each.path("resource").asText();
    return finding.about();
  }

  /// Whether it is an argument of a function, or of a method, that the schema calls secret.
  private boolean isSecretArgument(String token, String[] way) {
    return way.length == 2
        && way[0].equals("args")
        && step.program().stream()
            .filter(entry -> entry.isFunction() || entry.isMethod())
            .filter(entry -> entry.token().equals(token))
            .anyMatch(entry -> secret.contains(entry.title() + "." + way[1]));
  }

  /// The same of what a provider is configured with.
  boolean isConfiguredInSecret(Finding finding) {
    return finding.aspect() == Aspect.CONFIGURE
        && configurations(finding.expected())
            .anyMatch(there ->
                configurations(finding.actual())
                    .filter(here -> !here.equals(there))
                    .anyMatch(here -> there.equals(shown(finding.about(), there, here))));
  }

  /// One of them, or a list.
  private static Stream<JsonNode> configurations(JsonNode written) {
    try {
      var read = ExactJson.JSON.readTree(written.asText());
      return read.isArray() ? read.valueStream() : Stream.of(read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A configuration, without what is secret of it by the schema alone.
  private JsonNode shown(String provider, JsonNode there, JsonNode here) {
    var shown = here.deepCopy();
    for (var argument : there.path("args").properties())
      if (secret.contains(provider + "." + argument.getKey())
          && shown.path("args") instanceof ObjectNode own
          && own.path(argument.getKey()).path("$secret").equals(argument.getValue()))
        own.set(argument.getKey(), argument.getValue());
    return shown;
  }

  private boolean isHandedOn(Finding finding) {
    return step.program().stream()
        .filter(entry ->
            entry.title().equals(finding.about())
                || entry.isFunction() && entry.token().equals(finding.about()))
        .anyMatch(entry -> isOfSecret(finding.what().within(entry.inputs())));
  }

  /// The same where nothing is declared any more: whether something has it that a schema calls
  /// secret.
  private boolean isRecordedSecret(Finding finding) {
    if (!step.program().isEmpty() || finding.expected().asText().isEmpty()) return false;
    for (JsonNode call : step.calls()) {
      var resource = call.path("resource").asText();
      for (var property : call.path("request").path("properties").properties())
        if (secret.contains(resource + "." + property.getKey())
            && property.getValue().equals(finding.expected())
            && (step.op().equals("destroy") || isMadeWith(resource, finding.about()))) return true;
    }
    return false;
  }

  /// Whether what is recorded of a resource was made with another one.
  private boolean isMadeWith(String used, String user) {
    for (JsonNode each : step.expected().path("state"))
      if (each.path("resource").asText().equals(user))
        for (JsonNode dependency : each.path("dependencies"))
          if (dependency.asText().equals(used)) return true;
    return false;
  }

  /// Whether what is declared refers to what a schema calls secret, or to what is declared so.
  private boolean isOfSecret(JsonNode declared) {
    var references = REFERENCE.matcher(declared.toString());
    return references
        .results()
        .anyMatch(each ->
            step.program().stream()
                .filter(entry -> entry.name().equals(each.group(1)))
                .anyMatch(entry ->
                    secret.contains(entry.title() + "." + each.group(2))
                        || isOfSecret(entry.inputs().path(each.group(2)))));
  }

  /// What is taken over with a plain value that the schema calls secret is updated: it becomes one.
  boolean isUpdatedForASecret(Finding finding) {
    var actions = ExpectedActions.of(step.expected().path("preview"));
    return step.program().stream()
        .filter(entry -> entry.option("import").isTextual())
        .map(ProgramEntry::title)
        .filter(each -> actions.getOrDefault(each, "none").equals("import") && hasPlain(each))
        .map(each -> new Parting(step, each, IMPORTED, UPDATED, List.of()))
        .anyMatch(parting -> parting.explains(finding));
  }

  /// What the schema calls secret was one before it was declared so, and stays one. There, it is
  /// another value for a provider that leaves the comparison to the engine, which updates it.
  boolean isSecretSoOrSo(Finding finding) {
    return step.program().stream()
        .map(ProgramEntry::title)
        .filter(this::isUpdatedForSecrecyAlone)
        .map(each -> new Parting(step, each, TOLD_AGAIN, Side.STAYS, List.of()))
        .anyMatch(parting -> parting.explains(finding));
  }

  private boolean isUpdatedForSecrecyAlone(String resource) {
    boolean unknown =
        RecordedCalls.about(step.calls(), "Diff", resource)
            .anyMatch(each -> !each.has("error") && !each.path("response").has("changes"));
    return unknown
        && RecordedCalls.about(step.calls(), "Update", resource)
            .map(each -> each.path("request"))
            .anyMatch(
                each -> isOfSecrecyAlone(resource, each.path("old_inputs"), each.path("news")));
  }

  private boolean isOfSecrecyAlone(String resource, JsonNode old, JsonNode news) {
    return Before.plain(old).equals(Before.plain(news))
        && news.properties().stream()
            .filter(input -> !input.getValue().equals(old.path(input.getKey())))
            .allMatch(input -> secret.contains(resource + "." + input.getKey()));
  }

  /// Whether an input is plain where it is taken over, and secret by the schema.
  private boolean hasPlain(String resource) {
    return RecordedCalls.about(step.calls(), "Read", resource)
        .flatMap(each -> each.path("response").path("inputs").properties().stream())
        .anyMatch(input ->
            secret.contains(resource + "." + input.getKey()) && !input.getValue().has("$secret"));
  }

  /// What an option hides from people, the provider knows: it gave it.
  boolean isKnownToItsProvider(Finding finding) {
    var way = finding.what().at().split("\\.", -1);
    return way.length == 2
        && (way[0].equals("properties") || way[0].equals("olds"))
        && titles(finding.about()).anyMatch(each -> hidden.contains(each + "." + way[1]))
        && finding.expected().path("$secret").equals(finding.actual());
  }

  /// What a resource is called, and was.
  private Stream<String> titles(String resource) {
    var type = resource.substring(0, resource.lastIndexOf(':') + 1);
    return Stream.concat(
        Stream.of(resource),
        step.entry(resource).strings("aliases").stream().map(former -> type + former));
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
