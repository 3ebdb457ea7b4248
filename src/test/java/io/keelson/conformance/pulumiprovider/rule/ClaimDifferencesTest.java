package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained of former names that several claim, and what is not.
class ClaimDifferencesTest {
  private static final String NOTHING = "";
  private static final String NONE = "\"none\"";
  private static final String CLAIMED = "Several objects answer to former addresses";
  private static final String THING = "keel:index:Thing::";

  /// `c` was called `a` or `b`; `d` is another one.
  private static boolean isLeft(
      String summary, Aspect aspect, String about, String call, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [
           {"type": "keel:index:Thing", "name": "c", "options": {"aliases": ["a", "b"]}},
           {"type": "keel:index:Thing", "name": "d"}],
         "expect": {"result": "ok"}}
        """;
    var state =
        """
        [{"resource": "keel:index:Thing::a", "id": "a-1"},
         {"resource": "keel:index:Thing::b", "id": "b-1"},
         {"resource": "keel:index:Thing::d", "id": "d-1"}]
        """;
    var at = Subject.of(InstanceAddress.parse("keel_Thing.c"));
    var error = Diagnostic.error(Code.MOVED, at, summary, "why");
    var world = "[{\"id\": \"b-1\", \"type\": \"Thing\"}, {\"id\": \"d-1\", \"type\": \"Thing\"}]";
    return new ClaimDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(state), WrittenFinding.json(world)),
            new Errors(List.of(error)))
        .isLeftAsItWas(WrittenFinding.of(aspect, about, call, NOTHING, expected, actual));
  }

  private static boolean isLeft(Aspect aspect, String about, String expected, String actual) {
    var call = aspect == Aspect.CALLS ? "Delete" : NOTHING;
    return isLeft(CLAIMED, aspect, about, call, expected, actual);
  }

  private static String record(String id) {
    return "\"[{\\\"id\\\":\\\"%s\\\",\\\"old\\\":false,\\\"unfinished\\\":false}]\"".formatted(id);
  }

  @Test
  void whatIsClaimed_isLeftAsItWas() {
    assertThat(isLeft(Aspect.RUN, THING + "c", "\"delete\"", NONE)).isTrue();
    assertThat(isLeft(Aspect.CALLS, THING + "c", "{}", NOTHING)).isTrue();
    assertThat(isLeft(Aspect.STATE, THING + "a", "\"[]\"", record("a-1"))).isTrue();
    assertThat(isLeft(Aspect.STATE, THING + "c", record("a-1"), "\"[]\"")).isTrue();
    var b = "{\"id\": \"b-1\", \"type\": \"Thing\"}";
    assertThat(isLeft(Aspect.WORLD, "b-1", NOTHING, b)).isTrue();
    assertThat(isLeft(Aspect.RESULT, NOTHING, "\"ok\"", "\"failed\"")).isTrue();

    assertThat(isLeft(Aspect.RUN, THING + "c", NONE, "\"delete\"")).isFalse();
    assertThat(isLeft(Aspect.RUN, THING + "d", "\"delete\"", NONE)).isFalse();
    assertThat(isLeft(Aspect.CALLS, THING + "c", NOTHING, "{}")).isFalse();
    assertThat(isLeft(Aspect.STATE, THING + "a", record("a-1"), "\"[]\"")).isFalse();
    assertThat(isLeft(Aspect.STATE, THING + "a", "\"[]\"", record("a-2"))).isFalse();
    assertThat(isLeft(Aspect.WORLD, "b-1", b, NOTHING)).isFalse();
    assertThat(isLeft(Aspect.WORLD, "d-1", NOTHING, b.replace("b-1", "d-1"))).isFalse();
    assertThat(isLeft("other", Aspect.RUN, THING + "c", NOTHING, "\"delete\"", NONE)).isFalse();
    assertThat(isLeft("other", Aspect.RESULT, NOTHING, NOTHING, "\"ok\"", "\"failed\"")).isFalse();
  }
}
