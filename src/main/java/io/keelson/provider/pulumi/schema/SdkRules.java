package io.keelson.provider.pulumi.schema;

import io.keelson.engine.address.PathPattern;
import io.keelson.engine.value.Conversion;
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
/// @param constants the only values that inputs may have; given whatever the user says
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

  public record Constant(PathPattern at, Value value) {}
}
