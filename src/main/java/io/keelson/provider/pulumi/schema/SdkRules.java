package io.keelson.provider.pulumi.schema;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.PathPattern.Part;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/// What a schema says and neither provider nor engine of Pulumi does: the generated SDKs do, so
/// whoever asks a provider without one has to.
///
/// A rule about a property inside an object is about each such object that is there.
///
/// @param defaults of inputs that the user leaves out
/// @param constants the only values that inputs may have
/// @param replaceOnChanges whose changes replace the object, whatever the provider answers
/// @param secretOutputs the names of the outputs that are secret
public record SdkRules(
    List<Preset> defaults,
    List<Constant> constants,
    List<PathPattern> replaceOnChanges,
    SortedSet<String> secretOutputs) {
  public SdkRules {
    defaults = Collections.unmodifiableList(new ArrayList<>(defaults));
    constants = Collections.unmodifiableList(new ArrayList<>(constants));
    replaceOnChanges = Collections.unmodifiableList(new ArrayList<>(replaceOnChanges));
    secretOutputs = Collections.unmodifiableSortedSet(new TreeSet<>(secretOutputs));
  }

  /// What is declared, with the constants where nothing is, in each object that is there.
  public Value withConstants(Value declared) {
    var filled = declared;
    for (Constant each : constants) filled = each.in(filled, each.at().parts());
    return filled;
  }

  /// @param type of the property
  /// @param value empty if only the environment has one
  /// @param environment names of variables, of which the first that is set goes before the value
  public record Preset(PathPattern at, Type type, Optional<Value> value, List<String> environment) {
    public Preset {
      environment = Collections.unmodifiableList(new ArrayList<>(environment));
    }

    /// The value where the user says nothing; empty if there is none.
    ///
    /// @param variable what a variable of the environment is set to; empty if it is not
    public Optional<Value> given(Function<String, Optional<String>> variable) {
      return environment.stream()
          .flatMap(name -> variable.apply(name).stream())
          .filter(text -> !text.isEmpty())
          .findFirst()
          .flatMap(this::read)
          .or(() -> value);
    }

    /// Empty if the text is nothing of this type, as when there were none.
    private Optional<Value> read(String text) {
      return Value.text(text).convert(type) instanceof Conversion.Converted(var converted)
          ? Optional.of(converted)
          : Optional.empty();
    }
  }

  public record Constant(PathPattern at, Value value) {
    private Value in(Value declared, List<Part> way) {
      if (way.isEmpty()) return declared.isNull() ? fitting(declared.type()) : declared;
      var rest = way.subList(1, way.size());
      return switch (declared) {
        case Mapping mapping ->
            mapping.mapValues((name, each) -> leads(way.getFirst(), name) ? in(each, rest) : each);
        case Sequence sequence when way.getFirst() instanceof Part.Any ->
            sequence.withElements(
                sequence.elements().stream().map(each -> in(each, rest)).toList());
        default -> declared;
      };
    }

    private static boolean leads(Part part, String name) {
      return switch (part) {
        case Part.Any _ -> true;
        case Part.One(var step) -> step.equals(new AttributePath.Step.Attribute(name));
      };
    }

    private Value fitting(Type type) {
      return value.convert(type) instanceof Conversion.Converted(var converted) ? converted : value;
    }
  }
}
