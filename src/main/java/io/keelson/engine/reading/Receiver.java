package io.keelson.engine.reading;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.config.ComponentConfig;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Repetition;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Schema;
import java.util.Optional;

/// The component that a data source is a method of: the one that its attribute names.
///
/// @rule R-PRG-26
record Receiver(StackConfig config, InstanceAddress at, Schema.Receiver method) {
  /// Which one it is.
  sealed interface Found {
    /// @param program what says what is inside
    record Component(ComponentInstance instance, ComponentConfig.Program program)
        implements Found {}

    record Refused(Diagnostic why) implements Found {}
  }

  Found find() {
    var declared = config.resources().get(at.resource());
    if (declared == null)
      return refused(
          "A method cannot be the data source of a check. Declare it as a Resource, and name that"
              + " in the check.");
    var named = declared.body().attribute(method.attribute()).flatMap(Expression::named);
    return named.isPresent() && named.get().root() instanceof Root.Component(var name, _)
        ? found(named.get(), at.resource().in().component(name))
        : refused(
            "This is a method of a component. Name that component, and nothing of it, such as"
                + " ${component.web}.");
  }

  private Found found(Reference named, ComponentPath path) {
    var component = Optional.ofNullable(config.components().get(path));
    var program = component.flatMap(ComponentConfig::program);
    var type = program.map(each -> each.run().type()).orElse("");
    if (program.isEmpty() || !type.equals(method.type()))
      return refused(
          named
              + " is "
              + (type.isEmpty() ? "no component that a program makes" : "a " + type)
              + ", and this is a method of "
              + method.type()
              + ". Name a component of that type.");
    return key(named, component.orElseThrow().repetition())
        .<Found>map(key ->
            new Found.Component(
                new ComponentInstance(path.parent(), at.key().components())
                    .component(path.names().getLast(), key),
                program.get()))
        .orElseGet(() ->
            refused(
                named
                    + " may be any of several components. Name one by a fixed key, by each.key or"
                    + " by count.index."));
  }

  private Optional<InstanceKey> key(Reference named, Repetition repetition) {
    var steps = named.steps();
    boolean single = repetition instanceof Repetition.Single;
    if (steps.isEmpty())
      return single || repetition instanceof Repetition.Enabled
          ? Optional.of(new InstanceKey.None())
          : Optional.empty();
    return switch (steps.getFirst()) {
      case Reference.Step.Key(var key) -> Optional.of(new InstanceKey.Key(key));
      case Reference.Step.Index(int index) -> Optional.of(new InstanceKey.Index(index));
      case Reference.Step.EachKey _, Reference.Step.CountIndex _ -> Optional.of(at.key().own());
      case Reference.Step.Attribute _, Reference.Step.Any _ -> Optional.empty();
    };
  }

  private Found.Refused refused(String why) {
    return new Found.Refused(
        Diagnostic.error(Code.INVALID_CONFIG, Subject.of(at), "Not a component", why)
            .at(AttributePath.of(method.attribute())));
  }
}
