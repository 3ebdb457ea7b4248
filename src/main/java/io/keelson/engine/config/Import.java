package io.keelson.engine.config;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceKey;
import io.keelson.engine.address.ResourceAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// A statement that instances of a resource take over objects that exist already.
///
/// @param key evaluates to the instance key; empty for the only instance of a resource
/// @param around the keys of the components around the resource
/// @param repetition one import, or one for each element
/// @param by what the provider finds the object by
/// @param limit what the plan that takes the object over may do to it
/// @param path where it is written, such as `imports[0]`
/// @rule R-IMP-1
public record Import(
    ResourceAddress to,
    List<InstanceKey> around,
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

  /// What has to be known before this can be carried out, without repeats.
  public List<Reference> references() {
    var all = new LinkedHashSet<>(repetition.references());
    key.map(Expression::references).ifPresent(all::addAll);
    all.addAll(by.expression().references());
    return new ArrayList<>(all);
  }
}
