package io.keelson.testing;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.CreateRecovery;
import io.keelson.engine.provider.PlanRequest;
import io.keelson.engine.provider.PlannedState;
import io.keelson.engine.provider.PlannedState.Promise;
import io.keelson.engine.schema.Attribute;
import io.keelson.engine.schema.Presence;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A resource type made up for a test. Objects are told apart by their computed attribute `id`.
///
/// @param requiresReplace attributes that cannot change on a living object
/// @param recomputed computed attributes that get a new value with every update
/// @param promise how exactly objects will be as planned
/// @param createsFirst whether replacements make the new object first where nothing is declared
/// @param destroysFirst whether the provider says of each change that a replacement has to destroy
///   the old object first
/// @param takesOver types whose objects become such of this one when they move
public record FakeType(
    String name,
    Schema schema,
    SortedSet<String> requiresReplace,
    SortedSet<String> recomputed,
    CreateRecovery recovery,
    Promise promise,
    boolean createsFirst,
    boolean destroysFirst,
    SortedSet<String> takesOver) {
  public FakeType(
      String name,
      Schema schema,
      SortedSet<String> requiresReplace,
      SortedSet<String> recomputed,
      CreateRecovery recovery) {
    this(
        name,
        schema,
        requiresReplace,
        recomputed,
        recovery,
        Promise.EXACT,
        false,
        false,
        new TreeSet<>());
  }

  public FakeType {
    requiresReplace = Collections.unmodifiableSortedSet(new TreeSet<>(requiresReplace));
    recomputed = Collections.unmodifiableSortedSet(new TreeSet<>(recomputed));
    takesOver = Collections.unmodifiableSortedSet(new TreeSet<>(takesOver));
  }

  /// The data source of the same name: it looks for an object by any of its attributes.
  public Schema dataSchema() {
    var attributes = new TreeMap<String, Attribute>();
    schema
        .root()
        .attributes()
        .forEach((name, attribute) -> {
          var found = Attribute.of(attribute.type(), Presence.OPTIONAL_COMPUTED);
          attributes.put(name, attribute.sensitive() ? found.asSensitive() : found);
        });
    return Schema.of(0, attributes);
  }

  /// A plan of this value.
  Answer<PlannedState> planned(Value value) {
    var paths = new TreeSet<AttributePath>();
    if (!value.isNull()) requiresReplace.forEach(name -> paths.add(AttributePath.of(name)));
    return Answer.of(
        new PlannedState(value, paths, Bytes.utf8("planned"), promise, List.of())
            .destroyingFirst(destroysFirst));
  }

  /// What is proposed, with attributes unknown that the provider is going to compute.
  Mapping completed(PlanRequest request, Mapping proposed) {
    boolean changes = !proposed.matches(request.prior());
    var config = (Mapping) request.config().value();
    return proposed.mapValues((name, value) -> {
      Attribute attribute = Optional.ofNullable(schema.root().attributes().get(name)).orElseThrow();
      boolean ours = attribute.presence().computed() && config.attribute(name).isNull();
      boolean open = request.prior().isNull() || changes && recomputed.contains(name);
      if (!ours || !open) return value;
      return name.equals("id")
          ? Value.unknownNotNull(attribute.type())
          : Value.unknown(attribute.type());
    });
  }
}
