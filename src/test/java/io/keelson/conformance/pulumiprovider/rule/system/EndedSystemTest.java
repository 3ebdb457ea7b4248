package io.keelson.conformance.pulumiprovider.rule.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import org.junit.jupiter.api.Test;

/// What is explained where a run ends in which another provider's objects are replaced, and what is
/// not.
class EndedSystemTest {
  private static final String NOTHING = "";
  private static final String KEYS = "bare:index:Keys::";

  /// `a` is replaced for the provider that it has now, and `b` would be, if the run had not ended.
  private static SystemDifferences handedOn(String result, String keys) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:bare", "name": "p", "inputs": {"account": "7"}},
           {"type": "bare:index:Keys", "name": "a", "inputs": {"zone": "z"},
            "options": {"provider": "p"}},
           {"type": "bare:index:Keys", "name": "b", "inputs": {"zone": "z"},
            "options": {"provider": "p"}}],
         "expect": {"result": "%1$s",
           "steps": [
             {"op": "create-replacement", "resource": "bare:index:Keys::a", "provider": "p",
              "keys": %2$s, "oldId": "a-1"}],
           "preview": {"steps": [
             {"op": "create-replacement", "resource": "bare:index:Keys::b", "provider": "p",
              "keys": %2$s, "oldId": "b-1"}]}}}
        """
            .formatted(result, keys);
    var state =
        """
        [{"resource": "pulumi:providers:bare::default", "id": "d", "inputs": {}},
         {"resource": "bare:index:Keys::a", "id": "a-1",
          "provider": "::pulumi:providers:bare::default::d"},
         {"resource": "bare:index:Keys::b", "id": "b-1",
          "provider": "::pulumi:providers:bare::default::d"}]
        """;
    return new SystemDifferences(
        new ProviderStep(2, WrittenFinding.json(step)),
        false,
        new Before(WrittenFinding.json(state)));
  }

  private static boolean isSame(
      SystemDifferences systems, Aspect aspect, String name, String expected, String actual) {
    return systems.isOfSameSystem(
        WrittenFinding.of(aspect, KEYS + name, NOTHING, NOTHING, expected, actual));
  }

  private static String records(String id, String more) {
    return "\"[{\\\"id\\\":\\\"%s\\\",\\\"old\\\":false,\\\"unfinished\\\":false}%s]\""
        .formatted(id, more);
  }

  @Test
  void oldObject_isTheOneThatThereIs() {
    var old = ",{\\\"id\\\":\\\"a-1\\\",\\\"old\\\":true,\\\"unfinished\\\":false}";
    var two = records("a-2", old);
    var provider = "[\"provider\"]";
    var failed = handedOn("failed", provider);
    assertThat(isSame(failed, Aspect.STATE, "a", two, records("a-1", NOTHING))).isTrue();

    assertThat(isSame(failed, Aspect.STATE, "a", two, records("a-2", NOTHING))).isFalse();
    assertThat(isSame(failed, Aspect.STATE, "a", two, "\"[]\"")).isFalse();
    for (var other :
        new SystemDifferences[] {
          handedOn("ok", provider), handedOn("failed", "[\"provider\", \"zone\"]")
        }) assertThat(isSame(other, Aspect.STATE, "a", two, records("a-1", NOTHING))).isFalse();
  }

  @Test
  void whatTheRunDoesNotComeTo_staysInItsSystem() {
    var replaced = "\"replace-create-first failed\"";
    var provider = "[\"provider\"]";
    assertThat(isSame(handedOn("failed", provider), Aspect.PLAN, "b", replaced, "\"none\""))
        .isTrue();

    assertThat(isSame(handedOn("ok", provider), Aspect.PLAN, "b", replaced, "\"none\"")).isFalse();
    assertThat(isSame(handedOn("failed", "[\"zone\"]"), Aspect.PLAN, "b", replaced, "\"none\""))
        .isFalse();
  }

  /// `p` is back from account 2, where `a` was replaced, and `b` was not.
  private static boolean isBack(String name, String account, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "pulumi:providers:bare", "name": "p", "inputs": {"account": "%s"}},
           {"type": "bare:index:Keys", "name": "a", "options": {"provider": "p"}},
           {"type": "bare:index:Keys", "name": "b", "options": {"provider": "p"}}],
         "expect": {"result": "ok", "steps": [
           {"op": "create-replacement", "resource": "pulumi:providers:bare::p"},
           {"op": "create-replacement", "resource": "bare:index:Keys::a", "keys": ["provider"]},
           {"op": "create-replacement", "resource": "bare:index:Keys::b", "keys": ["provider"]}]}}
        """
            .formatted(account);
    var state =
        """
        [{"resource": "pulumi:providers:bare::p", "id": "2", "inputs": {"account": "2"}},
         {"resource": "pulumi:providers:bare::p", "id": "1", "inputs": {"account": "1"},
          "delete": true},
         {"resource": "bare:index:Keys::a", "provider": "::pulumi:providers:bare::p::2"},
         {"resource": "bare:index:Keys::b", "provider": "::pulumi:providers:bare::p::1"}]
        """;
    var systems =
        new SystemDifferences(
            new ProviderStep(3, WrittenFinding.json(step)),
            true,
            new Before(WrittenFinding.json(state)));
    return isSame(systems, Aspect.RUN, name, expected, actual);
  }

  @Test
  void whatIsInTheSystemThatIsMeantAgain_isNotReplaced() {
    var replaced = "\"replace-create-first\"";
    assertThat(isBack("b", "1", replaced, "\"none\"")).isTrue();

    assertThat(isBack("a", "1", replaced, "\"none\"")).isFalse();
    assertThat(isBack("b", "3", replaced, "\"none\"")).isFalse();
    assertThat(isBack("b", "1", "\"none\"", replaced)).isFalse();
  }

  private static boolean isNotAsked(String account, String call) {
    var step =
        """
        {"op": "update", "resources": [],
         "expect": {"result": "failed", "calls": [
           {"call": "Configure", "process": "bare#1", "resource": "pulumi:providers:bare::p",
            "request": {"args": {"account": "3"}}},
           {"call": "Create", "process": "bare#1", "resource": "bare:index:Keys::a"},
           {"call": "Configure", "process": "bare#2", "resource": "pulumi:providers:bare::p",
            "request": {"args": {"account": "1"}}},
           {"call": "%s", "process": "bare#2", "resource": "bare:index:Keys::a"}]}}
        """
            .formatted(call);
    var told = "{\\\"args\\\":{\\\"account\\\":\\\"%s\\\"}}";
    return new SystemDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            true,
            new Before(WrittenFinding.json("[]")))
        .isNotAsked(
            WrittenFinding.of(
                Aspect.CONFIGURE,
                "pulumi:providers:bare::p",
                NOTHING,
                NOTHING,
                "\"" + told.formatted(account) + "\"",
                "\"[" + told.formatted("3") + "]\""));
  }

  @Test
  void processThatIsStartedForNothing_isNotStarted() {
    assertThat(isNotAsked("1", "DiffConfig")).isTrue();

    assertThat(isNotAsked("1", "Delete")).isFalse();
    assertThat(isNotAsked("3", "DiffConfig")).isFalse();
    assertThat(isNotAsked("4", "DiffConfig")).isFalse();
  }

  private static boolean isBesideFormer(String there, String former) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "pulumi:providers:bare", "name": "p",
                        "inputs": {"account": "2", "region": "r2"},
                        "options": {"ignoreChanges": ["account"]}}],
         "expect": {"result": "ok"}}
        """;
    var state =
        """
        [{"resource": "pulumi:providers:bare::p", "inputs": {"account": "1", "region": "r"}}]
        """;
    var told = "{\\\"args\\\":{\\\"account\\\":\\\"%s\\\",\\\"region\\\":\\\"%s\\\"}}";
    return new ProviderDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(state)))
        .isOfOption(
            WrittenFinding.of(
                Aspect.CONFIGURE,
                "pulumi:providers:bare::p",
                NOTHING,
                NOTHING,
                "\"" + told.formatted("1", there) + "\"",
                "\"[" + told.formatted("2", "r2") + "," + told.formatted("1", former) + "]\""));
  }

  @Test
  void formerSystem_isAskedBeside() {
    assertThat(isBesideFormer("r2", "r")).isTrue();

    assertThat(isBesideFormer("r3", "r")).isFalse();
    assertThat(isBesideFormer("r2", "r4")).isFalse();
  }
}
