package io.keelson.conformance.pulumiprovider.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import io.keelson.conformance.pulumiprovider.ProviderStep;
import org.junit.jupiter.api.Test;

/// What is told to be as it was when a step began, and what is not.
class UnchangedTest {
  private static final String NOTHING = "";
  private static final String A = "keel:index:Thing::a";

  private static final Before BEFORE =
      new Before(
          WrittenFinding.json(
              """
              [{"resource": "keel:index:Thing::a", "id": "@{a.id}", "provider": "p",
                "inputs": {"size": 1, "list": ["x", {"$secret": "y"}]}},
               {"resource": "keel:index:Thing::a", "id": "a-1", "provider": "p", "delete": true}]
              """),
          WrittenFinding.json(
              """
              [{"id": "a-1", "properties": {"label": "l", "note": null}, "type": "Thing"}]
              """));

  private static boolean isTold(Aspect aspect, String about, String at, String actual) {
    var step =
        """
        {"op": "update", "outside": [{"drift": "a-1", "set": {"etag": "moved"}}],
         "expect": {"result": "failed"}}
        """;
    return new Unchanged(new ProviderStep(2, WrittenFinding.json(step)), BEFORE)
        .isTold(WrittenFinding.of(aspect, about, NOTHING, at, "\"new\"", actual));
  }

  @Test
  void whatIsRecorded_isAsItWas_secretOrNot() {
    assertThat(isTold(Aspect.STATE, A, "id", "\"drawn\"")).isTrue();
    assertThat(isTold(Aspect.STATE, A, "inputs.size", "1.0")).isTrue();
    assertThat(isTold(Aspect.STATE, A, "inputs.list", "[\"x\", \"y\"]")).isTrue();
    assertThat(isTold(Aspect.STATE, A, "inputs.note", NOTHING)).isTrue();

    assertThat(isTold(Aspect.STATE, A, "id", NOTHING)).isFalse();
    assertThat(isTold(Aspect.STATE, A, "inputs.size", "2")).isFalse();
    assertThat(isTold(Aspect.STATE, A, "inputs.list", "[\"x\"]")).isFalse();
    assertThat(isTold(Aspect.STATE, "keel:index:Thing::b", "id", "\"b-1\"")).isFalse();
    assertThat(isTold(Aspect.CALLS, A, "id", "\"drawn\"")).isFalse();
  }

  private static boolean areTold(String records) {
    return isTold(Aspect.STATE, A, NOTHING, "\"" + records.replace("\"", "\\\"") + "\"");
  }

  @Test
  void allRecords_areAsTheyWere() {
    var now =
        """
        {"id":"x","inputs":{"size":1,"list":["x","y"]},"outputs":{},"old":false,"unfinished":false}
        """
            .strip();
    var old = "{\"id\":\"a-1\",\"inputs\":{},\"outputs\":{},\"old\":true,\"unfinished\":false}";
    assertThat(areTold("[%s, %s]".formatted(now, old))).isTrue();

    assertThat(areTold("[%s]".formatted(now))).isFalse();
    assertThat(areTold("[%s, %s]".formatted(now, old.replace("a-1", "a-2")))).isFalse();
    assertThat(areTold("[%s, %s, %s]".formatted(now, old, old))).isFalse();
  }

  @Test
  void whatExists_isAsItWas_withWhatWasDoneFromOutside() {
    var whole =
        """
        {"id": "a-1", "type": "Thing", "properties": {"label": "l", "etag": "moved"}}
        """;
    assertThat(isTold(Aspect.WORLD, "a-1", NOTHING, whole)).isTrue();
    assertThat(isTold(Aspect.WORLD, A, "properties.etag", "\"moved\"")).isTrue();
    assertThat(isTold(Aspect.WORLD, "a-1", "properties.label", "\"l\"")).isTrue();

    assertThat(isTold(Aspect.WORLD, "a-1", NOTHING, whole.replace("moved", "a"))).isFalse();
    assertThat(isTold(Aspect.WORLD, A, "properties.label", "\"m\"")).isFalse();
    assertThat(isTold(Aspect.WORLD, "b-1", "properties.label", "\"l\"")).isFalse();
  }
}
