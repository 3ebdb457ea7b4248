package io.keelson.conformance.pulumiprovider.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProgramEntry;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Which findings come of what a function that waits is taken to give.
public record ArgumentDifferences(ProviderStep step) {
  /// A value that is one reference, and nothing else: a name, and what follows it.
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^.}]+)\\.([^}]+)}");

  /// A result that is called like an argument is the argument as long as the function waits, with
  /// what is known of it. There, nothing is known of what it gives.
  public boolean isArgument(Finding finding) {
    var declared = finding.what().within(step.entry(finding.about()).inputs());
    return finding.aspect() == Aspect.PLAN_CALLS
        && finding.expected().has("$unknown")
        && !finding.actual().isMissingNode()
        && arguments(declared.asText()).anyMatch(each -> isShown(each, finding.actual()));
  }

  /// The argument that has the name of what is referred to; none if it is no function's.
  private Stream<JsonNode> arguments(String reference) {
    var names = REFERENCE.matcher(reference);
    if (!names.matches()) return Stream.empty();
    var way = "/" + names.group(2).replace('.', '/');
    return step.program().stream()
        .filter(each -> each.isFunction() && each.name().equals(names.group(1)))
        .map(ProgramEntry::inputs)
        .filter(each -> isOpen(each))
        .map(each -> Before.plain(each).at(way))
        .filter(each -> !each.isMissingNode());
  }

  /// Whether something of a value comes of others.
  private static boolean isOpen(JsonNode declared) {
    var text = declared.toString();
    return text.contains("\"$ref\":") || text.contains("${");
  }

  /// Whether it is what another function answered in the preview, as a secret if it was asked for
  /// with one, or answered one.
  private boolean isAnswered(String reference, JsonNode actual) {
    var names = REFERENCE.matcher(reference);
    if (!names.matches()) return false;
    var way = "/" + names.group(2).replace('.', '/');
    return step.expected()
        .path("preview")
        .path("calls")
        .valueStream()
        .filter(each -> each.path("call").asText().equals("Invoke"))
        .filter(each -> each.path("during").asText().equals(names.group(1)))
        .anyMatch(call -> {
          var answer = call.path("response").path("return").at(way);
          boolean secret =
              Before.secrets(answer) > 0 || Before.secrets(call.path("request").path("args")) > 0;
          return !answer.isMissingNode()
              && Before.plain(answer).equals(Before.plain(actual))
              && (!secret || actual.has("$secret"));
        });
  }

  /// Whether it is what is declared, without what comes of others.
  private boolean isShown(JsonNode declared, JsonNode actual) {
    if (isAnswered(declared.asText(), actual)) return true;
    if (actual.has("$unknown")) return isOpen(declared);
    if (declared.isObject() && actual.isObject()) {
      var fields = new TreeSet<String>();
      declared.fieldNames().forEachRemaining(fields::add);
      actual.fieldNames().forEachRemaining(fields::add);
      return fields.stream().allMatch(each -> isShown(declared.path(each), actual.path(each)));
    }
    if (declared.isArray() && actual.isArray())
      return declared.size() == actual.size()
          && IntStream.range(0, actual.size())
              .allMatch(i -> isShown(declared.path(i), actual.path(i)));
    return declared.isNull() && actual.isMissingNode()
        || Before.plain(declared).equals(Before.plain(actual));
  }
}
