package io.keelson.provider.pulumi.schema;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// What a user gives, and what the provider makes of it. At least one is there.
record Sides<T>(Optional<T> input, Optional<T> output) {
  static <T> Sides<T> of(T input, T output) {
    return new Sides<>(Optional.of(input), Optional.of(output));
  }

  static <T> Sides<T> input(T input) {
    return new Sides<>(Optional.of(input), Optional.empty());
  }

  /// The input, or else the output.
  T first() {
    return input.or(() -> output).orElseThrow();
  }

  /// The output, or else the input.
  T last() {
    return output.or(() -> input).orElseThrow();
  }

  Stream<T> stream() {
    return Stream.concat(input.stream(), output.stream());
  }

  <R> Sides<R> map(Function<T, R> function) {
    return new Sides<>(input.map(function), output.map(function));
  }

  <R> Sides<R> flatMap(Function<T, Optional<R>> function) {
    return new Sides<>(input.flatMap(function), output.flatMap(function));
  }
}
