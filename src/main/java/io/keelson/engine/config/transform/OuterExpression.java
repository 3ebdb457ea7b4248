package io.keelson.engine.config.transform;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An expression that is evaluated for a resource, and names what there is around it.
///
/// @param written where its names are meant
/// @param depth of the component that it is written in
/// @param resource what it is evaluated for
/// @rule R-TRF-2
record OuterExpression(Expression written, int depth, ResourceAddress resource)
    implements Expression {
  @Override
  public Type type() {
    return written.type();
  }

  @Override
  public List<Reference> references() {
    return written.references().stream()
        .filter(each -> !(each.root() instanceof Root.Named))
        .map(each -> new Reference(outer(each.root()), each.steps()))
        .toList();
  }

  private Root outer(Root root) {
    return depth == resource.in().depth() ? root : new Root.Outer(depth, root);
  }

  @Override
  public Evaluated evaluate(Scope scope) {
    return written.evaluate(new Outside(scope));
  }

  private Value described() {
    return Value.object(
        Map.of("type", Value.text(resource.type()), "name", Value.text(resource.name())));
  }

  /// What the expression sees from inside.
  private final class Outside implements Scope {
    private final Scope inside;

    Outside(Scope inside) {
      this.inside = inside;
    }

    @Override
    public Evaluated resolve(Root root) {
      return root instanceof Root.Named ? Evaluated.of(described()) : inside.resolve(outer(root));
    }

    @Override
    public void goOn() {
      inside.goOn();
    }

    @Override
    public Optional<String> objection(long characters) {
      return inside.objection(characters);
    }
  }
}
