package io.keelson.conformance.pulumiprovider.rule.system;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.ExpectedActions;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Parting;
import io.keelson.conformance.pulumiprovider.rule.Parting.Side;
import io.keelson.conformance.pulumiprovider.rule.Users;
import io.keelson.json.ExactJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Which findings come of versions of providers: there, each is an object of its own.
public record VersionDifferences(ProviderStep step) {
  private static final String VERSION = "version";

  /// A provider that the engine makes for a package, for one version of it, or for one place where
  /// it comes from.
  private static final Pattern DEFAULT =
      Pattern.compile("::" + ProgramEntry.PROVIDERS + "[^:]+::default(_.+)?::[^:]*");

  /// An SDK asks for a version of its provider, which is configured with it there.
  public boolean isOfVersion(Finding finding) {
    if (finding.aspect() != Aspect.CONFIGURE) return isOfAnotherVersion(finding);
    var wanted = told(finding.expected());
    if (!wanted.path("args").has(VERSION)) return false;
    var unversioned = wanted.deepCopy();
    unversioned.withObjectProperty("args").remove(VERSION);
    var have = read(finding.actual());
    if (!have.isArray()) return have.equals(unversioned);
    for (JsonNode each : have) if (each.equals(unversioned)) return true;
    return false;
  }

  /// An object that another default provider has from now on is replaced for that alone, which
  /// fails the run if it is protected. Here, it stays.
  private boolean isOfAnotherVersion(Finding finding) {
    var versioned = versioned();
    return finding.aspect() == Aspect.RESULT
        ? isProtectedThere(versioned, finding)
        : versioned.stream()
            .anyMatch(each ->
                isObjectOf(each, finding)
                    || parting(each).explains(finding)
                    || isOfUser(finding, resource(each)));
  }

  /// The steps that replace an object for another default provider, of the preview and of the
  /// operation, which may end before it comes to them.
  private List<JsonNode> versioned() {
    var versioned = new ArrayList<JsonNode>();
    for (JsonNode part : List.of(step.expected(), step.expected().path("preview")))
      for (JsonNode each : part.path("steps"))
        if (each.path("op").asText().equals("create-replacement")
            && each.path("keys").toString().equals("[\"provider\"]")
            && DEFAULT.matcher(each.path("provider").asText()).matches()) versioned.add(each);
    return versioned;
  }

  /// Whether nothing but what is replaced for its provider fails there, and nothing here.
  private boolean isProtectedThere(List<JsonNode> versioned, Finding finding) {
    return finding.expected().asText().equals("failed")
        && finding.actual().asText().equals("[]")
        && ExpectedActions.failsOnly(
            step.expected(),
            versioned.stream().map(VersionDifferences::resource).toList()::contains);
  }

  private static String resource(JsonNode replaced) {
    return replaced.path("resource").asText();
  }

  private Parting parting(JsonNode replaced) {
    return new Parting(step, resource(replaced), Side.REPLACES, Side.KEEPS, List.of());
  }

  /// Whether it is an object that is there on one side alone. What a component has registered is
  /// known by its id.
  private static boolean isObjectOf(JsonNode replaced, Finding finding) {
    return finding.aspect() == Aspect.WORLD
        && finding.what().at().isEmpty()
        && (finding.about().equals(replaced.path("oldId").asText())
            || finding.about().equals(replaced.path("newId").asText()));
  }

  /// What uses the component that it is in.
  private boolean isOfUser(Finding finding, String replaced) {
    return step.program().stream()
        .filter(ProgramEntry::isComponent)
        .filter(each -> step.registered(each.title()).contains(replaced))
        .anyMatch(each ->
            Users.of(step, Set.of(each.title())).explain(finding, Side.CHANGES, Side.KEEPS));
  }

  private static ObjectNode told(JsonNode text) {
    var json = read(text);
    return (json.isArray() ? json.path(0) : json) instanceof ObjectNode request
        ? request
        : ExactJson.JSON.createObjectNode();
  }

  private static JsonNode read(JsonNode text) {
    try {
      return ExactJson.JSON.readTree(text.textValue());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
