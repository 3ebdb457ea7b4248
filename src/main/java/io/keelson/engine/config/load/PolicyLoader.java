package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Glob;
import io.keelson.engine.config.Policy;
import io.keelson.engine.config.PolicyDeclaration;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Compiles a policy, once for all stacks.
///
/// @rule R-POL-1
public final class PolicyLoader {
  private static final Type RESOURCE =
      Type.object(
          new TreeMap<>(
              Map.of(
                  "address", Types.STRING,
                  "type", Types.STRING,
                  "name", Types.STRING,
                  "action", Types.STRING)));
  private static final Map<String, Type> NAMES =
      Map.of(
          "resource", RESOURCE,
          "prior", Types.DYNAMIC,
          "config", Types.DYNAMIC,
          "planned", Types.DYNAMIC);
  private static final SortedSet<String> IDENTITY = new TreeSet<>(Set.of("name", "namespace"));

  private PolicyLoader() {}

  /// A policy, and what is wrong with it.
  ///
  /// @param problems nothing, if it can be used
  public record Loaded(Policy policy, List<Diagnostic> problems) {
    public Loaded {
      problems = Collections.unmodifiableList(new ArrayList<>(problems));
    }
  }

  public static Loaded load(PolicyDeclaration declared, ExpressionCompiler compiler) {
    var loader = new CheckRuleLoader(compiler, Subject.part("policy", declared.name()));
    var written = declared.rules().stream().map(PolicyDeclaration.Rule::check).toList();
    var checks = loader.load(written, new Names(), AttributePath.of("rules"));
    var types = declared.types().stream().map(Glob::new).toList();
    var problems = loader.problems();
    // With a problem some of the rules are missing.
    var policy =
        problems.isEmpty()
            ? Policy.of(
                declared.name(),
                declared.level(),
                types,
                declared.actions(),
                rules(declared, checks))
            : Policy.unusable(
                declared.name(),
                declared.level(),
                types,
                declared.actions(),
                problems.getFirst().summary());
    return new Loaded(policy, problems);
  }

  private static List<Policy.Rule> rules(PolicyDeclaration declared, List<CheckRule> checks) {
    var rules = new ArrayList<Policy.Rule>();
    for (int i = 0; i < checks.size(); i++)
      rules.add(new Policy.Rule(declared.rules().get(i).name(), checks.get(i)));
    return rules;
  }

  /// What a policy may name. It knows no stack, so it can name nothing of one but its identity.
  private static final class Names implements TypeScope {
    @Override
    public Typing typeOf(Root root) {
      return switch (root) {
        case Root.Named(var name) -> new Typing.Typed(NAMES.getOrDefault(name, Types.DYNAMIC));
        case Root.Stack(var attribute) when IDENTITY.contains(attribute) ->
            new Typing.Typed(Types.STRING);
        case Root.Stack(var attribute) ->
            new Typing.Undeclared(Nearest.advice(attribute, IDENTITY));
        default ->
            new Typing.Unavailable(
                "A policy knows nothing of a stack but resource, prior, config, planned, stack.name"
                    + " and stack.namespace.");
      };
    }

    @Override
    public Set<String> names() {
      return NAMES.keySet();
    }

    @Override
    public Callable functionOf(String provider, String name) {
      return new Callable.Unavailable("A policy calls no functions of providers.");
    }
  }
}
