package io.keelson.cli.definition;

import io.keelson.engine.config.constraint.TypeConstraint;
import io.keelson.engine.config.constraint.TypeConstraintReader;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.expression.CelExpressions;
import io.keelson.operator.api.DeclaredVariable;

/// What may be given to a variable of a definition.
final class VariableType {
  private static final TypeConstraintReader READER = new TypeConstraintReader(new CelExpressions());

  private VariableType() {}

  /// @throws IllegalArgumentException saying what is wrong with the text
  static TypeConstraint of(DeclaredVariable variable) {
    return variable.type == null
        ? TypeConstraint.any()
        : READER.read(variable.type, Subject.part("variable", variable.name));
  }
}
