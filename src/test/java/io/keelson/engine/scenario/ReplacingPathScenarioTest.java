package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Paths with wildcards that replace, or are ignored.
class ReplacingPathScenarioTest {
  @TestFactory
  Stream<DynamicTest> replacingPaths() {
    return ScenarioFolder.tests("replacing-paths");
  }
}
