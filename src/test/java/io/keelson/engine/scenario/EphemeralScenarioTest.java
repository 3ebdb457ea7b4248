package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What is never kept: where it may be used, and where it is refused.
class EphemeralScenarioTest {
  @TestFactory
  Stream<DynamicTest> ephemeral() {
    return ScenarioFolder.tests("ephemeral");
  }
}
