package io.keelson.engine.planning.program;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.PathPattern;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.InheritedOptions;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.load.body.RegisteredContent;
import io.keelson.engine.program.Registration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Options of a registration in the words of declarations.
///
/// @rule R-PRG-25
final class RegisteredLifecycle {
  private static final Reference.Step ID = new Reference.Step.Attribute("id");

  private RegisteredLifecycle() {}

  /// @throws IllegalArgumentException saying which option cannot be kept, and why
  static Lifecycle of(Registration.Options options, ResourceAddress address) {
    var plain = Lifecycle.PLAIN;
    var timeouts = options.timeouts();
    return new Lifecycle(
        options.deleteBeforeReplace().filter(before -> !before).isPresent(),
        options.deleteBeforeReplace().orElse(false),
        options.preventDestroy().orElse(false),
        options.destroy().orElse(true),
        plain.onPartialCreate(),
        ignoreChanges(options.ignoreChanges()),
        patterns("replaceOnChanges", options.replaceOnChanges()),
        patterns("additionalSecretOutputs", options.secretOutputs()),
        replaceWith(options.replaceWith(), address.in()),
        options.replaceTrigger().map(_ -> RegisteredContent.trigger(address.local())),
        container(options.deletedWith()),
        new Timeouts(timeouts.create(), timeouts.update(), timeouts.delete(), Optional.empty()),
        List.of(),
        List.of());
  }

  /// What a component says for everything inside, seen from the stack.
  static InheritedOptions inherited(Registration.Options options) {
    return new InheritedOptions(
        options.preventDestroy(), options.destroy(), container(options.deletedWith()));
  }

  private static Optional<Target> container(Optional<ResourceAddress> deletedWith) {
    return deletedWith.map(each -> Target.parse(each.toString()));
  }

  /// What is replaced gets another id.
  private static List<Reference> replaceWith(
      Collection<ResourceAddress> resources, ComponentPath from) {
    return resources.stream()
        .map(each -> Reference.to(RegisteredConfig.name(each, from)).then(ID))
        .toList();
  }

  private static Lifecycle.IgnoreChanges ignoreChanges(List<String> paths) {
    return paths.contains("*")
        ? new Lifecycle.IgnoreChanges.All()
        : new Lifecycle.IgnoreChanges.Only(patterns("ignoreChanges", paths));
  }

  private static List<PathPattern> patterns(String option, List<String> paths) {
    var all = new ArrayList<PathPattern>();
    for (String path : paths)
      try {
        all.add(PathPattern.parse(path));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
      }
    return all;
  }
}
