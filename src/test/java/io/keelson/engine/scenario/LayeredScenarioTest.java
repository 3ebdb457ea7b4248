package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Objects that end last, in layers, and runs that stop at their first failure.
class LayeredScenarioTest {
  @TestFactory
  Stream<DynamicTest> layered() {
    return ScenarioFolder.tests("layered");
  }
}
