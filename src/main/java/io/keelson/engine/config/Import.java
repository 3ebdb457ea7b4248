package io.keelson.engine.config;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// A statement that instances of a resource take over objects that exist already.
///
/// @param key evaluates to the instance key; empty for the only instance of a resource
/// @param around evaluate to the keys of the components around the resource, each empty for one
///   without a key
/// @param repetition one import, or one for each element
/// @param by what the provider finds the object by
/// @param limit what the plan that takes the object over may do to it
/// @param path where it is written, such as `imports[0]`
/// @rule R-IMP-1
public record Import(
    ResourceAddress to,
    List<Optional<Expression>> around,
    Optional<Expression> key,
    Repetition repetition,
    By by,
    ImportLimit limit,
    AttributePath path) {

  /// What an object is found by, before it is evaluated.
  public sealed interface By {
    Expression expression();

    /// What it is called, in the declaration and in messages.
    String word();

    /// @param expression gives text
    record Id(Expression expression) implements By {
      @Override
      public String word() {
        return "id";
      }
    }

    /// @param expression gives an object
    record Identity(Expression expression) implements By {
      @Override
      public String word() {
        return "identity";
      }
    }
  }

  /// A key that is written down, as an expression.
  ///
  /// @return empty if there is no key
  public static Optional<Expression> written(InstanceKey key) {
    return switch (key) {
      case InstanceKey.None _ -> Optional.empty();
      case InstanceKey.Index(int index) -> Optional.of(Expression.constant(Value.number(index)));
      case InstanceKey.Key(var name) -> Optional.of(Expression.constant(Value.text(name)));
      case InstanceKey.InComponent(_, var own) -> written(own);
    };
  }

  /// What has to be known before this can be carried out, without repeats.
  public List<Reference> references() {
    var all = new LinkedHashSet<>(repetition.references());
    around.forEach(each -> each.map(Expression::references).ifPresent(all::addAll));
    key.map(Expression::references).ifPresent(all::addAll);
    all.addAll(by.expression().references());
    return new ArrayList<>(all);
  }
}
