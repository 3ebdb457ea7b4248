package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.json.ExactJson;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Which findings come of how components are run here.
///
/// @param errors those of the product
record ProgramDifferences(ProviderStep step, List<Diagnostic> errors) {
  private static final String VERSION = "version";

  /// A program is told of all providers that its component has, whichever it was given.
  boolean isProviderHanded(Finding finding) {
    if (!finding.call().equals(Call.CONSTRUCT)) return false;
    var at = finding.what().at();
    if (at.equals("providers")) return finding.expected().isMissingNode();
    if (!at.startsWith("providers.")) return false;
    var type = "::" + ProgramEntry.PROVIDERS + at.substring("providers.".length()) + "::";
    return finding.actual().asText().startsWith(type)
        && (finding.expected().isMissingNode() || finding.expected().asText().startsWith(type));
  }

  /// A program is told of nothing but its inputs.
  boolean isOfConfiguration(Finding finding) {
    var at = finding.what().at();
    return finding.call().equals(Call.CONSTRUCT)
        && (at.equals("config") || at.equals("configSecretKeys"))
        && finding.actual().isMissingNode();
  }

  /// A provider is no resource that something depends on.
  boolean isOfProvider(Finding finding) {
    return finding.call().equals(Call.CONSTRUCT)
        && finding.what().at().startsWith("dependencies")
        && finding.actual().isMissingNode()
        && texts(finding.expected()).allMatch(urn -> urn.startsWith("::" + ProgramEntry.PROVIDERS));
  }

  private static Stream<String> texts(JsonNode json) {
    return json.isArray()
        ? StreamSupport.stream(json.spliterator(), false).map(JsonNode::asText)
        : Stream.of(json.asText());
  }

  /// What is in a component that fails is left alone, and so is what needs it.
  boolean isLeftAlone(Finding finding) {
    return step.expected().path("result").asText().equals("failed")
        && isUndone(finding)
        && components().anyMatch(each -> hasFailed(each, _ -> true) && isAbout(each, finding));
  }

  /// An option that is not supported is refused, and the component is left alone.
  boolean isRefused(Finding finding) {
    return (finding.aspect() == Aspect.RESULT || isUndone(finding))
        && components()
            .filter(each -> hasFailed(each, ProgramDifferences::isUnsupported))
            .anyMatch(each -> finding.about().isEmpty() || isAbout(each, finding));
  }

  private static boolean isUnsupported(Diagnostic error) {
    return error.detail().contains("which is not supported here");
  }

  private Stream<ProgramEntry> components() {
    return step.program().stream().filter(ProgramEntry::isComponent);
  }

  private boolean hasFailed(ProgramEntry component, Predicate<Diagnostic> why) {
    var address = "component." + ResourceAddress.identifier(component.name());
    return errors.stream()
        .filter(why)
        .map(each -> each.subject().toString())
        .anyMatch(at -> at.equals(address) || at.startsWith(address + "."));
  }

  /// Nothing was asked, or nothing that is known only when something was done.
  private static boolean isUndone(Finding finding) {
    var actual = finding.actual();
    return actual.isMissingNode()
        || actual.has("$unknown")
        || actual.asText().equals("none")
        || actual.asText().equals("[]");
  }

  private boolean isAbout(ProgramEntry component, Finding finding) {
    return finding.aspect() == Aspect.CONFIGURE
        || finding.about().equals(component.title())
        || step.registered(component.title()).contains(finding.about())
        || step.isUsedBy(component.title(), finding.about());
  }

  /// A former name that is not in the same component is none.
  boolean isOfFormerName(Finding finding) {
    for (JsonNode each : step.monitor())
      for (JsonNode alias : each.path("request").path("aliases"))
        if (alias.path("spec").path("noParent").asBoolean(false)
            || alias.path("spec").has("parentUrn")) {
          var type = each.path("request").path("type").asText();
          var former =
              alias.path("spec").path("name").asText(each.path("request").path("name").asText());
          if (finding.about().equals(type + "::" + each.path("request").path("name").asText())
              || finding.about().equals(type + "::" + former)
              || finding.about().startsWith(each.path("request").path("name").asText() + "-"))
            return true;
        }
    return false;
  }

  /// What is not registered yet, because values are not known, is not planned to go.
  boolean isNotRegisteredYet(Finding finding) {
    boolean goes =
        ExpectedActions.of(step.expected().path("preview"))
            .getOrDefault(finding.about(), "none")
            .equals("delete");
    return finding.aspect() == Aspect.PLAN
        && goes
        && finding.actual().asText().equals("none")
        && !ExpectedActions.of(step.expected())
            .getOrDefault(finding.about(), "none")
            .equals("delete");
  }

  /// An SDK asks for a version of its provider, which is configured with it there.
  boolean isOfVersion(Finding finding) {
    if (finding.aspect() != Aspect.CONFIGURE) return false;
    var wanted = told(finding.expected());
    if (!wanted.path("args").has(VERSION)) return false;
    var unversioned = wanted.deepCopy();
    unversioned.withObjectProperty("args").remove(VERSION);
    var have = read(finding.actual());
    if (!have.isArray()) return have.equals(unversioned);
    for (JsonNode each : have) if (each.equals(unversioned)) return true;
    return false;
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
