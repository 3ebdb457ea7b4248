package io.keelson.engine.scenario;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Objects that end with what contains them.
class DeletedWithScenarioTest {
  @TestFactory
  Stream<DynamicTest> deletedWith() {
    return ScenarioFolder.tests("deleted-with");
  }
}
