package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What is in the state after something went wrong, and what the next plan makes of it.
class FailureScenarioTest {
  @TestFactory
  Stream<DynamicTest> failures() {
    return ScenarioFolder.tests("failures");
  }
}
