package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Which action is chosen for an object, and why.
class ActionScenarioTest {
  @TestFactory
  Stream<DynamicTest> actions() {
    return ScenarioFolder.tests("actions");
  }
}
