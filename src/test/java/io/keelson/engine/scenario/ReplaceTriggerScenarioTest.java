package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Values that replace an object when they become others.
class ReplaceTriggerScenarioTest {
  @TestFactory
  Stream<DynamicTest> replaceTriggers() {
    return ScenarioFolder.tests("replace-trigger");
  }
}
