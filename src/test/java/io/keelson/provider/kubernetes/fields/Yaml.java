package io.keelson.provider.kubernetes.fields;

import io.keelson.engine.value.Value;
import io.keelson.json.JsonValues.NotAValue;
import io.keelson.json.LiteralYaml;

/// Values for tests.
final class Yaml {
  private Yaml() {}

  static Value value(String yaml) {
    try {
      return LiteralYaml.value(yaml);
    } catch (NotAValue e) {
      throw new AssertionError(e);
    }
  }
}
