package io.keelson.conformance.pulumiprovider.rule.component;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Call;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.engine.address.ResourceAddress;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which findings come of what methods are told, and of what is made of data.
public record MethodDifferences(ProviderStep step, Errors errors) {
  private static final String OUTPUT = "$output";
  private static final String SECRET = "$secret";

  /// A symbol of a scenario.
  private static final Pattern DRAWN = Pattern.compile("@\\{[^}]*}");

  private static final Set<String> WRONG = Set.of("value of the wrong type", "Wrong form");

  private static final String DATA = "::keelson:data:";

  /// A method is told of its arguments, and not of what they come from.
  public boolean isArgument(Finding finding) {
    if (!finding.call().equals("Call")) return false;
    var way = finding.what().at().split("\\.", 3);
    return way.length > 1
        && refers(finding.about(), way[1])
        && switch (way[0]) {
          case "argDependencies" -> finding.actual().isMissingNode();
          case "args" -> isSameValue(finding);
          default -> false;
        };
  }

  /// A list or an object where a method takes a text is an error before anything is done: what is
  /// compared then is a call of the same method with another argument.
  public boolean isRefusedForAType(Finding finding) {
    var way = finding.what().at().split("\\.", -1);
    return finding.aspect() == Aspect.ASKED
        && finding.call().equals("Call")
        && way.length == 2
        && way[0].equals("args")
        && finding.expected().isContainerNode()
        && finding.actual().isValueNode()
        && step.program().stream()
            .filter(entry -> entry.isMethod() && entry.token().equals(finding.about()))
            .filter(entry -> entry.inputs().path(way[1]).equals(finding.expected()))
            .anyMatch(
                entry -> errors.areAbout(entry.title(), error -> WRONG.contains(error.summary())));
  }

  private boolean refers(String method, String argument) {
    return step.program().stream()
        .filter(entry -> entry.isMethod() && entry.token().equals(method))
        .anyMatch(entry -> entry.inputs().path(argument).toString().contains("${"));
  }

  /// Where it is a secret, that is said in another way.
  private static boolean isSameValue(Finding finding) {
    var output = finding.expected().path(OUTPUT);
    boolean hidden = output.path("secret").asBoolean(false);
    var actual = hidden ? finding.actual().path(SECRET) : finding.actual();
    return output.has("value") && isAlike(output.get("value"), actual);
  }

  /// Whether it is the same but for what is drawn in each run.
  private static boolean isAlike(JsonNode expected, JsonNode actual) {
    if (!expected.isTextual()) return expected.equals(actual);
    var fixed = Stream.of(DRAWN.split(expected.textValue(), -1)).map(Pattern::quote);
    return actual.isTextual()
        && actual.textValue().matches(fixed.collect(Collectors.joining(".+")));
  }

  /// What a program is given of data comes from that: there is no such thing there, but what the
  /// data was asked with.
  public boolean isOfData(Finding finding) {
    var at = finding.what().at();
    boolean dependency =
        at.startsWith("dependencies.") || at.contains(".urns.") || at.contains(".dependencies.");
    return dependency
        && finding.call().equals(Call.CONSTRUCT)
        && step.program().stream()
            .filter(data -> data.isFunction() || data.isMethod())
            .filter(data -> step.isUsedBy(data.title(), finding.about()))
            .anyMatch(data -> isData(data, finding.actual()) && isBehind(data, finding.expected()));
  }

  private static boolean isData(ProgramEntry data, JsonNode urn) {
    return urn.asText().startsWith(DATA + data.pack() + "_")
        && urn.asText().endsWith("::" + ResourceAddress.identifier(data.name()));
  }

  private boolean isBehind(ProgramEntry data, JsonNode urn) {
    if (urn.isMissingNode()) return true;
    var title = urn.asText().substring("::".length());
    var name = title.substring(title.lastIndexOf(':') + 1);
    return step.isUsedThrough(title, data.title())
        || data.inputs().path("self").path("$ref").asText().equals(name);
  }

  /// A method that there is not is an error before anything is done.
  public boolean isRefused(Finding finding) {
    return step.program().stream().anyMatch(ProgramEntry::isMethod)
        && !errors.all().isEmpty()
        && errors.all().stream().allMatch(Errors.saying("Unknown resource type"))
        && (finding.actual().isMissingNode()
            || Set.of("none", "[]").contains(finding.actual().asText()));
  }
}
