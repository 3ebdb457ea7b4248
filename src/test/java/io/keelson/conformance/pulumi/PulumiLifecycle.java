package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.Lifecycle;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.UnaryOperator;

/// Pulumi's options of a resource in this product's words. The only place that knows them.
final class PulumiLifecycle {
  static final String DELETED_WITH = "deletedWith";

  private PulumiLifecycle() {}

  /// @param words what another resource is called where this one stands
  /// @param trigger of a replacement, as a tree; empty if there is none
  static LifecycleDeclaration of(
      PulumiResource resource,
      UnaryOperator<String> words,
      Optional<Value> trigger,
      List<StackDeclaration.CheckRule> preconditions) {
    return new LifecycleDeclaration(
        // What is absent is created first by default (R-PUL-5).
        resource.isSetTo("deleteBeforeReplace", false),
        resource.isSet("deleteBeforeReplace"),
        resource.isSet("protect"),
        !resource.isSet("retainOnDelete"),
        // As every provider of Pulumi has it.
        PartialCreate.UPDATE,
        ignoreChanges(resource),
        resource.strings("replaceOnChanges"),
        resource.strings("secretOutputs"),
        resource.strings("replaceWith").stream().map(each -> words.apply(each) + ".id").toList(),
        trigger,
        Optional.ofNullable(resource.option(DELETED_WITH).textValue()),
        timeouts(resource.option("timeouts")),
        preconditions,
        List.of());
  }

  private static List<String> ignoreChanges(PulumiResource resource) {
    var paths = resource.strings("ignoreChanges");
    return paths.contains("*") ? List.of("all") : paths;
  }

  /// In seconds; those of Pulumi have none for reading.
  private static Timeouts timeouts(JsonNode option) {
    return new Timeouts(
        seconds(option.path("create")),
        seconds(option.path("update")),
        seconds(option.path("delete")),
        Optional.empty());
  }

  private static Optional<Duration> seconds(JsonNode number) {
    return number.isNumber()
        ? Optional.of(Duration.ofSeconds(number.longValue()))
        : Optional.empty();
  }

  /// A resource whose objects go with another one, wherever that stands.
  static ResourceConfig goingWith(ResourceConfig resource, Target container) {
    var lifecycle = resource.lifecycle();
    return new ResourceConfig(
        resource.address(),
        resource.body(),
        resource.repetition(),
        resource.dependsOn(),
        new Lifecycle(
            lifecycle.createBeforeDestroy(),
            lifecycle.deleteBeforeReplace(),
            lifecycle.preventDestroy(),
            lifecycle.destroy(),
            lifecycle.onPartialCreate(),
            lifecycle.ignoreChanges(),
            lifecycle.replaceOnChanges(),
            lifecycle.sensitive(),
            lifecycle.replaceTriggeredBy(),
            lifecycle.replaceTrigger(),
            Optional.of(container),
            lifecycle.timeouts(),
            lifecycle.preconditions(),
            lifecycle.postconditions()),
        resource.providerConfiguration(),
        resource.written(),
        resource.remedies());
  }

  /// A stack with other resources.
  static StackConfig with(StackConfig stack, SortedMap<ResourceAddress, ResourceConfig> resources) {
    return new StackConfig(
        resources,
        stack.components(),
        stack.locals(),
        stack.outputs(),
        stack.variables(),
        stack.identity(),
        stack.frozen(),
        stack.moves(),
        stack.removals(),
        stack.imports(),
        stack.checks(),
        stack.providerConfigurations(),
        stack.policies());
  }
}
