package io.keelson.conformance.pulumi;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.StackDeclaration;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Pulumi's options of a resource in this product's words. The only place that knows them.
final class PulumiLifecycle {
  private PulumiLifecycle() {}

  /// @param trigger of a replacement, as a tree; empty if there is none
  static StackDeclaration.Lifecycle of(PulumiResource resource, Optional<Value> trigger) {
    return new StackDeclaration.Lifecycle(
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
        resource.strings("replaceWith").stream().map(each -> each + ".id").toList(),
        trigger,
        Optional.ofNullable(resource.option("deletedWith").textValue()),
        timeouts(resource.option("timeouts")),
        List.of(),
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
}
