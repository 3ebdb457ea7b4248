package io.keelson.conformance.pulumiprovider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.json.ExactJson;
import org.junit.jupiter.api.Test;

/// Old objects go under the names that their resources have now.
class ScenarioNamesTest {
  /// What a deletion of `old` goes under.
  ///
  /// @param alias fields of the former name with which a component registers `new`
  /// @param other what it registers, too
  private static String deleted(String alias, String other) {
    var step =
        """
        {"resources": [{"kind": "remote", "type": "parts:index:Web", "name": "web"}],
         "expect": {
           "steps": [{"op": "delete-replaced", "resource": "keel:index:Thing::old"}],
           "calls": [{"call": "Delete", "resource": "keel:index:Thing::old"}],
           "monitor": [
             {"construct": "parts:index:Web::web", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "new",
                          "aliases": [{"spec": {%s}}]}},
             {"construct": "parts:index:Web::web", "call": "RegisterResource",
              "request": {"type": "keel:index:Thing", "name": "%s"}}]}}
        """
            .formatted(alias, other);
    try {
      var expected = ScenarioNames.current(ExactJson.JSON.readTree(step)).path("expect");
      var resource = expected.at("/calls/0/resource").asText();
      assertThat(expected.at("/steps/0/resource").asText()).isEqualTo(resource);
      return resource;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void oldObjectThatAComponentRenames_goesUnderItsNewName() {
    assertThat(deleted("\"name\": \"old\", \"noParent\": false", "other"))
        .isEqualTo("keel:index:Thing::new");

    assertThat(deleted("\"name\": \"older\"", "other")).isEqualTo("keel:index:Thing::old");
    assertThat(deleted("\"name\": \"old\", \"noParent\": true", "other"))
        .isEqualTo("keel:index:Thing::old");
    assertThat(deleted("\"name\": \"old\", \"parentUrn\": \"::x\"", "other"))
        .isEqualTo("keel:index:Thing::old");
    assertThat(deleted("\"name\": \"old\"", "old")).isEqualTo("keel:index:Thing::old");
  }

  /// What a deletion of `old`, whose object is `x`, goes under.
  ///
  /// @param made what replaces an object
  private static String deletedInside(String id, String call, String... made) {
    var replacements = new StringBuilder();
    for (String each : made)
      replacements.append(
          "{\"op\": \"create-replacement\", \"resource\": \"%s\", \"oldId\": \"%s\"},"
              .formatted(each, id));
    var step =
        """
        {"resources": [],
         "expect": {
           "steps": [%s
             {"op": "delete-replaced", "resource": "keel:index:Thing::old", "oldId": "x"}],
           "calls": [{"call": "%s", "resource": "keel:index:Thing::old",
                      "request": {"id": "x"}}]}}
        """
            .formatted(replacements, call);
    try {
      var expected = ScenarioNames.current(ExactJson.JSON.readTree(step)).path("expect");
      return expected.at("/calls/0/resource").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void oldObjectThatAnEngineRenames_goesUnderTheNameOfWhatReplacesIt() {
    var old = "keel:index:Thing::old";
    var now = "keel:index:Thing::new";
    assertThat(deletedInside("x", "Delete", now)).isEqualTo(now);

    assertThat(deletedInside("y", "Delete", now)).isEqualTo(old);
    assertThat(deletedInside("x", "Read", now)).isEqualTo(old);
    assertThat(deletedInside("x", "Delete")).isEqualTo(old);
    assertThat(deletedInside("x", "Delete", "keel:index:Fixed::new")).isEqualTo(old);
    assertThat(deletedInside("x", "Delete", now, "keel:index:Thing::newer")).isEqualTo(old);
    assertThat(deletedInside("x", "Delete", now, old)).isEqualTo(old);
  }

  /// @param other another entry of the program
  private static String updated(String other) {
    var step =
        """
        {"resources": [
           {"type": "keel:index:Thing", "name": "b", "options": {"aliases": ["a"]}},
           {"type": "keel:index:Thing", "name": "%s", "options": {"aliases": ["b"]}}],
         "expect": {"steps": [{"op": "update", "resource": "keel:index:Thing::a"}]}}
        """
            .formatted(other);
    try {
      var expected = ScenarioNames.current(ExactJson.JSON.readTree(step)).path("expect");
      return expected.at("/steps/0/resource").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void formerNameThatIsDeclared_isThatItself() {
    assertThat(updated("a")).isEqualTo("keel:index:Thing::a");
    assertThat(updated("c")).isEqualTo("keel:index:Thing::b");
  }

  /// What a step about `a` goes under, of which `b` has the name as a former one.
  private static String gone(String op, String steps) {
    var step =
        """
        {"resources": [
           {"type": "keel:index:Thing", "name": "b", "options": {"aliases": ["a"]}}],
         "expect": {"steps": [
           {"op": "%s", "resource": "keel:index:Thing::a", "oldId": "a-1"}%s]}}
        """
            .formatted(op, steps);
    try {
      var expected = ScenarioNames.current(ExactJson.JSON.readTree(step)).path("expect");
      return expected.at("/steps/0/resource").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void formerNameOfAnotherObject_isThatOfWhatGoes() {
    var same = ", {\"op\": \"same\", \"resource\": \"keel:index:Thing::b\", \"oldId\": \"b-1\"}";
    assertThat(gone("delete", same)).isEqualTo("keel:index:Thing::a");

    assertThat(gone("delete-replaced", same)).isEqualTo("keel:index:Thing::b");
    assertThat(gone("delete", "")).isEqualTo("keel:index:Thing::b");
    assertThat(gone("delete", same.replace(", \"oldId\": \"b-1\"", "")))
        .isEqualTo("keel:index:Thing::b");
  }
}
