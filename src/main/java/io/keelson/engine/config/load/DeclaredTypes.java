package io.keelson.engine.config.load;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.ComponentBody;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Schemas;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the names of a declared stack stand for. Locals are added as they get compiled.
final class DeclaredTypes implements TypeScope {
  private final SortedMap<ResourceAddress, Type> resources;
  private final SortedMap<String, Type> variables;
  private final SortedMap<String, Type> identity;
  private final SortedMap<String, Value> declaredLocals;
  private final Schemas schemas;
  private final Map<String, Type> locals = new HashMap<>();
  private final SortedMap<String, ComponentTypes> components = new TreeMap<>();

  /// @param resources the type of each resource as a whole
  /// @param variables the type of each
  /// @param identity the types of what `stack` gives
  DeclaredTypes(
      SortedMap<ResourceAddress, Type> resources,
      SortedMap<String, Type> variables,
      SortedMap<String, Type> identity,
      SortedMap<String, Value> declaredLocals,
      Schemas schemas) {
    this.schemas = schemas;
    this.resources = new TreeMap<>(resources);
    this.variables = variables;
    this.identity = identity;
    this.declaredLocals = declaredLocals;
  }

  /// What the outputs of a component give.
  ///
  /// @param whole the type of all of them, of all of its instances
  /// @param broken outputs with errors
  /// @param body what is in it; empty if the component cannot be used at all
  record ComponentTypes(Type whole, Set<String> broken, Optional<ComponentBody> body) {
    /// Of a component of which nothing is known.
    static final ComponentTypes UNKNOWN =
        new ComponentTypes(Types.DYNAMIC, Set.of(), Optional.empty());
  }

  void component(String name, ComponentTypes outputs) {
    components.put(name, outputs);
  }

  boolean hasOutput(String component, String output) {
    var declared = components.get(component);
    return declared != null
        && (declared.broken().contains(output) || has(declared.whole(), output));
  }

  private static boolean has(Type whole, String output) {
    return switch (whole) {
      case Type.ObjectOf object -> object.has(output);
      case Type.ListOf(var element) -> has(element, output);
      case Type.MapOf(var element) -> has(element, output);
      default -> true;
    };
  }

  Optional<ComponentTypes> outputsOf(String component) {
    return Optional.ofNullable(components.get(component));
  }

  boolean hasComponent(String name) {
    return components.containsKey(name);
  }

  /// A sentence that helps with a component nobody declares; may be empty.
  String componentRemedy(String name) {
    return Nearest.advice(name, components.keySet());
  }

  private Typing component(Root.Component component) {
    var declared = components.get(component.name());
    if (declared == null) return new Typing.Undeclared(componentRemedy(component.name()));
    boolean broken =
        component.output().map(declared.broken()::contains).orElse(!declared.broken().isEmpty());
    return broken || declared.body().isEmpty()
        ? new Typing.Broken()
        : new Typing.Typed(declared.whole());
  }

  void local(String name, Type type) {
    locals.put(name, type);
  }

  boolean has(ResourceAddress resource) {
    return resources.containsKey(resource);
  }

  /// A sentence that helps with a resource nobody declares; may be empty. Another name of the same
  /// type may be meant, or the same name of another type.
  ///
  /// @param asking which resource names it: that is never what was meant
  String remedy(ResourceAddress resource, Optional<ResourceAddress> asking) {
    var names = new TreeMap<String, ResourceAddress>();
    var types = new TreeMap<String, ResourceAddress>();
    var all = new TreeSet<String>();
    for (var each : resources.keySet()) {
      if (asking.filter(each::equals).isPresent()) continue;
      all.add(each.toString());
      if (each.mode() == resource.mode() && each.type().equals(resource.type()))
        names.put(each.name(), each);
      if (each.mode() == resource.mode() && each.name().equals(resource.name()))
        types.put(each.type(), each);
    }
    return Nearest.nearest(resource.name(), names.keySet())
        .map(names::get)
        .or(() -> Nearest.nearest(resource.type(), types.keySet()).map(types::get))
        .map(meant -> "Did you mean '" + meant + "'?")
        .orElseGet(() -> Nearest.listed(all));
  }

  /// These names, as one resource asks for them.
  TypeScope askedBy(ResourceAddress self, TypeScope names) {
    return TypeScope.over(
        names,
        root ->
            root instanceof Root.Resource(var address) && !has(address)
                ? new Typing.Undeclared(remedy(address, Optional.of(self)))
                : names.typeOf(root));
  }

  @Override
  public Typing typeOf(Root root) {
    return switch (root) {
      case Root.Resource(var address) -> {
        var type = resources.get(address);
        yield type == null
            ? new Typing.Undeclared(remedy(address, Optional.empty()))
            : new Typing.Typed(type);
      }
      case Root.Variable(var name) -> value(name, variables);
      case Root.Stack(var attribute) -> value(attribute, identity);
      case Root.Local(var name) -> local(name);
      case Root.Component component -> component(component);
      case Root.EachKey _, Root.EachValue _ ->
          new Typing.Unavailable("each can only be used in a resource that has forEach.");
      case Root.CountIndex _ ->
          new Typing.Unavailable("count.index can only be used in a resource that has count.");
      case Root.Self _ -> new Typing.Unavailable("self can only be used in postconditions.");
      case Root.Named _ -> new Typing.Unavailable(root + " can only be used in policies.");
      case Root.Outer _, Root.Registered _ ->
          throw new IllegalStateException("not written: " + root);
      case Root.Secret _ ->
          new Typing.Unavailable("secret can only be used in the config of a ProviderConfig.");
    };
  }

  @Override
  public Callable functionOf(String provider, String name) {
    return schemas.function(provider, name);
  }

  private static Typing value(String name, SortedMap<String, Type> types) {
    var type = types.get(name);
    return type == null
        ? new Typing.Undeclared(Nearest.advice(name, types.keySet()))
        : new Typing.Typed(type);
  }

  /// The types of some values.
  static SortedMap<String, Type> of(SortedMap<String, Value> values) {
    var types = new TreeMap<String, Type>();
    values.forEach((name, value) -> types.put(name, value.type()));
    return types;
  }

  private Typing local(String name) {
    var type = locals.get(name);
    if (type != null) return new Typing.Typed(type);
    return declaredLocals.containsKey(name)
        ? new Typing.Broken()
        : new Typing.Undeclared(Nearest.advice(name, declaredLocals.keySet()));
  }

  /// The names in the body of a resource with `forEach`.
  ///
  /// @param collection the type of the value that `forEach` gives
  TypeScope inForEach(Type collection) {
    return TypeScope.over(
        this,
        root ->
            switch (root) {
              case Root.EachKey _ -> new Typing.Typed(Types.STRING);
              case Root.EachValue _ -> new Typing.Typed(elementOf(collection));
              default -> typeOf(root);
            });
  }

  /// The names in a provider configuration.
  TypeScope withSecrets(SortedMap<String, Value> secrets) {
    return TypeScope.over(
        this,
        root -> root instanceof Root.Secret(var name) ? value(name, of(secrets)) : typeOf(root));
  }

  /// The names in the body of a resource with `count`.
  TypeScope inCount() {
    return TypeScope.over(
        this,
        root -> root instanceof Root.CountIndex ? new Typing.Typed(Types.NUMBER) : typeOf(root));
  }

  /// These names, and `self` for the object itself.
  static TypeScope withSelf(TypeScope names, Type object) {
    return TypeScope.over(
        names, root -> root instanceof Root.Self ? new Typing.Typed(object) : names.typeOf(root));
  }

  /// These names, and a resource that only some may use.
  static TypeScope withResource(TypeScope names, ResourceAddress address, Type type) {
    var resource = new Root.Resource(address);
    return TypeScope.over(
        names, root -> root.equals(resource) ? new Typing.Typed(type) : names.typeOf(root));
  }

  private static Type elementOf(Type collection) {
    return switch (collection) {
      case Type.MapOf(var element) -> element;
      case Type.SetOf(var element) -> element;
      case Type.ObjectOf object -> {
        var types = object.attributes().values().stream().distinct().toList();
        yield types.size() == 1 ? types.getFirst() : Types.DYNAMIC;
      }
      default -> Types.DYNAMIC;
    };
  }
}
