package io.keelson.engine.config.load.body;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;

/// The body of a resource that a program registers: what it has registered, laid over the schema.
///
/// @param address as the component calls it that the resource stands in
/// @param subject of which the problems are
/// @param needs what has to come before it
/// @rule R-PRG-20
public record RegisteredBody(
    ResourceAddress address, Schema schema, Subject subject, List<Reference> needs)
    implements Expression {
  public RegisteredBody {
    needs = Collections.unmodifiableList(new ArrayList<>(needs));
  }

  /// The same, coming after more.
  public RegisteredBody needing(List<Reference> more) {
    var all = new LinkedHashSet<>(needs);
    all.addAll(more);
    return new RegisteredBody(address, schema, subject, new ArrayList<>(all));
  }

  @Override
  public Type type() {
    return schema.type();
  }

  @Override
  public List<Reference> references() {
    return needs;
  }

  @Override
  public Evaluated evaluate(Scope scope) {
    return scope
        .resolve(new Root.Registered(address))
        .then(each -> KnownBody.of(schema, RegisteredContent.properties(each), subject));
  }
}
