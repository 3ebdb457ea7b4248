package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What becomes of objects that are declared no more.
class RemovalScenarioTest {
  @TestFactory
  Stream<DynamicTest> removals() {
    return ScenarioFolder.tests("removals");
  }
}
