package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.json.ExactJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Which question is compared with a recorded one.
final class CallCheckTest {
  private static final String REFERENCE =
      """
      {"$ref": {"id": "r1-1", "type": "keel:index:Thing"}}
      """;

  @Test
  void questionThatIsAskedTwice_isComparedAsItIsWhenAllIsKnown() {
    assertThat(differencesFrom(REFERENCE, "{\"$unknown\": \"string\"}", "\"r1-1\""))
        .containsExactly("news.source: expected " + json(REFERENCE) + ", was \"r1-1\"");
  }

  @Test
  void questionThatIsAskedAsRecorded_isTheOne_whateverElseIsAsked() {
    assertThat(differencesFrom("\"r1-1\"", "{\"$unknown\": \"string\"}", "\"r1-1\"")).isEmpty();
  }

  @Test
  void questionAboutANewObject_isAnotherOne_alsoWhenAllIsKnown() {
    var open = "{\"olds\": {\"zone\": \"x\"}, \"news\": {\"zone\": {\"$unknown\": \"string\"}}}";
    var anew = "{\"olds\": {}, \"news\": {\"zone\": \"y\"}}";
    var findings = new Findings(1);
    new CallCheck(new Symbols(), new Turns(false, _ -> false, _ -> false), findings)
        .compare(
            json(
                """
                {"preview": {"calls": [%1$s]}, "calls": [%2$s, %3$s]}
                """
                    .formatted(
                        asked(open),
                        asked("{\"olds\": {\"zone\": \"x\"}, \"news\": {\"zone\": \"y\"}}"),
                        asked(anew))),
            List.of(new Call("Check", "keel:index:Thing::r2", json(open))),
            List.of(new Call("Check", "keel:index:Thing::r2", json(anew))));
    assertThat(findings.all().stream().map(each -> each.what().toString()))
        .containsExactly("news.zone: expected \"y\", was {\"$unknown\":\"string\"}");
  }

  @Test
  void questionWithTheSameValue_isTheOne_thoughItIsToldOtherwise() {
    var output = "{\"$output\": {\"value\": \"y\", \"dependencies\": [\"t\"]}}";
    assertThat(differencesFrom(output, "\"x\"", "\"y\""))
        .containsExactly("news.source: expected " + json(output) + ", was \"y\"");
    assertThat(differencesFrom(output, "\"x\"", "\"z\""))
        .containsExactly("news.source: expected " + json(output) + ", was \"x\"");
  }

  private static String asked(String request) {
    return """
    {"call": "Check", "resource": "keel:index:Thing::r2", "request": %s}
    """
        .formatted(request);
  }

  @Test
  void oldObjectsOfOneResource_goInAnyOrder() {
    assertThat(deleting(List.of("a", "b"), List.of("b", "a"))).isEmpty();

    assertThat(deleting(List.of("a", "b"), List.of("b", "c"))).isNotEmpty();
    assertThat(deleting(List.of("a", "b"), List.of("b"))).isNotEmpty();
    assertThat(deleting(List.of("a", "a"), List.of("a"))).isNotEmpty();
  }

  /// Where a plan differs that reads two objects of a resource.
  private static List<String> reading(List<String> recorded, List<String> own) {
    var findings = new Findings(1);
    var calls =
        recorded.stream()
            .map(CallCheckTest::deletion)
            .map(each -> each.replace("Delete", "Read"))
            .collect(Collectors.joining(", "));
    new CallCheck(new Symbols(), new Turns(false, _ -> false, _ -> false), findings)
        .compare(
            json("{\"preview\": {\"calls\": [%s]}, \"calls\": []}".formatted(calls)),
            own.stream()
                .map(id ->
                    new Call(
                        "Read", "keel:index:Thing::r2", json("{\"id\": \"%s\"}".formatted(id))))
                .toList(),
            List.of());
    return findings.all().stream().map(each -> each.what().toString()).toList();
  }

  @Test
  void objectsOfOneResource_areReadInAnyOrder() {
    assertThat(reading(List.of("a", "b"), List.of("b", "a"))).isEmpty();

    assertThat(reading(List.of("a", "b"), List.of("b", "c"))).isNotEmpty();
    assertThat(reading(List.of("a", "b"), List.of("b"))).isNotEmpty();
    assertThat(reading(List.of("a"), List.of("a", "b"))).isNotEmpty();
  }

  /// How often a provider is configured otherwise, which knows `early` in a preview, and `late`
  /// then.
  private static int configuring(List<String> planned, List<String> applied) {
    var findings = new Findings(1);
    new CallCheck(new Symbols(), new Turns(false, _ -> false, _ -> false), findings)
        .compare(
            json(
                "{\"preview\": {\"calls\": [%s]}, \"calls\": [%s]}"
                    .formatted(configured("early"), configured("late"))),
            planned.stream().map(CallCheckTest::configuration).toList(),
            applied.stream().map(CallCheckTest::configuration).toList());
    return findings.all().size();
  }

  private static String configured(String region) {
    return """
    {"call": "Configure", "resource": "pulumi:providers:keel::p", "request": %s}
    """
        .formatted(configuration(region).request());
  }

  private static Call configuration(String region) {
    return new Call(
        "Configure",
        "pulumi:providers:keel::p",
        json("{\"args\": {\"region\": \"%s\"}}".formatted(region)));
  }

  @Test
  void providerIsConfiguredForAPlan_asForAPreview() {
    assertThat(configuring(List.of("early"), List.of("late"))).isZero();
    assertThat(configuring(List.of("late"), List.of())).isZero();

    assertThat(configuring(List.of("early"), List.of())).isPositive();
    assertThat(configuring(List.of("late"), List.of("early"))).isPositive();
    assertThat(configuring(List.of("else"), List.of("late"))).isPositive();
  }

  private static List<String> deleting(List<String> recorded, List<String> own) {
    var findings = new Findings(1);
    var calls = recorded.stream().map(CallCheckTest::deletion).collect(Collectors.joining(", "));
    new CallCheck(new Symbols(), new Turns(false, _ -> false, _ -> false), findings)
        .compare(
            json("{\"calls\": [%s]}".formatted(calls)),
            List.of(),
            own.stream()
                .map(id ->
                    new Call(
                        "Delete", "keel:index:Thing::r2", json("{\"id\": \"%s\"}".formatted(id))))
                .toList());
    return findings.all().stream().map(each -> each.what().toString()).toList();
  }

  private static String deletion(String id) {
    return """
    {"call": "Delete", "resource": "keel:index:Thing::r2", "request": {"id": "%s"}}
    """
        .formatted(id);
  }

  /// Where a question of an operation differs that was asked in the plan and the apply.
  private static List<String> differencesFrom(String recorded, String planned, String applied) {
    var findings = new Findings(1);
    new CallCheck(new Symbols(), new Turns(false, _ -> false, _ -> false), findings)
        .compare(
            json(
                """
                {"preview": {"calls": [%1$s]}, "calls": [%2$s]}
                """
                    .formatted(call(planned), call(recorded))),
            List.of(check(planned)),
            List.of(check(applied)));
    return findings.all().stream().map(each -> each.what().toString()).toList();
  }

  private static String call(String source) {
    return """
    {"call": "Check", "resource": "keel:index:Thing::r2", "request": {"news": {"source": %s}}}
    """
        .formatted(source);
  }

  private static Call check(String source) {
    return new Call(
        "Check", "keel:index:Thing::r2", json("{\"news\": {\"source\": %s}}".formatted(source)));
  }

  private static JsonNode json(String text) {
    try {
      return ExactJson.JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
