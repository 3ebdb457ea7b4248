package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.Findings.Finding;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.system.SystemDifferences;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What rules about failures explain, and what they do not.
class FailedRunDifferencesTest {
  private static final String CAME_TO = "keel:index:Thing::a";
  private static final String FAILS = "keel:index:Thing::b";
  private static final String USES = "keel:index:Thing::c";
  private static final String NOT_COME_TO = "keel:index:Thing::d";
  private static final String NOTHING = "";

  /// `a` stays as it is, `b` fails, and the run ends before `d`.
  private static RefusalDifferences failing() {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
                       {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "z"}},
                       {"type": "keel:index:Thing", "name": "c", "inputs": {"zone": "${b.etag}"}},
                       {"type": "keel:index:Thing", "name": "d", "inputs": {"zone": "z"}}],
         "expect": {"result": "failed",
           "diagnostics": [
             {"severity": "error", "resource": "keel:index:Thing::b", "message": "no"}],
           "preview": {"calls": [{"call": "Check", "resource": "keel:index:Thing::a"},
                                 {"call": "Check", "resource": "keel:index:Thing::b"},
                                 {"call": "Check", "resource": "keel:index:Thing::c"},
                                 {"call": "Check", "resource": "keel:index:Thing::d"}]},
           "calls": [{"call": "Check", "resource": "keel:index:Thing::a"},
                     {"call": "Check", "resource": "keel:index:Thing::b"}]}}
        """;
    return new RefusalDifferences(
        new ProviderStep(1, WrittenFinding.json(step)), Before.NOTHING, new Errors(List.of()));
  }

  private static RefusalDifferences refusing(String summary) {
    var at = Subject.of(InstanceAddress.parse("keel_Thing.a"));
    var error = Diagnostic.error(Code.INVALID_CONFIG, at, summary, "why");
    return new RefusalDifferences(
        new ProviderStep(1, WrittenFinding.json("{\"op\": \"update\"}")),
        Before.NOTHING,
        new Errors(List.of(error)));
  }

  private static Finding word(Aspect aspect, String about, String expected, String actual) {
    return WrittenFinding.of(aspect, about, "", "", quoted(expected), quoted(actual));
  }

  private static String quoted(String word) {
    return "\"" + word + "\"";
  }

  @Test
  void whatTheRunDidNotComeTo_goesOn() {
    var failing = failing();
    assertThat(failing.goesOn(word(Aspect.RUN, NOT_COME_TO, "none", "update"))).isTrue();
    assertThat(
            failing.goesOn(
                WrittenFinding.of(Aspect.CALLS, NOT_COME_TO, "Update", "", NOTHING, "{}")))
        .isTrue();
    assertThat(failing.goesOn(word(Aspect.STATE, NOT_COME_TO, "[]", "[{}]"))).isTrue();
  }

  @Test
  void whatTheRunCameTo_isAsItWasRecorded() {
    var failing = failing();
    assertThat(failing.goesOn(word(Aspect.RUN, CAME_TO, "none", "update"))).isFalse();
    assertThat(failing.goesOn(word(Aspect.STATE, CAME_TO, "[{}]", "[]"))).isFalse();
    assertThat(failing.goesOn(word(Aspect.RUN, FAILS, "update failed", "update"))).isFalse();
    assertThat(failing.goesOn(word(Aspect.RUN, USES, "none", "update"))).isFalse();
    // The preview came to all.
    assertThat(failing.goesOn(word(Aspect.PLAN, NOT_COME_TO, "none", "update"))).isFalse();
  }

  @Test
  void whatIsRefused_isNotDone() {
    var refused = refusing("Unsupported argument");
    assertThat(refused.isRefusedForAnArgument(word(Aspect.RESULT, "", "ok", "[]"))).isTrue();
    assertThat(refused.isRefusedForAnArgument(word(Aspect.RUN, CAME_TO, "update", "none")))
        .isTrue();
    assertThat(
            refused.isRefusedForAnArgument(
                WrittenFinding.of(Aspect.CALLS, CAME_TO, "Update", "", "{}", NOTHING)))
        .isTrue();

    assertThat(refused.isRefusedForAnArgument(word(Aspect.RUN, CAME_TO, "none", "update")))
        .isFalse();
    assertThat(
            refused.isRefusedForAnArgument(
                WrittenFinding.of(Aspect.CALLS, CAME_TO, "Update", "", NOTHING, "{}")))
        .isFalse();
    assertThat(
            refused.isRefusedForAnArgument(
                WrittenFinding.of(Aspect.CALLS, CAME_TO, "Update", "news.zone", "\"z\"", "\"y\"")))
        .isFalse();
  }

  /// `a` cannot be read, `b` uses it, and `c` does not.
  private static ProviderStep reading(boolean refresh) {
    var step =
        """
        {"op": "update", "refresh": %s,
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "z"}},
                       {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "${a.id}"}},
                       {"type": "keel:index:Thing", "name": "c", "inputs": {"zone": "z"}}],
         "expect": {"result": "failed",
           "calls": [
             {"call": "Read", "resource": "keel:index:Thing::a", "error": {"message": "no"}},
             {"call": "Read", "resource": "keel:index:Thing::b",
              "response": {"id": "b-1", "properties": {"etag": "2"}}}]}}
        """
            .formatted(refresh);
    return new ProviderStep(2, WrittenFinding.json(step));
  }

  private static boolean isUnread(
      boolean refresh, Aspect aspect, String about, String at, String expected, String actual) {
    var error =
        Diagnostic.error(
            Code.PROVIDER_ERROR,
            Subject.of(InstanceAddress.parse("keel_Thing.a")),
            "The provider reported a problem",
            "no");
    var call = aspect == Aspect.STATE ? "" : "Read";
    return new RefusalDifferences(reading(refresh), Before.NOTHING, new Errors(List.of(error)))
        .isUnread(WrittenFinding.of(aspect, about, call, at, expected, actual));
  }

  @Test
  void whatUsesSomethingThatCannotBeRead_isNotReadEither() {
    var user = "keel:index:Thing::b";
    assertThat(isUnread(true, Aspect.ASKED, user, "", "{}", NOTHING)).isTrue();
    assertThat(isUnread(true, Aspect.STATE, user, "outputs.etag", quoted("2"), quoted("1")))
        .isTrue();

    assertThat(isUnread(false, Aspect.ASKED, user, "", "{}", NOTHING)).isFalse();
    assertThat(isUnread(true, Aspect.ASKED, user, "", NOTHING, "{}")).isFalse();
    assertThat(isUnread(true, Aspect.STATE, user, "outputs.etag", quoted("3"), quoted("1")))
        .isFalse();
    assertThat(isUnread(true, Aspect.ASKED, "keel:index:Thing::c", "", "{}", NOTHING)).isFalse();
    assertThat(isUnread(true, Aspect.ASKED, "keel:index:Thing::a", "", "{}", NOTHING)).isFalse();
  }

  /// `a` has an error in the preview, and `b` uses it.
  private static boolean isUnreadBeside(String failing) {
    var step =
        """
        {"op": "update", "refresh": true,
         "resources": [{"type": "keel:index:Thing", "name": "a", "inputs": {"size": -1}},
                       {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "${a.id}"}}],
         "expect": {"result": "failed", "preview": {"diagnostics": [
           {"severity": "error", "resource": "keel:index:Thing::%s", "message": "no"}]}}}
        """
            .formatted(failing);
    return new RefusalDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(
                List.of(
                    Diagnostic.error(
                        Code.PROVIDER_ERROR,
                        Subject.of(InstanceAddress.parse("keel_Thing.a")),
                        "The provider does not accept the configuration",
                        "no"))))
        .isUnread(
            WrittenFinding.of(Aspect.ASKED, "keel:index:Thing::b", "Read", "", "{}", NOTHING));
  }

  @Test
  void whatUsesSomethingThatCannotBePlanned_isNotReadEither() {
    assertThat(isUnreadBeside("a")).isTrue();

    assertThat(isUnreadBeside("other")).isFalse();
  }

  private static boolean isNotStarted(String used, String call) {
    return isNotStarted(used, call, NOTHING);
  }

  /// @param more calls
  private static boolean isNotStarted(String used, String call, String more) {
    var step =
        """
        {"op": "update", "refresh": true,
         "resources": [
           {"kind": "read", "type": "bare:index:Keys", "name": "r", "id": "there-1"},
           {"type": "bare:index:Keys", "name": "s", "inputs": {}},
           {"type": "keel:index:Thing", "name": "a", "inputs": {"label": "${%s.etag}"}}],
         "expect": {"result": "failed",
           "diagnostics": [
             {"severity": "error", "resource": "bare:index:Keys::r", "message": "no"},
             {"severity": "error", "resource": "bare:index:Keys::s", "message": "no"}],
           "calls": [
             %s
             {"call": "Configure", "resource": "pulumi:providers:keel::p", "process": "keel 1"},
             {"call": "%s", "resource": "keel:index:Thing::a", "process": "keel 1"}]}}
        """
            .formatted(used, more, call);
    var read = new ProviderStep(2, WrittenFinding.json(step));
    return new SystemDifferences(read, false, Before.NOTHING)
        .isNotAsked(word(Aspect.CONFIGURE, "pulumi:providers:keel::p", "{}", "[]"));
  }

  @Test
  void providerOfWhatIsNotRead_isNotStarted() {
    assertThat(isNotStarted("r", "Read")).isTrue();

    assertThat(isNotStarted("r", "Check")).isFalse();
    assertThat(isNotStarted("x", "Read")).isFalse();
    assertThat(isNotStarted("s", "Read")).isFalse();
  }

  @Test
  void providerOfWhatUsesSomethingThatCannotBeRead_isNotStarted() {
    var failed =
        """
        {"call": "Read", "resource": "bare:index:Keys::s", "error": {"message": "no"}},
        """;
    assertThat(isNotStarted("s", "Read", failed)).isTrue();

    assertThat(isNotStarted("s", "Check", failed)).isFalse();
    assertThat(isNotStarted("x", "Read", failed)).isFalse();
    assertThat(isNotStarted("s", "Read", failed.replace("::s", "::t"))).isFalse();
    assertThat(isNotStarted("s", "Read", failed.replace("Read", "Diff"))).isFalse();
  }

  private static boolean isUnread(String provider, String error) {
    var step =
        """
        {"op": "update", "refresh": true,
         "resources": [{"type": "bare:index:Plain", "name": "a", "inputs": {},
                        "options": {"provider": "p"}},
                       {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "${a.id}"}}],
         "expect": {"result": "failed",
           "calls": [{"call": "Configure", "resource": "%s"%s}]}}
        """
            .formatted(provider, error);
    var about = Subject.of(InstanceAddress.parse("bare_Plain.a"));
    var told = Diagnostic.error(Code.PROVIDER_ERROR, about, "The provider reported a problem", "");
    return new RefusalDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            Before.NOTHING,
            new Errors(List.of(told)))
        .isUnread(
            WrittenFinding.of(Aspect.ASKED, "keel:index:Thing::b", "Read", "", "{}", NOTHING));
  }

  @Test
  void whatUsesAnObjectOfAProviderThatCannotBeConfigured_isNotReadEither() {
    var error = ", \"error\": {\"message\": \"no\"}";
    assertThat(isUnread("pulumi:providers:bare::p", error)).isTrue();

    assertThat(isUnread("pulumi:providers:bare::p", NOTHING)).isFalse();
    assertThat(isUnread("pulumi:providers:bare::q", error)).isFalse();
  }
}
