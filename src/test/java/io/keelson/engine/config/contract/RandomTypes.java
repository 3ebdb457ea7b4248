package io.keelson.engine.config.contract;

import io.keelson.engine.config.constraint.TypeConstraint;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/// Types of variables, changes of them, and what may be given for them.
final class RandomTypes {
  private final Random random;

  RandomTypes(Random random) {
    this.random = random;
  }

  TypeConstraint any(int depth) {
    return switch (random.nextInt(depth == 0 ? 4 : 10)) {
      case 0 -> new TypeConstraint.Plain(Types.STRING);
      case 1 -> new TypeConstraint.Plain(Types.NUMBER);
      case 2 -> new TypeConstraint.Plain(Types.BOOL);
      case 3 -> TypeConstraint.any();
      case 4 -> new TypeConstraint.ListOf(any(depth - 1));
      case 5 -> new TypeConstraint.SetOf(any(depth - 1));
      case 6 -> new TypeConstraint.MapOf(any(depth - 1));
      case 7 -> new TypeConstraint.TupleOf(several(() -> any(depth - 1)));
      default -> {
        var attributes = new TreeMap<String, TypeConstraint.Attribute>();
        for (var name : List.of("a", "b", "c"))
          if (random.nextBoolean()) attributes.put(name, attribute(any(depth - 1)));
        yield new TypeConstraint.ObjectOf(attributes);
      }
    };
  }

  private TypeConstraint.Attribute attribute(TypeConstraint type) {
    return new TypeConstraint.Attribute(type, random.nextBoolean(), Optional.empty());
  }

  private <T> List<T> several(Supplier<T> one) {
    var all = new ArrayList<T>();
    for (int i = random.nextInt(3); i > 0; i--) all.add(one.get());
    return all;
  }

  /// Mostly much the same, so that it often takes as much.
  TypeConstraint changed(TypeConstraint type, int depth) {
    if (random.nextInt(12) == 0) return any(depth);
    return switch (type) {
      case TypeConstraint.Plain plain ->
          switch (random.nextInt(4)) {
            case 0 -> TypeConstraint.any();
            case 1 -> new TypeConstraint.Plain(Types.STRING);
            default -> plain;
          };
      case TypeConstraint.ListOf(var element) -> collection(changed(element, depth - 1));
      case TypeConstraint.SetOf(var element) -> collection(changed(element, depth - 1));
      case TypeConstraint.MapOf(var element) ->
          new TypeConstraint.MapOf(changed(element, depth - 1));
      case TypeConstraint.TupleOf(var elements) ->
          !elements.isEmpty() && random.nextInt(3) == 0
              ? collection(changed(elements.getFirst(), depth - 1))
              : new TypeConstraint.TupleOf(
                  elements.stream().map(each -> changed(each, depth - 1)).toList());
      case TypeConstraint.ObjectOf(var attributes) -> object(attributes, depth);
    };
  }

  private TypeConstraint collection(TypeConstraint element) {
    return random.nextBoolean()
        ? new TypeConstraint.ListOf(element)
        : new TypeConstraint.SetOf(element);
  }

  private TypeConstraint object(SortedMap<String, TypeConstraint.Attribute> attributes, int depth) {
    if (!attributes.isEmpty() && random.nextInt(4) == 0)
      return new TypeConstraint.MapOf(
          changed(attributes.firstEntry().getValue().constraint(), depth - 1));
    var changed = new TreeMap<String, TypeConstraint.Attribute>();
    attributes.forEach((name, each) ->
        changed.put(
            name,
            new TypeConstraint.Attribute(
                changed(each.constraint(), depth - 1),
                each.optional() || random.nextBoolean(),
                Optional.empty())));
    if (random.nextInt(4) == 0) changed.putIfAbsent("d", attribute(any(Math.max(0, depth - 1))));
    return new TypeConstraint.ObjectOf(changed);
  }

  /// Something that a user could write for the type.
  Value given(TypeConstraint type) {
    if (random.nextInt(12) == 0) return Value.nothing(Types.DYNAMIC);
    return switch (type) {
      case TypeConstraint.Plain(var plain) when plain == Types.DYNAMIC -> given(any(2));
      case TypeConstraint.Plain(var plain) when plain == Types.STRING ->
          pick(Value.text("x"), Value.text("true"), number(), Value.truth(true));
      case TypeConstraint.Plain(var plain) when plain == Types.NUMBER ->
          pick(number(), Value.text("7"));
      case TypeConstraint.Plain _ -> pick(Value.truth(false), Value.text("true"));
      case TypeConstraint.ListOf(var element) -> Value.tuple(several(() -> given(element)));
      case TypeConstraint.SetOf(var element) -> Value.tuple(several(() -> given(element)));
      case TypeConstraint.MapOf(var element) -> {
        var entries = new TreeMap<String, Value>();
        for (var name : several(() -> "k" + random.nextInt(9))) entries.put(name, given(element));
        yield Value.object(entries);
      }
      case TypeConstraint.TupleOf(var elements) ->
          Value.tuple(elements.stream().map(this::given).toList());
      case TypeConstraint.ObjectOf(var attributes) -> {
        var entries = new TreeMap<String, Value>();
        attributes.forEach((name, each) -> {
          if (!each.optional() || random.nextBoolean()) entries.put(name, given(each.constraint()));
        });
        yield Value.object(entries);
      }
    };
  }

  private Value number() {
    return Value.number(BigDecimal.valueOf(random.nextInt(3)));
  }

  private Value pick(Value... all) {
    return all[random.nextInt(all.length)];
  }
}
