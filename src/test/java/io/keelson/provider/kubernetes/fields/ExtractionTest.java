package io.keelson.provider.kubernetes.fields;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keelson.apiserver.Json;
import io.keelson.apiserver.ObjectKey;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExtractionTest {
  private static final String MANAGER = "keelson:team/shop";

  private static final String LIVE =
      """
      {"metadata": {"managedFields": [
        {"manager": "keelson:team/shop", "operation": "Apply", "fieldsV1": {"f:spec": OURS}},
        {"manager": "kubectl", "operation": "Update", "fieldsV1": {"f:spec": THEIRS}}]},
       "spec": {"env": [{"name": "K"}], "labels": {"team": "blue"}, "rules": ["r"]}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'f:rules': {}}  | {}                                   | {'rules':['r']}",
        "{'f:labels': {}} | {}                                   | {'labels':{'team':'blue'}}",
        "{'f:labels': {}} | {'f:labels': {'f:team': {}}}         | {'labels':{}}",
        "{'f:env': {}}    | {'f:env': {'k:{\"name\":\"K\"}': {'f:name': {}}}} | {'env':[]}",
        "{'f:env': {'k:{\"name\":\"K\"}': {'f:name': {}}}} |"
            + " {'f:env': {'k:{\"name\":\"K\"}': {'f:name': {}}}} | {'env':[{'name':'K'}]}",
        // Set to be empty by others as well.
        "{'f:rules': {}}  | {'f:rules': {}}                      | {'rules':['r']}",
      })
  void whatIsEmpty_hasNothingOfWhatOthersPutIntoIt(String ours, String theirs, String spec)
      throws JsonProcessingException {
    var live = LIVE.replace("OURS", json(ours)).replace("THEIRS", json(theirs));

    var manifest =
        Extraction.manifest(
            new ObjectKey("e.org/v1", "Thing", "team", "web"),
            new LiveObject(Json.parse(live)),
            MANAGER);

    assertThat(manifest.path("spec")).hasToString(spec.replace('\'', '"'));
  }

  /// With the keys of items as they are in a fields tree: texts.
  private static String json(String tree) {
    return tree.replace("\"", "\\\"").replace('\'', '"');
  }
}
