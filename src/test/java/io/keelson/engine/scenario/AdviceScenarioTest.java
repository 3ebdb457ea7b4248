package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What becomes of objects when somebody does what a message advises.
class AdviceScenarioTest {
  @TestFactory
  Stream<DynamicTest> advice() {
    return ScenarioFolder.tests("advice");
  }
}
