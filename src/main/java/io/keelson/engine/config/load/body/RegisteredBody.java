package io.keelson.engine.config.load.body;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Registered;
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
import java.util.SortedMap;
import java.util.TreeMap;

/// The body of a resource that a program registers: what it has registered, laid over the schema.
///
/// @param address as the component calls it that the resource stands in
/// @param subject of which the problems are
/// @param needs what has to come before it; the run of the program that registers it first
/// @param behind by property, what of that stands behind it
/// @rule R-PRG-20
public record RegisteredBody(
    ResourceAddress address,
    Schema schema,
    Subject subject,
    List<Reference> needs,
    SortedMap<String, List<Reference>> behind)
    implements Registered.Body {
  public RegisteredBody {
    needs = Collections.unmodifiableList(new ArrayList<>(needs));
    behind = Collections.unmodifiableSortedMap(new TreeMap<>(behind));
  }

  /// The same, coming after what the registration in another instance of the component needs, too.
  public RegisteredBody and(RegisteredBody other) {
    var properties = new TreeMap<>(behind);
    other.behind.forEach((name, more) -> properties.merge(name, more, RegisteredBody::either));
    return new RegisteredBody(address, schema, subject, either(needs, other.needs), properties);
  }

  private static List<Reference> either(List<Reference> one, List<Reference> other) {
    var all = new LinkedHashSet<>(one);
    all.addAll(other);
    return List.copyOf(all);
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
