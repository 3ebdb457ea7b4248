package io.keelson.engine.config.load;

import static io.keelson.engine.config.load.LoadedComponents.APP;
import static io.keelson.engine.config.load.LoadedComponents.assertFrozen;
import static io.keelson.engine.config.load.LoadedComponents.load;
import static io.keelson.engine.config.load.LoadedComponents.told;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a user is told of the inputs of a component, and that a wrong one freezes it.
final class ComponentInputTest {
  @Test
  @Tag("R-CMP-5")
  void missingInput_isNamed() {
    var loaded = load(APP + "component.web: {definition: app}");

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: inputs.name: Missing input: The input 'name' of the component has no"
                + " default, so it has to be given. Set inputs.name.");
    assertFrozen(loaded, "web");
  }

  @Test
  @Tag("R-CMP-5")
  void unknownInput_namesTheNearestVariable() {
    var loaded =
        load(APP + "component.web: {definition: app, inputs: {name: a, replica: 3, other: x}}");

    assertThat(told(loaded))
        .contains(
            "component.web: inputs.replica: Unknown input: The component has no input 'replica'."
                + " Did you mean 'replicas'?")
        .contains("inputs.other: Unknown input: The component has no input 'other'.");
    assertFrozen(loaded, "web");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          network: {zone_id: [a]}          | inputs.network.zone_id
          network: {zone_id: a, subnets: 1}| inputs.network.subnets
          network: {}                      | inputs.network
          replicas: many                   | inputs.replicas
          name: [a]                        | inputs.name
          """)
  @Tag("R-CMP-5")
  void inputOfAWrongType_isToldWithItsPath(String input, String path) {
    var loaded =
        load(
            APP
                + "component.web: {definition: app, count: 0, inputs: {"
                + (input.startsWith("name") ? "" : "name: a, ")
                + input
                + "}}");

    assertThat(told(loaded)).contains("component.web: " + path).contains("Input does not fit");
    assertFrozen(loaded, "web");
  }

  @Test
  @Tag("R-CMP-5")
  void nullForWhatIsNotNullable_isTheDefault() {
    assertThat(
            told(load(APP + "component.web: {definition: app, inputs: {name: a, replicas: null}}")))
        .isEmpty();
  }

  @Test
  @Tag("R-CMP-5")
  void nullForWhatIsNotNullableAndHasNoDefault_isRefused() {
    var loaded =
        load(
            """
            definition.app:
              variable.name: {type: string, nullable: false}
            component.web: {definition: app, inputs: {name: null}}
            """);

    assertThat(told(loaded))
        .isEqualTo(
            "component.web: inputs.name: Input does not fit: The input 'name' of the component"
                + " takes string, and null is no value for it, and it has no default. Correct the"
                + " input.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "count: 0,", "enabled: false,", "forEach: {},"})
  @Tag("R-VAL-2")
  @Tag("R-VAL-17")
  @Tag("R-CMP-5")
  void literalThatBreaksAValidation_isRefusedWithoutInstances(String repeated) {
    var loaded =
        load(
            APP
                + "component.web: {definition: app, "
                + repeated
                + " inputs: {name: a, replicas: 0}}");

    assertThat(told(loaded))
        .isEqualTo("component.web: inputs.replicas: Input is not valid: At least one replica.");
    assertFrozen(loaded, "web");
  }
}
