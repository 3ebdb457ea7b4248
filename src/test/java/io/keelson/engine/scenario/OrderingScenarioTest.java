package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What has to wait for what.
class OrderingScenarioTest {
  @TestFactory
  Stream<DynamicTest> ordering() {
    return ScenarioFolder.tests("ordering");
  }
}
