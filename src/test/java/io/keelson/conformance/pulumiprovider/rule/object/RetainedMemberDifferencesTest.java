package io.keelson.conformance.pulumiprovider.rule.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import io.keelson.conformance.pulumiprovider.rule.Before;
import io.keelson.conformance.pulumiprovider.rule.Errors;
import io.keelson.conformance.pulumiprovider.rule.WrittenFinding;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is explained where a member of what is left alone cannot be deleted, and what is not.
class RetainedMemberDifferencesTest {
  private static final String DELETE = "\"delete\"";
  private static final String FAILED = "\"delete failed\"";
  private static final String EMPTY = "\"[]\"";

  private static Errors errors(String summary, String... names) {
    return new Errors(
        List.of(names).stream()
            .map(name ->
                Diagnostic.error(
                    Code.PROVIDER_ERROR,
                    Subject.of(InstanceAddress.parse("keel_Thing." + name)),
                    summary,
                    "why"))
            .toList());
  }

  /// `b` goes with `a`, which is left alone; `d` goes with `c`, which is not.
  ///
  /// @param deleted what is deleted there by a call
  private static boolean isInVain(
      Errors errors, String deleted, Aspect aspect, String about, String expected, String actual) {
    var state =
        """
        [{"resource": "keel:index:Thing::a", "id": "a-1", "retainOnDelete": true},
         {"resource": "keel:index:Thing::b", "id": "b-1", "deletedWith": "keel:index:Thing::a"},
         {"resource": "keel:index:Thing::c", "id": "c-1"},
         {"resource": "keel:index:Thing::d", "id": "d-1", "deletedWith": "keel:index:Thing::c"}]
        """;
    var step =
        """
        {"op": "destroy", "expect": {"result": "ok",
           "steps": [{"op": "delete", "resource": "keel:index:Thing::b", "oldId": "b-1"},
                     {"op": "delete", "resource": "keel:index:Thing::d", "oldId": "d-1"}],
           "calls": [{"call": "Delete", "resource": "keel:index:Thing::%s"}]}}
        """
            .formatted(deleted);
    var call = aspect == Aspect.CALLS ? "Delete" : "";
    return new RetainedMemberDifferences(
            new ProviderStep(3, WrittenFinding.json(step)),
            new Before(WrittenFinding.json(state)),
            errors)
        .isDeletedInVain(WrittenFinding.of(aspect, about, call, "", expected, actual));
  }

  @Test
  void memberThatCannotBeDeleted_endsTheRun() {
    var failed = errors("no", "b");
    var b = "keel:index:Thing::b";
    var c = "keel:index:Thing::c";
    assertThat(isInVain(failed, "c", Aspect.RUN, b, DELETE, FAILED)).isTrue();
    assertThat(isInVain(failed, "c", Aspect.RUN, c, DELETE, "\"none\"")).isTrue();
    assertThat(isInVain(failed, "c", Aspect.CALLS, c, "{\"id\": \"c-1\"}", "")).isTrue();
    assertThat(isInVain(failed, "c", Aspect.RESULT, "", "\"ok\"", "\"[no]\"")).isTrue();
    var still = "\"[{\\\"id\\\":\\\"b-1\\\",\\\"old\\\":false,\\\"unfinished\\\":false}]\"";
    assertThat(isInVain(failed, "c", Aspect.STATE, b, EMPTY, still)).isTrue();

    assertThat(isInVain(failed, "c", Aspect.STATE, b, EMPTY, still.replace("b-1", "x"))).isFalse();
    assertThat(isInVain(failed, "c", Aspect.RUN, c, DELETE, FAILED)).isFalse();
    assertThat(isInVain(failed, "c", Aspect.RUN, c, "\"none\"", DELETE)).isFalse();
    assertThat(isInVain(failed, "c", Aspect.CALLS, c, "", "{\"id\": \"c-1\"}")).isFalse();
    assertThat(isInVain(failed, "c", Aspect.WORLD, "a-1", "{}", "")).isFalse();
    assertThat(isInVain(failed, "b", Aspect.RUN, b, DELETE, FAILED)).isFalse();
    assertThat(isInVain(errors("no", "d"), "c", Aspect.RUN, c, DELETE, "\"none\"")).isFalse();
    assertThat(isInVain(errors("no", "b", "d"), "c", Aspect.RESULT, "", "\"ok\"", "\"[no]\""))
        .isFalse();
  }
}
