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

/// What is explained where a former name is the own one, and what is not.
class OwnNameTest {
  private static final String NOTHING = "";
  private static final String FIXED = "keel:index:Fixed::a";
  private static final String THING = "keel:index:Thing::a";

  private static boolean isRefused(
      String alias, Aspect aspect, String about, String expected, String actual) {
    var step =
        """
        {"op": "update",
         "resources": [{"type": "keel:index:Fixed", "name": "a", "options": {"aliases": ["%s"]}}],
         "expect": {"result": "ok"}}
        """
            .formatted(alias);
    var state = "[{\"resource\": \"keel:index:Thing::a\", \"id\": \"a-1\"}]";
    var error =
        Diagnostic.error(
            Code.MOVED,
            Subject.of(InstanceAddress.parse("keel_Fixed.a")),
            "Move to the same address",
            "why");
    return new RefusalDifferences(
            new ProviderStep(2, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(state)),
            new Errors(List.of(error)))
        .isRefusedForAnOwnName(
            WrittenFinding.of(aspect, about, NOTHING, NOTHING, expected, actual));
  }

  private static boolean isRefused(Aspect aspect, String about, String expected, String actual) {
    return isRefused("a", aspect, about, expected, actual);
  }

  @Test
  void formerNameThatIsTheOwnOne_isAnError() {
    var record = "\"[{\\\"id\\\":\\\"%s\\\",\\\"old\\\":false,\\\"unfinished\\\":false}]\"";
    var one = record.formatted("a-1");
    var two = record.formatted("a-2");
    assertThat(isRefused(Aspect.RESULT, NOTHING, "\"ok\"", "\"failed\"")).isTrue();
    assertThat(isRefused(Aspect.STATE, FIXED, two, "\"[]\"")).isTrue();
    assertThat(isRefused(Aspect.STATE, THING, "\"[]\"", one)).isTrue();
    assertThat(isRefused(Aspect.RUN, FIXED, "\"create\"", "\"none\"")).isTrue();

    assertThat(isRefused(Aspect.RESULT, NOTHING, "\"failed\"", "\"[]\"")).isFalse();
    assertThat(isRefused(Aspect.STATE, THING, one, "\"[]\"")).isFalse();
    assertThat(isRefused(Aspect.STATE, THING, "\"[]\"", two)).isFalse();
    assertThat(isRefused(Aspect.WORLD, "a-1", "{\"id\": \"a-1\"}", NOTHING)).isFalse();
    assertThat(isRefused(Aspect.RUN, FIXED, "\"none\"", "\"create\"")).isFalse();
    assertThat(isRefused("b", Aspect.RESULT, NOTHING, "\"ok\"", "\"failed\"")).isFalse();
  }
}
