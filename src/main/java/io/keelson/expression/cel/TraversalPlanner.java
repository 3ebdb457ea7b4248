package io.keelson.expression.cel;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import io.keelson.expression.evaluation.Node;
import io.keelson.expression.evaluation.PlannedNode;
import io.keelson.expression.evaluation.Steps;
import io.keelson.expression.value.Problem;
import java.util.List;
import java.util.Optional;

/// Checks traversals against what is declared, and plans them. Both ways into the node tree, plain
/// text and CEL, come through here, so a traversal means the same in both.
public final class TraversalPlanner {
  private final String declared;
  private final TypeScope types;

  /// @param declared the whole declared string that positions count in
  TraversalPlanner(String declared, TypeScope types) {
    this.declared = declared;
    this.types = types;
  }

  /// @throws Problem if the root is not declared or a step does not fit
  PlannedNode plan(Traversal traversal) {
    var rooted =
        types.names().contains(traversal.name()) ? Rooted.named(traversal) : Rooted.of(traversal);
    var type = type(rooted.root(), traversal);
    if (rooted.root() instanceof Root.Resource || rooted.root() instanceof Root.Component)
      checkKey(rooted, type);
    Node node = new Node.Resolve(rooted.root());
    var reference = Reference.to(rooted.root());
    for (Traversal.Step step : rooted.rest()) {
      var next = step(new PlannedNode(node, type, Optional.of(reference)), step, traversal.at());
      node = next.node();
      type = next.type();
      reference = reference.then(step.step());
    }
    return new PlannedNode(node, type, Optional.of(reference), traversal.at());
  }

  private Type type(Root root, Traversal traversal) {
    return switch (types.typeOf(root)) {
      case TypeScope.Typing.Typed(Type type) -> type;
      case TypeScope.Typing.Undeclared(String remedy) ->
          throw new Problem(
              Code.UNDECLARED,
              traversal.at(),
              "undeclared reference",
              root + " is not declared",
              traversal.name().equals(ProviderFunctionCall.ROOT)
                  ? "To call a function of a provider, write " + root + ".function(…)."
                  : remedy);
      case TypeScope.Typing.Unavailable(String reason) ->
          throw Problem.badReference(
              traversal.at(),
              "reference not available here",
              root + " cannot be used here",
              reason);
      case TypeScope.Typing.Broken _ ->
          throw new Problem(
              Code.BROKEN_REFERENCE,
              traversal.at(),
              "reference to something broken",
              root + " has an error in its own declaration",
              "Mend that; nothing else may be wrong here.");
    };
  }

  private PlannedNode step(PlannedNode operand, Traversal.Step step, int start) {
    int at = step.at();
    var what = declared.substring(start, at).strip();
    var node = operand.node();
    var type = operand.type();
    return switch (step.step()) {
      case Reference.Step.Attribute(String name) -> attribute(node, type, name, what, at);
      case Reference.Step.Key(String key) -> attribute(node, type, key, what, at);
      case Reference.Step.Index(int index) ->
          PlannedNode.computed(
              new Node.Element(node, index, what, at), Steps.element(type, index, what, at));
      case Reference.Step.EachKey _ -> computedKey(node, type, new Root.EachKey(), what, at);
      case Reference.Step.CountIndex _ -> computedKey(node, type, new Root.CountIndex(), what, at);
      case Reference.Step.Any _ -> throw new IllegalStateException("no such step is ever written");
    };
  }

  private static PlannedNode attribute(Node node, Type type, String name, String what, int at) {
    return PlannedNode.computed(
        new Node.Select(node, name, what, at), Steps.attribute(type, name, what, at));
  }

  private PlannedNode computedKey(Node node, Type type, Root key, String what, int at) {
    if (types.typeOf(key) instanceof TypeScope.Typing.Unavailable(String reason))
      throw Problem.badReference(
          at, "reference not available here", key + " cannot be used here", reason);
    return PlannedNode.computed(
        new Node.Index(node, new Node.Resolve(key), what, at), Steps.anyElement(type, what, at));
  }

  /// The traversal of a repeated resource needs an instance key before any attribute; no other
  /// resource takes one.
  ///
  /// @rule R-VAL-16
  private static void checkKey(Rooted rooted, Type type) {
    if (rooted.rest().isEmpty() || type == Types.DYNAMIC) return;
    var first = rooted.rest().getFirst();
    boolean repeated = type instanceof Type.ListOf || type instanceof Type.MapOf;
    boolean named = first.step() instanceof Reference.Step.Attribute;
    if (repeated && named) throw missingKey(rooted.root(), type, first);
    if (!repeated && !named)
      throw new Problem(
          Code.UNEXPECTED_KEY,
          first.at(),
          "unexpected instance key",
          rooted.root() + " has neither count nor forEach, so its one instance has no key",
          "Leave the key out.");
    if (type instanceof Type.ListOf && first.step() instanceof Reference.Step.Key)
      throw Problem.badReference(
          first.at(),
          "reference does not fit",
          rooted.root() + " has count, so its instances are found by number",
          "Write " + rooted.root() + "[0] for the first one.");
  }

  private static Problem missingKey(Root root, Type type, Traversal.Step first) {
    var step = ((Reference.Step.Attribute) first.step()).name();
    boolean counted = type instanceof Type.ListOf;
    var key = counted ? "[0]" : "[\"key\"]";
    var all = counted ? root.toString() : "values(" + root + ")";
    return new Problem(
        Code.MISSING_KEY,
        first.at(),
        "missing instance key",
        root + " has " + (counted ? "count" : "forEach") + ", so an instance key is needed",
        "Write %s%s.%s for one instance, or %s.map(x, x.%s) for all."
            .formatted(root, key, step, all, step));
  }

  /// A traversal with the names that make up its root taken together.
  public record Rooted(Root root, List<Traversal.Step> rest) {

    /// @throws Problem if the first names make up no root
    public static Rooted of(Traversal traversal) {
      return switch (traversal.name()) {
        case "variable" -> new Rooted(new Root.Variable(name(traversal, 0)), rest(traversal, 1));
        case "local" -> new Rooted(new Root.Local(name(traversal, 0)), rest(traversal, 1));
        case "stack" -> new Rooted(new Root.Stack(name(traversal, 0)), rest(traversal, 1));
        case "secret" -> new Rooted(new Root.Secret(name(traversal, 0)), rest(traversal, 1));
        case ComponentPath.WORD -> new Rooted(component(traversal), rest(traversal, 1));
        case "self" -> new Rooted(new Root.Self(), rest(traversal, 0));
        case "each" -> new Rooted(each(traversal), rest(traversal, 1));
        case "count" -> new Rooted(count(traversal), rest(traversal, 1));
        case "data" ->
            new Rooted(
                resource(
                    ResourceAddress.Mode.DATA, name(traversal, 0), name(traversal, 1), traversal),
                rest(traversal, 2));
        case "ephemeral" ->
            new Rooted(
                resource(
                    ResourceAddress.Mode.EPHEMERAL,
                    name(traversal, 0),
                    name(traversal, 1),
                    traversal),
                rest(traversal, 2));
        default ->
            new Rooted(
                resource(
                    ResourceAddress.Mode.MANAGED, traversal.name(), name(traversal, 0), traversal),
                rest(traversal, 1));
      };
    }

    private static Rooted named(Traversal traversal) {
      return new Rooted(new Root.Named(traversal.name()), traversal.steps());
    }

    private static List<Traversal.Step> rest(Traversal traversal, int from) {
      return traversal.steps().subList(from, traversal.steps().size());
    }

    /// The output is the first name after the component and its key.
    private static Root component(Traversal traversal) {
      var rest = rest(traversal, 1);
      var output =
          rest.stream()
              .limit(2)
              .map(Traversal.Step::step)
              .filter(Reference.Step.Attribute.class::isInstance)
              .findFirst()
              .map(step -> ((Reference.Step.Attribute) step).name());
      return new Root.Component(name(traversal, 0), output);
    }

    private static Root each(Traversal traversal) {
      var name = name(traversal, 0);
      return switch (name) {
        case "key" -> new Root.EachKey();
        case "value" -> new Root.EachValue();
        default -> throw noSuchPart(traversal, name, List.of("key", "value"));
      };
    }

    private static Root count(Traversal traversal) {
      var name = name(traversal, 0);
      if (name.equals("index")) return new Root.CountIndex();
      throw noSuchPart(traversal, name, List.of("index"));
    }

    private static Root resource(
        ResourceAddress.Mode mode, String type, String name, Traversal traversal) {
      try {
        return new Root.Resource(new ResourceAddress(mode, type, name));
      } catch (IllegalArgumentException e) {
        throw Problem.badReference(
            traversal.at(), "reference does not fit", String.valueOf(e.getMessage()), "");
      }
    }

    private static String name(Traversal traversal, int position) {
      if (position < traversal.steps().size()
          && traversal.steps().get(position).step() instanceof Reference.Step.Attribute(var name))
        return name;
      throw incomplete(traversal);
    }

    private static Problem incomplete(Traversal traversal) {
      var name = traversal.name();
      var advice =
          switch (name) {
            case "variable", "local", "stack", "secret", ComponentPath.WORD ->
                "Write " + name + ".name.";
            case "each" -> "Write each.key or each.value.";
            case "count" -> "Write count.index.";
            case "data", "ephemeral" -> "Write " + name + ".type.name.";
            default ->
                "Write %s.name for a resource of type %s, variable.%s, or local.%s. For the text '${%s}' itself write '$${%s}'."
                    .formatted(name, name, name, name, name, name);
          };
      return Problem.badReference(
          traversal.at(), "incomplete reference", "'" + name + "' alone refers to nothing", advice);
    }

    private static Problem noSuchPart(Traversal traversal, String name, List<String> known) {
      return Problem.badReference(
          traversal.steps().getFirst().at(),
          "no such attribute",
          traversal.name() + " has no attribute '" + name + "'",
          Nearest.advice(name, known));
    }
  }
}
