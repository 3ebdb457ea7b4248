package io.keelson.engine.provider;

import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// What was asked for, or why it is not there. What is given has its own warnings, where there can
/// be any.
public sealed interface Answer<T> {
  record Given<T>(T value) implements Answer<T> {}

  /// The provider cannot tell yet.
  record Deferred<T>(Deferral deferral) implements Answer<T> {}

  /// @param diagnostics at least one error
  record Failed<T>(List<Diagnostic> diagnostics) implements Answer<T> {}

  static <T> Answer<T> of(T value) {
    return new Given<>(value);
  }

  /// A value, or the reasons why there is none.
  static Answer<Value> of(Evaluated evaluated) {
    return switch (evaluated) {
      case Evaluated.Ok(var value) -> new Given<>(value);
      case Evaluated.Failed(var diagnostics) -> new Failed<>(diagnostics);
    };
  }

  static <T> Answer<T> failed(Diagnostic why) {
    return new Failed<>(List.of(why));
  }

  /// The value, unless something is wrong with it.
  static <T> Answer<T> unless(List<Diagnostic> wrong, Supplier<T> value) {
    return wrong.isEmpty() ? new Given<>(value.get()) : new Failed<>(wrong);
  }

  /// What `next` makes of what is given; deferrals and failures stay.
  default <R> Answer<R> then(Function<? super T, Answer<R>> next) {
    return switch (this) {
      case Given(var value) -> next.apply(value);
      case Deferred(var deferral) -> new Deferred<>(deferral);
      case Failed(var diagnostics) -> new Failed<>(diagnostics);
    };
  }

  /// As [#then], where nothing can go wrong.
  default <R> Answer<R> map(Function<? super T, R> next) {
    return then(value -> new Given<>(next.apply(value)));
  }

  /// The same, with failures about the given subject.
  default Answer<T> about(Subject subject) {
    return this instanceof Failed(var diagnostics)
        ? new Failed<>(Diagnostic.about(subject, diagnostics))
        : this;
  }

  /// The same, with failures and the warnings of deferrals in other words.
  default Answer<T> told(
      UnaryOperator<List<Diagnostic>> failures, UnaryOperator<List<Diagnostic>> warnings) {
    return switch (this) {
      case Given<T> given -> given;
      case Deferred(Deferral(var reason, var told)) ->
          new Deferred<>(new Deferral(reason, warnings.apply(told)));
      case Failed(var diagnostics) -> new Failed<>(failures.apply(diagnostics));
    };
  }

  /// What is given; empty if nothing is.
  default Optional<T> given() {
    return this instanceof Given(var value) ? Optional.of(value) : Optional.empty();
  }

  /// Whether something is given, and is so.
  default boolean is(Predicate<? super T> so) {
    return given().filter(so).isPresent();
  }
}
