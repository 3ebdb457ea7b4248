package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What becomes of objects that get a new address.
class MoveScenarioTest {
  @TestFactory
  Stream<DynamicTest> moves() {
    return ScenarioFolder.tests("moves");
  }
}
