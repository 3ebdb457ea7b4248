package io.keelson.engine.evaluation;

import io.keelson.engine.config.Expression;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.graph.StopSignal;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Gives references their values while a stack is planned or applied. Locals are evaluated at their
/// first use and then kept: whoever uses one has waited for everything the local refers to.
public final class StackScope implements Scope {
  private final StackConfig config;
  private final ResourceValues resources;
  private final Map<String, Evaluated> locals = new ConcurrentHashMap<>();
  private final StopSignal stop;
  private final MadeValues made;

  /// For what is applied: the same was evaluated when it was planned.
  public StackScope(StackConfig config, ResourceValues resources) {
    this(config, resources, new StopSignal(), new MadeValues(Long.MAX_VALUE));
  }

  /// @param stop ends evaluations, too
  /// @param made by all of them together
  public StackScope(
      StackConfig config, ResourceValues resources, StopSignal stop, MadeValues made) {
    this.made = made;
    this.config = config;
    this.resources = resources;
    this.stop = stop;
  }

  @Override
  public void goOn() {
    stop.check();
  }

  @Override
  public Optional<String> objection(long characters) {
    return made.objection(characters);
  }

  @Override
  public Evaluated resolve(Root root) {
    return switch (root) {
      case Root.Resource(var address) -> resources.of(address);
      case Root.Variable(var name) -> named("variable", name, config.variables().get(name));
      case Root.Local(var name) -> local(name);
      case Root.Stack(var name) -> named("stack", name, config.identity().get(name));
      case Root.EachKey _, Root.EachValue _, Root.CountIndex _, Root.Self _ ->
          throw new IllegalStateException(root + " outside of an instance");
      case Root.Named _ -> throw new IllegalStateException(root + " outside of a policy");
      case Root.Secret _ ->
          throw new IllegalStateException(root + " outside of a provider configuration");
    };
  }

  /// This scope, with what `each` and `count` mean for one instance.
  public Scope within(Expansion.Member member) {
    return new Scope() {
      @Override
      public Evaluated resolve(Root root) {
        return switch (root) {
          case Root.EachKey _, Root.CountIndex _ -> Evaluated.of(member.keyValue());
          case Root.EachValue _ -> Evaluated.of(member.value());
          default -> StackScope.this.resolve(root);
        };
      }

      @Override
      public void goOn() {
        stop.check();
      }

      @Override
      public Optional<String> objection(long characters) {
        return made.objection(characters);
      }
    };
  }

  private Evaluated local(String name) {
    var known = locals.get(name);
    if (known != null) return known;
    Expression expression = config.locals().get(name);
    if (expression == null) return named("local", name, null);
    var evaluated = expression.evaluate(this);
    locals.put(name, evaluated);
    return evaluated;
  }

  private static Evaluated named(String kind, String name, @Nullable Value value) {
    if (value != null) return Evaluated.of(value);
    return Evaluated.failed(
        Diagnostic.error(
            Code.UNDECLARED,
            Subject.part(kind, name),
            "Undeclared reference",
            "Nothing declares "
                + kind
                + "."
                + name
                + "; declare it in the Stack, or mend its name."));
  }
}
