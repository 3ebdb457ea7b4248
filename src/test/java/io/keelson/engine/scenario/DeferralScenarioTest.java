package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What becomes of a plan where a provider cannot tell yet.
class DeferralScenarioTest {
  @TestFactory
  Stream<DynamicTest> deferral() {
    return ScenarioFolder.tests("deferral");
  }
}
