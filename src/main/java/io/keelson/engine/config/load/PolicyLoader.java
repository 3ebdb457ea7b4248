package io.keelson.engine.config.load;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.Glob;
import io.keelson.engine.config.Callable;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.Expression;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.config.PolicyConfig.PlanNumber;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.config.declaration.PolicyDeclaration;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Problems;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Extent;
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
  private static final SortedSet<String> IDENTITY = new TreeSet<>(Set.of("name", "namespace"));
  private static final Names OF_OBJECT =
      new Names(
          Map.of(
              "resource", described("address", "type", "name", "action"),
              "prior", Types.DYNAMIC,
              "config", Types.DYNAMIC,
              "planned", Types.DYNAMIC),
          "resource, prior, config, planned");

  /// What stands for a value that a policy sets: the action follows from it.
  private static final Names OF_CONFIG =
      new Names(
          Map.of("config", Types.DYNAMIC, "resource", described("address", "type", "name")),
          "config, resource");

  private static final Names OF_PLAN =
      new Names(
          Map.of("plan", PlanNumber.typeInRules(), "resources", resources()), "plan, resources");

  private PolicyLoader() {}

  /// A policy, and what is wrong with it.
  ///
  /// @param problems nothing, if it can be used
  public record Loaded(PolicyConfig policy, List<Diagnostic> problems) {
    public Loaded {
      problems = Collections.unmodifiableList(new ArrayList<>(problems));
    }
  }

  public static Loaded load(PolicyDeclaration declared, ExpressionCompiler compiler) {
    var own = new Problems();
    var loader = new CheckRuleLoader(compiler, Subject.part("policy", declared.name()), own);
    var policy =
        PolicyConfig.of(
            declared.name(),
            declared.hash(),
            declared.level(),
            declared.types().stream().map(Glob::new).toList(),
            declared.actions(),
            rules(declared.rules(), OF_OBJECT, "rules", loader),
            rules(declared.stackRules(), OF_PLAN, "stackRules", loader),
            !declared.stackRules().isEmpty());
    var problems = new ArrayList<>(declared.problems());
    problems.addAll(own.found());
    return problems.isEmpty()
        ? new Loaded(policy, problems)
        : new Loaded(policy.unusable(problems.getFirst().summary()), problems);
  }

  /// Those that can be used.
  private static List<PolicyConfig.Rule> rules(
      List<PolicyDeclaration.Rule> declared, Names names, String list, CheckRuleLoader loader) {
    var rules = new ArrayList<PolicyConfig.Rule>();
    for (int i = 0; i < declared.size(); i++) {
      var rule = declared.get(i);
      var path = AttributePath.of(list).index(i);
      loader
          .load(rule.check(), names, path)
          .ifPresent(check -> rules.add(rule(rule, check, path, loader)));
    }
    return rules;
  }

  private static PolicyConfig.Rule rule(
      PolicyDeclaration.Rule declared,
      CheckRule check,
      AttributePath path,
      CheckRuleLoader loader) {
    var set = new TreeMap<String, Expression>();
    long written = 0;
    for (var each : declared.set().entrySet()) {
      loader
          .compiled(
              each.getValue(),
              Types.DYNAMIC,
              OF_CONFIG,
              path.attribute("set").attribute(each.getKey()))
          .ifPresent(expression -> set.put(each.getKey(), expression));
      written += Extent.characters(each.getValue(), Integer.MAX_VALUE);
    }
    return new PolicyConfig.Rule(declared.name(), check, set, written);
  }

  private static Type.ObjectOf described(String... names) {
    var attributes = new TreeMap<String, Type>();
    for (String each : names) attributes.put(each, Types.STRING);
    return Type.object(attributes);
  }

  private static Type resources() {
    var attributes = new TreeMap<String, Type>();
    for (String each : List.of("address", "type", "name", "action"))
      attributes.put(each, Types.STRING);
    attributes.put("prior", Types.DYNAMIC);
    attributes.put("planned", Types.DYNAMIC);
    return Type.list(Type.object(attributes));
  }

  /// What a policy may name. It knows no stack, so it can name nothing of one but its identity.
  ///
  /// @param types of the names that stand for a value
  /// @param all the names, for people
  private record Names(Map<String, Type> types, String all) implements TypeScope {
    @Override
    public Typing typeOf(Root root) {
      return switch (root) {
        case Root.Named(var name) -> new Typing.Typed(types.getOrDefault(name, Types.DYNAMIC));
        case Root.Stack(var attribute) when IDENTITY.contains(attribute) ->
            new Typing.Typed(Types.STRING);
        case Root.Stack(var attribute) ->
            new Typing.Undeclared(Nearest.advice(attribute, IDENTITY));
        default ->
            new Typing.Unavailable(
                "Here a policy knows nothing of a stack but %s, stack.name and stack.namespace."
                    .formatted(all));
      };
    }

    @Override
    public Set<String> names() {
      return types.keySet();
    }

    @Override
    public Callable functionOf(String provider, String name) {
      return new Callable.Unavailable("A policy calls no functions of providers.");
    }
  }
}
