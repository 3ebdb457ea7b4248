package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What a person can ask of one plan.
class OptionScenarioTest {
  @TestFactory
  Stream<DynamicTest> options() {
    return ScenarioFolder.tests("options");
  }

  @TestFactory
  Stream<DynamicTest> targets() {
    return ScenarioFolder.tests("targets");
  }

  @TestFactory
  Stream<DynamicTest> policies() {
    return ScenarioFolder.tests("policies");
  }

  @TestFactory
  Stream<DynamicTest> imports() {
    return ScenarioFolder.tests("imports");
  }
}
