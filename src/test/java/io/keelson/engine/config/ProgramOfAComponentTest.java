package io.keelson.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.config.load.body.ProgramBody;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The provider configurations of what a program registers.
@Tag("R-PRG-25")
final class ProgramOfAComponentTest {
  private final ComponentConfig.Program program =
      new ComponentConfig.Program(
          ProgramBody.run("site_WebApp"),
          new TreeMap<>(Map.of("azure_native", "azure", "aws", "aws-eu")),
          false);

  @Test
  void packageWithAHyphen_hasTheConfigurationOfTypesWithoutOne() {
    assertThat(program.configuration("azure-native")).contains("azure");
    assertThat(program.configuration("aws")).contains("aws-eu");
  }

  @Test
  void packageThatNobodyConfigures_hasNone() {
    assertThat(program.configuration("gcp")).isEmpty();
  }
}
