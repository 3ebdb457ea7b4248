package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What becomes of stacks that use reusable parts.
class ComponentScenarioTest {
  @TestFactory
  Stream<DynamicTest> components() {
    return ScenarioFolder.tests("components");
  }
}
