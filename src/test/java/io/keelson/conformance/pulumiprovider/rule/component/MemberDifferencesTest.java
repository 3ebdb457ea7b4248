package io.keelson.conformance.pulumiprovider.rule.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What is explained of objects that go with something that is replaced, and what is not.
final class MemberDifferencesTest {
  private static final String NOTHING = "";

  /// `in` goes with `a`, which is replaced, and `deep` with `in`; `out` goes with `b`. `left` and
  /// `taken` go with `first`, which is destroyed first.
  private static boolean isMember(Aspect aspect, String name, String expected, String actual) {
    var call = aspect == Aspect.CALLS ? "Create" : NOTHING;
    return isMember(List.of(), aspect, name, call, expected, actual);
  }

  /// @param there how it is replaced itself in the recording, if it is
  private static boolean isMember(
      List<String> there, Aspect aspect, String name, String call, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "y"}},
           {"type": "keel:index:Thing", "name": "in", "inputs": {"zone": "y"},
            "options": {"deletedWith": "a"}},
           {"type": "keel:index:Thing", "name": "deep", "inputs": {"zone": "y"},
            "options": {"deletedWith": "in"}},
           {"type": "keel:index:Thing", "name": "out", "inputs": {"zone": "y"},
            "options": {"deletedWith": "b"}},
           {"type": "keel:index:Thing", "name": "left", "inputs": {"zone": "y"},
            "options": {"deletedWith": "first", "retainOnDelete": true}},
           {"type": "keel:index:Thing", "name": "taken", "inputs": {"zone": "y"},
            "options": {"deletedWith": "first"}},
           {"type": "keel:index:Thing", "name": "first", "inputs": {"zone": "y"}}],
         "expect": {"result": "ok", "preview": {"steps": [
           {"op": "create-replacement", "resource": "keel:index:Thing::a", "oldId": "a-1",
            "provider": "p"},
           {"op": "delete-replaced", "resource": "keel:index:Thing::a", "oldId": "a-1",
            "provider": "p"},
           {"op": "delete-replaced", "resource": "keel:index:Thing::first", "oldId": "first-1",
            "provider": "p"},
           {"op": "create-replacement", "resource": "keel:index:Thing::first", "oldId": "first-1",
            "provider": "p"},
           {"op": "update", "resource": "keel:index:Thing::b", "provider": "p"}%s]}}}
        """
            .formatted(of(there, "keel:index:Thing::" + name));
    return new MemberDifferences(new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING)
        .isMemberOfReplaced(
            WrittenFinding.of(
                aspect, "keel:index:Thing::" + name, call, NOTHING, expected, actual));
  }

  @Test
  void olderObjectOfAMember_goesBeside() {
    var ops = List.of("update", "delete-replaced");
    var kept = "\"update, delete-deposed\"";
    var replaced = "\"replace-create-first, delete-deposed\"";
    assertThat(isMember(ops, Aspect.PLAN, "in", NOTHING, kept, replaced)).isTrue();
    assertThat(isMember(ops, Aspect.CALLS, "in", "Create", NOTHING, "{}")).isTrue();

    assertThat(isMember(ops, Aspect.PLAN, "in", NOTHING, kept, "\"replace-create-first\""))
        .isFalse();
    assertThat(isMember(ops, Aspect.PLAN, "in", NOTHING, "\"update\"", replaced)).isFalse();
    assertThat(isMember(ops, Aspect.PLAN, "out", NOTHING, kept, replaced)).isFalse();
  }

  private static String of(List<String> ops, String resource) {
    return ops.stream()
        .map(op ->
            ", {\"op\": \"%s\", \"resource\": \"%s\", \"oldId\": \"1\", \"provider\": \"p\"}"
                .formatted(op, resource))
        .collect(Collectors.joining());
  }

  @Test
  void whatGoesWithSomethingThatIsReplaced_isReplacedInItsOrder_whateverItsOwn() {
    var first = "\"replace-destroy-first\"";
    var last = "\"replace-create-first\"";
    var other = List.of("delete-replaced", "create-replacement");
    assertThat(isMember(other, Aspect.PLAN, "in", NOTHING, first, last)).isTrue();
    assertThat(isMember(other, Aspect.RUN, "deep", NOTHING, first, last)).isTrue();
    assertThat(isMember(other, Aspect.CALLS, "in", "Delete", "{}", NOTHING)).isTrue();
    assertThat(isMember(other, Aspect.WORLD, "in", NOTHING, NOTHING, "{}")).isTrue();

    var same = other.reversed();
    assertThat(isMember(same, Aspect.PLAN, "in", NOTHING, last, first)).isFalse();
    assertThat(isMember(same, Aspect.CALLS, "in", "Delete", "{}", NOTHING)).isFalse();
    assertThat(isMember(other, Aspect.RUN, "in", NOTHING, first, "\"none\"")).isFalse();
    assertThat(isMember(other, Aspect.PLAN, "out", NOTHING, first, last)).isFalse();
    assertThat(isMember(other, Aspect.CALLS, "in", "Delete", NOTHING, "{}")).isFalse();
    assertThat(isMember(other, Aspect.CALLS, "in", "Create", "{}", NOTHING)).isFalse();
    assertThat(isMember(other, Aspect.WORLD, "in", NOTHING, "{}", NOTHING)).isFalse();
    assertThat(isMember(other, Aspect.CALLS, "out", "Delete", "{}", NOTHING)).isFalse();
  }

  @Test
  void whatGoesWithSomethingThatIsReplaced_isReplacedInTheSameOrder() {
    var replaced = "\"replace-create-first\"";
    assertThat(isMember(Aspect.PLAN, "in", "\"update\"", replaced)).isTrue();
    assertThat(isMember(Aspect.RUN, "deep", "\"none\"", replaced)).isTrue();
    assertThat(isMember(Aspect.CALLS, "in", NOTHING, "{}")).isTrue();

    assertThat(isMember(Aspect.PLAN, "in", "\"update\"", "\"replace-destroy-first\"")).isFalse();
    assertThat(isMember(Aspect.PLAN, "in", replaced, "\"update\"")).isFalse();
    assertThat(isMember(Aspect.PLAN, "out", "\"update\"", replaced)).isFalse();
    assertThat(isMember(Aspect.PLAN, "a", "\"update\"", replaced)).isFalse();
    assertThat(isMember(Aspect.CALLS, "in", "{}", NOTHING)).isFalse();
  }

  @Test
  void whatIsLeftAlone_isForgottenWhenItsNewObjectCanBeMade_whateverItGoesWith() {
    var first = "\"replace-destroy-first\"";
    var last = "\"replace-create-first\"";
    assertThat(isMember(Aspect.PLAN, "left", "\"none\"", last)).isTrue();
    assertThat(isMember(Aspect.RUN, "taken", "\"none\"", first)).isTrue();

    assertThat(isMember(Aspect.PLAN, "left", "\"none\"", first)).isFalse();
    assertThat(isMember(Aspect.RUN, "taken", "\"none\"", last)).isFalse();
    var itself = List.of("delete-replaced", "create-replacement");
    assertThat(isMember(itself, Aspect.RUN, "left", NOTHING, first, last)).isTrue();
    assertThat(isMember(itself, Aspect.RUN, "taken", NOTHING, first, last)).isFalse();
  }

  /// `in` goes with `a`, which is replaced unless it is updated, and has one field of that.
  private static boolean isOldObject(
      String container, String there, Aspect aspect, String name, String at) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"label": "${a.etag}"}},
           {"type": "keel:index:Thing", "name": "in",
            "inputs": {"label": "in-${a.etag}", "zone": "y", "note": "${b.etag}"},
            "options": {"deletedWith": "a"}}],
         "expect": {"result": "ok", "preview": {"steps": [
           {"op": "%s", "resource": "keel:index:Thing::a", "provider": "p"},
           {"op": "%s", "resource": "keel:index:Thing::in", "provider": "p"}]}}}
        """
            .formatted(container, there);
    var before =
        """
        [{"resource": "keel:index:Thing::in",
          "inputs": {"label": {"$secret": "x"}, "zone": "x", "size": {"$secret": "old"}}}]
        """;
    return new MemberDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(before)))
        .isMemberOfReplaced(
            WrittenFinding.of(
                aspect, "keel:index:Thing::" + name, NOTHING, at, "\"new\"", "\"old\""));
  }

  @Test
  void oldObjectOfAMember_isAsItWas() {
    var replaced = "create-replacement";
    var label = "properties.label";
    assertThat(isOldObject(replaced, "update", Aspect.WORLD, "in", label)).isTrue();
    assertThat(isOldObject(replaced, "update", Aspect.WORLD, "in", "properties.size")).isTrue();

    assertThat(isOldObject(replaced, "update", Aspect.WORLD, "in", "properties.zone")).isFalse();
    assertThat(isOldObject(replaced, "update", Aspect.WORLD, "in", "properties.note")).isFalse();
    assertThat(isOldObject(replaced, "update", Aspect.STATE, "in", "inputs.zone")).isFalse();
    assertThat(isOldObject(replaced, "update", Aspect.ASKED, "in", "news.label")).isFalse();
    assertThat(isOldObject(replaced, "update", Aspect.WORLD, "b", label)).isFalse();
    assertThat(isOldObject(replaced, "same", Aspect.WORLD, "in", label)).isFalse();
    assertThat(isOldObject("update", "update", Aspect.WORLD, "in", label)).isFalse();
  }

  /// `in` goes with `a`, which is replaced, and has one field of that; it is updated there.
  private static boolean isAskedAgain(
      String foreseen, Aspect aspect, String call, String at, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}},
           {"type": "keel:index:Thing", "name": "in",
            "inputs": {"label": "${a.etag}", "zone": "y"}, "options": {"deletedWith": "a"}}],
         "expect": {"result": "ok", "preview": {
           "calls": [{"call": "Diff", "resource": "keel:index:Thing::in",
                      "request": {"news": {"label": %1$s, "zone": %1$s}}}],
           "steps": [
             {"op": "create-replacement", "resource": "keel:index:Thing::a", "provider": "p"},
             {"op": "update", "resource": "keel:index:Thing::in", "provider": "p"}]}}}
        """
            .formatted(foreseen);
    return new MemberDifferences(new ProviderStep(2, WrittenFinding.json(step)), Before.NOTHING)
        .isMemberOfReplaced(
            WrittenFinding.of(aspect, "keel:index:Thing::in", call, at, expected, actual));
  }

  @Test
  void memberThatIsUpdatedThere_isComparedWithWhatIsKnownThen() {
    var open = "{\"$unknown\": \"string\"}";
    var asked = Aspect.ASKED;
    assertThat(isAskedAgain(open, asked, "Diff", "news.label", "\"x\"", open)).isTrue();

    assertThat(isAskedAgain("\"x\"", asked, "Diff", "news.label", "\"x\"", open)).isFalse();
    assertThat(isAskedAgain(open, asked, "Diff", "news.label", open, "\"x\"")).isFalse();
    assertThat(isAskedAgain(open, asked, "Diff", "news.zone", "\"x\"", open)).isFalse();
    assertThat(isAskedAgain(open, asked, "Check", "news.label", "\"x\"", open)).isFalse();
    assertThat(isAskedAgain(open, Aspect.PLAN_CALLS, "Diff", "news.zone", "\"x\"", open)).isFalse();
  }

  /// `user` is replaced with `a`, which was recorded, and `other` with `b`, which was not.
  private static boolean isReplacedWithGone(
      String done, Aspect aspect, String name, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "a", "inputs": {"zone": "y"}},
           {"type": "keel:index:Thing", "name": "b", "inputs": {"zone": "y"}},
           {"type": "keel:index:Thing", "name": "user", "inputs": {"zone": "y"},
            "options": {"replaceWith": ["a"]}},
           {"type": "keel:index:Thing", "name": "other", "inputs": {"zone": "y"},
            "options": {"replaceWith": ["b"]}}],
         "expect": {"result": "ok", "steps": [
           {"op": "%1$s", "resource": "keel:index:Thing::a", "provider": "p"},
           {"op": "%1$s", "resource": "keel:index:Thing::b", "provider": "p"}]}}
        """
            .formatted(done);
    var before = "[{\"resource\": \"keel:index:Thing::a\"}]";
    return new MemberDifferences(
            new ProviderStep(2, WrittenFinding.json(step)), new Before(WrittenFinding.json(before)))
        .isReplacedWithGone(
            WrittenFinding.of(
                aspect, "keel:index:Thing::" + name, NOTHING, NOTHING, expected, actual));
  }

  @Test
  void whatIsReplacedWithSomethingThatIsGone_isReplaced() {
    var update = "\"update\"";
    var replaced = "\"replace-create-first\"";
    assertThat(isReplacedWithGone("create", Aspect.RUN, "user", update, replaced)).isTrue();

    assertThat(isReplacedWithGone("create", Aspect.RUN, "user", replaced, update)).isFalse();
    assertThat(isReplacedWithGone("create", Aspect.RUN, "other", update, replaced)).isFalse();
    assertThat(isReplacedWithGone("create", Aspect.RUN, "a", update, replaced)).isFalse();
    assertThat(isReplacedWithGone("update", Aspect.RUN, "user", update, replaced)).isFalse();
  }
}
