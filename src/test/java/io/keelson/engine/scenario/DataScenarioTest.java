package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// When data sources are read, and who gets to see what they give.
class DataScenarioTest {
  @TestFactory
  Stream<DynamicTest> data() {
    return ScenarioFolder.tests("data");
  }
}
