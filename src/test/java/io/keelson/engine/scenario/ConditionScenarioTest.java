package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What conditions stop, and what they let pass.
class ConditionScenarioTest {
  @TestFactory
  Stream<DynamicTest> conditions() {
    return ScenarioFolder.tests("conditions");
  }
}
