package io.keelson.engine.config.transform;

import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import java.util.List;

/// A value that somebody else puts into a resource: what is wrong with it there says who.
///
/// @param origin such as `transforms[0] of component.web`
record Traced(Expression value, Subject resource, String origin) implements Expression {
  @Override
  public Type type() {
    return value.type();
  }

  @Override
  public List<Reference> references() {
    return value.references();
  }

  @Override
  public Evaluated evaluate(Scope scope) {
    return switch (value.evaluate(scope)) {
      case Evaluated.Ok ok -> ok;
      case Evaluated.Failed(var problems) ->
          new Evaluated.Failed(problems.stream().map(this::traced).toList());
    };
  }

  private Diagnostic traced(Diagnostic each) {
    return each.subject().equals(resource)
        ? new Diagnostic(
            each.code(),
            each.severity(),
            each.summary(),
            each.detail() + " It is set by " + origin + ".",
            each.subject(),
            each.path())
        : each;
  }
}
