package io.keelson.engine.config.load.body;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.config.OutputConfig;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.schema.Shape;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/// The body of a component that is a program: variables for what it can be given, outputs for what
/// it gives, and a run between the two. What the program registers is added when it has run.
///
/// @rule R-PRG-20
public final class ProgramBody {
  /// What the run of each program is called in its component.
  private static final String RUN = "main";

  private ProgramBody() {}

  /// What stands for a run of a program of this type, as the component calls it.
  public static ResourceAddress run(String type) {
    return new ResourceAddress(ResourceAddress.Mode.PROGRAM, type, RUN);
  }

  /// Where it is used by a declaration.
  ///
  /// @param type of the component
  /// @param slot of the program's provider
  public static ComponentBody declared(String type, Schema schema, String slot) {
    var run = run(type);
    var resource =
        new ResourceConfig(
            run,
            GivenBody.ofVariables(schema, Subject.of(run)),
            new Repetition.Single(),
            List.of(),
            Lifecycle.PLAIN,
            Optional.of(slot),
            0,
            List.of());
    var attributes = schema.root().attributes();
    return new ComponentBody(
        variables(attributes),
        new TreeMap<>(),
        new TreeMap<>(Map.of(run, resource)),
        new TreeSet<>(),
        new TreeMap<>(),
        new TreeSet<>(),
        outputs(run, attributes),
        new TreeSet<>(),
        new TreeMap<>());
  }

  private static SortedMap<String, ComponentBody.Variable> variables(
      SortedMap<String, Attribute> attributes) {
    var variables = new TreeMap<String, ComponentBody.Variable>();
    attributes.forEach((name, attribute) -> {
      if (attribute.presence().configurable()) variables.put(name, variable(name, attribute));
    });
    return variables;
  }

  /// What has a form of its own is converted where the run is given it, attribute by attribute.
  private static ComponentBody.Variable variable(String name, Attribute attribute) {
    boolean required = attribute.presence() == Presence.REQUIRED;
    Type type = attribute.shape() instanceof Shape.Plain(var plain) ? plain : Types.DYNAMIC;
    return new ComponentBody.Variable(
        name,
        type,
        UnaryOperator.identity(),
        required ? Optional.empty() : Optional.of(Value.nothing(type)),
        !required,
        attribute.sensitive(),
        false,
        List.of());
  }

  private static SortedMap<String, OutputConfig> outputs(
      ResourceAddress run, SortedMap<String, Attribute> attributes) {
    var outputs = new TreeMap<String, OutputConfig>();
    attributes.forEach((name, attribute) -> {
      if (attribute.presence().computed())
        outputs.put(
            name,
            new OutputConfig(
                name,
                GivenBody.attribute(new Root.Resource(run), name, attribute.type()),
                attribute.sensitive(),
                List.of(),
                List.of()));
    });
    return outputs;
  }

  /// Where another program registers it: it is given what that has registered.
  public static ComponentBody registered(String type, Schema schema) {
    return new ComponentBody(
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeSet<>(),
        new TreeMap<>(),
        new TreeSet<>(),
        outputs(run(type), schema.root().attributes()),
        new TreeSet<>(),
        new TreeMap<>());
  }
}
