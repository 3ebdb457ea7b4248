package io.keelson.engine.config.declaration;

import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// One variable as its user declared it, with the value that was given.
///
/// @param type as written; empty if any will do
/// @param given empty if there is none
/// @param standIn the default; empty if there is none
/// @param nullable whether null may be given; the default takes its place otherwise
/// @param sensitive whether the value is never shown
/// @param ephemeral whether the value is never stored: it is given again for every plan and apply
public record VariableDeclaration(
    String name,
    Optional<String> type,
    Optional<Given> given,
    Optional<Value> standIn,
    boolean nullable,
    boolean sensitive,
    boolean ephemeral,
    List<StackDeclaration.CheckRule> validations) {
  public VariableDeclaration {
    validations = Collections.unmodifiableList(new ArrayList<>(validations));
  }

  /// A value and where it comes from.
  ///
  /// @param origin for messages, such as `Secret 'db', key 'password'`
  /// @param written whether it is text that stands for a value of the declared type
  /// @param secret whether it comes from where secrets are kept
  public record Given(Value value, String origin, boolean written, boolean secret) {}
}
