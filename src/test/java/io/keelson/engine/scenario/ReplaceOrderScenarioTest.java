package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Which leg of a replacement comes first, and what goes along.
class ReplaceOrderScenarioTest {
  @TestFactory
  Stream<DynamicTest> replaceOrder() {
    return ScenarioFolder.tests("replace-order");
  }
}
