package io.keelson.engine.config.transform;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The body of a resource, and what transforms make of it, one after the other.
///
/// @rule R-TRF-1
/// @rule R-TRF-2
public record TransformedBody(Expression declared, List<Edit> edits) implements Expression {
  public TransformedBody {
    edits = Collections.unmodifiableList(new ArrayList<>(edits));
  }

  /// One value that is put into the body.
  ///
  /// @param value what the schema has there
  /// @param overrules whether it takes the place of another value
  /// @param absent whether an empty collection is there where nothing is written
  /// @param nowhere what is said if the body has no such place, such as the third of two elements;
  ///   nothing if that is fine
  public record Edit(
      AttributePath path,
      Expression value,
      boolean overrules,
      boolean absent,
      Optional<Diagnostic> nowhere) {
    private boolean leaves(Value here) {
      return !overrules && !here.isNull() && !(absent && isEmpty(here));
    }

    private static boolean isEmpty(Value here) {
      return switch (here) {
        case Sequence sequence -> sequence.size() == 0;
        case Mapping mapping -> mapping.size() == 0;
        default -> false;
      };
    }
  }

  /// A value for an edit: what is wrong with it in the resource says who set it.
  ///
  /// @param origin such as `transforms[0] of component.web`
  public static Expression traced(Expression value, Subject resource, String origin) {
    return new Traced(value, resource, origin);
  }

  /// Who sets what in place of what is declared, by path; the last one where there are several.
  public SortedMap<AttributePath, String> setBy() {
    var setBy = new TreeMap<AttributePath, String>();
    for (Edit each : edits)
      if (each.overrules() && each.value() instanceof Traced traced)
        setBy.put(each.path(), traced.origin());
    return setBy;
  }

  /// The same for the body of a resource; empty where no transform changes it.
  public static SortedMap<AttributePath, String> setBy(ResourceConfig resource) {
    return resource.body() instanceof TransformedBody transformed
        ? transformed.setBy()
        : Collections.emptySortedMap();
  }

  @Override
  public Type type() {
    return declared.type();
  }

  @Override
  public List<Reference> references() {
    var all = new LinkedHashSet<>(declared.references());
    edits.forEach(each -> all.addAll(each.value().references()));
    return new ArrayList<>(all);
  }

  @Override
  public Optional<Expression> attribute(String name) {
    var own = AttributePath.of(name);
    return edits.stream().anyMatch(each -> each.path().startsWith(own))
        ? Optional.empty()
        : declared.attribute(name);
  }

  @Override
  public Evaluated evaluate(Scope scope) {
    var problems = new ArrayList<Diagnostic>();
    Optional<Value> body = Optional.empty();
    switch (declared.evaluate(scope)) {
      case Evaluated.Ok(var value) -> body = Optional.of(value);
      case Evaluated.Failed(var why) -> problems.addAll(why);
    }
    for (Edit edit : edits) {
      if (body.isEmpty()) break;
      switch (edited(body.get(), edit, scope)) {
        case Evaluated.Ok(var value) -> body = Optional.of(value);
        case Evaluated.Failed(var why) -> problems.addAll(why);
      }
    }
    return body.isPresent() && problems.isEmpty()
        ? Evaluated.of(body.get())
        : new Evaluated.Failed(problems);
  }

  private static Evaluated edited(Value body, Edit edit, Scope scope) {
    return ValuePlace.replaced(
            body,
            edit.path(),
            here -> edit.leaves(here) ? Evaluated.of(here) : edit.value().evaluate(scope))
        .or(() -> edit.nowhere().map(Evaluated::failed))
        .orElseGet(() -> Evaluated.of(body));
  }
}
