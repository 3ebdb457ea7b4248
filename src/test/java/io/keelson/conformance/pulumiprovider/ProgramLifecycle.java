package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import io.keelson.engine.config.PartialCreate;
import io.keelson.engine.config.Timeouts;
import io.keelson.engine.config.declaration.LifecycleDeclaration;
import io.keelson.engine.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Options of a program's resource in this product's words.
final class ProgramLifecycle {
  private static final String BEFORE = "deleteBeforeReplace";

  private ProgramLifecycle() {}

  /// @param words what expressions call another entry
  /// @param trigger of a replacement, as a tree; empty if there is none
  static LifecycleDeclaration of(
      ProgramEntry entry, UnaryOperator<String> words, Optional<Value> trigger) {
    if (entry.isData()) return LifecycleDeclaration.PLAIN;
    return new LifecycleDeclaration(
        // What is absent is created first by default (R-PUL-5).
        entry.option(BEFORE).isBoolean() && !entry.isSet(BEFORE),
        entry.isSet(BEFORE),
        entry.isSet("protect"),
        !entry.isSet("retainOnDelete"),
        // As every provider of Pulumi has it.
        PartialCreate.UPDATE,
        entry.strings("ignoreChanges").contains("*")
            ? List.of("all")
            : entry.strings("ignoreChanges"),
        entry.strings("replaceOnChanges"),
        entry.strings("secretOutputs"),
        entry.strings("replaceWith").stream().map(each -> words.apply(each) + ".id").toList(),
        trigger,
        Optional.ofNullable(entry.option("deletedWith").textValue()).map(words),
        timeouts(entry.option("timeouts")),
        List.of(),
        List.of());
  }

  /// In seconds, of which some may be parts; zero is none there.
  private static Timeouts timeouts(JsonNode option) {
    return new Timeouts(
        seconds(option.path("create")),
        seconds(option.path("update")),
        seconds(option.path("delete")),
        seconds(option.path("read")));
  }

  private static Optional<Duration> seconds(JsonNode number) {
    return Optional.of(Duration.ofMillis(Math.round(number.asDouble(0) * 1000)))
        .filter(Duration::isPositive);
  }
}
