package io.keelson.engine.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.scenario.ScenarioConfig;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.expression.CelExpressions;
import io.keelson.json.JsonValues;
import io.keelson.json.LiteralYaml;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Stacks of components as YAML, what is loaded of them, and what a user is told.
final class LoadedComponents {
  static final Schema SERVER =
      Schema.of(
          0,
          new TreeMap<>(
              Map.of(
                  "id", Attribute.of(Types.STRING, Presence.COMPUTED),
                  "image", Attribute.of(Types.STRING, Presence.OPTIONAL),
                  "size", Attribute.of(Types.NUMBER, Presence.OPTIONAL),
                  "zones", Attribute.of(Type.set(Types.STRING), Presence.OPTIONAL))));

  /// A definition that the tests use.
  static final String APP =
      """
      definition.app:
        variable.name: {type: string}
        variable.replicas:
          type: number
          default: 2
          nullable: false
          validations:
          - {condition: "${variable.replicas > 0}", errorMessage: "At least one replica."}
        variable.network: {type: "object({zone_id = string, subnets = optional(set(string))})", default: {zone_id: z}}
        server.main: {image: "${variable.name}", size: "${variable.replicas}"}
        output.server: "${server.main.id}"
      """;

  private LoadedComponents() {}

  static StackDeclaration declared(String yaml) {
    try {
      return ScenarioConfig.declaration(((Mapping) LiteralYaml.value(yaml)).entries());
    } catch (JsonValues.NotAValue e) {
      throw new IllegalArgumentException(e);
    }
  }

  static StackLoader.Loaded load(StackDeclaration declared) {
    return new StackLoader(new CelExpressions(), _ -> Optional.of(SERVER)).load(declared);
  }

  static StackLoader.Loaded load(String yaml) {
    return load(declared(yaml));
  }

  static String told(StackLoader.Loaded loaded) {
    return loaded.diagnostics().stream().map(Object::toString).collect(Collectors.joining("\n"));
  }

  private static ComponentPath path(String... names) {
    return new ComponentPath(List.of(names));
  }

  static void assertFrozen(StackLoader.Loaded loaded, String component) {
    var config = loaded.config();
    assertThat(config.declares(path(component))).isTrue();
    assertThat(config.declares(ResourceAddress.parse("component." + component + ".server.any")))
        .isTrue();
    assertThat(path(component).resourcesIn(config.resources())).isEmpty();
  }
}
