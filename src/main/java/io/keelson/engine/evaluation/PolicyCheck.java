package io.keelson.engine.evaluation;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Looks with the policies of a stack at what is done to one object. Planning and applying both ask
/// here: what is not known yet violates nothing, and is looked at again when it is.
///
/// @rule R-POL-1
/// @rule R-POL-2
public final class PolicyCheck {
  private static final String UNKNOWN =
      "Whether the rule holds depends on values that are only known after the apply, so it cannot"
          + " be told of this plan. A rule over single objects is looked at again when they are"
          + " known.";

  /// The attributes of `resource` that are the same for all objects of a [Kind].
  private static final Set<String> KIND = Set.of("type", "action");

  private static final Value NOTHING = Value.nothing(Types.DYNAMIC);

  private final StackConfig config;
  private final Map<Kind, List<RelevantRules>> rulesByKind = new ConcurrentHashMap<>();

  /// The type of an object and what is done to it: many objects have both in common.
  private record Kind(String type, PolicyConfig.Action action) {}

  /// A policy, with those of its rules that have to be checked for each object of a kind.
  private record RelevantRules(PolicyConfig policy, List<PolicyConfig.Rule> rules) {}

  public PolicyCheck(StackConfig config) {
    this.config = config;
  }

  /// Whether no policy looks at anything.
  public boolean isIdle() {
    return config.policies().isEmpty();
  }

  /// Whether any policy has rules over a plan as a whole.
  public boolean looksAtPlans() {
    return config.policies().stream().anyMatch(PolicyConfig::looksAtPlans);
  }

  /// What is done to an object; the values with their marks.
  ///
  /// @param prior what exists; empty if nothing does
  /// @param declared its configuration; empty for what only goes; asked only if a rule wants to
  ///   know
  /// @param planned what it becomes; empty for what only goes
  public record Act(
      InstanceAddress at,
      PolicyConfig.Action action,
      Optional<Value> prior,
      Supplier<Optional<Value>> declared,
      Optional<Value> planned) {}

  /// A plan as a whole.
  ///
  /// @param numbers how many changes of each kind it has
  /// @param resources all objects that it is about
  public record Whole(Value numbers, List<Considered> resources) {}

  /// An object of a plan, as rules see it.
  public record Considered(String type, Value value) {
    /// @param action what is done to it
    /// @param prior null if nothing exists
    /// @param planned null if it goes
    public static Considered of(InstanceAddress at, String action, Value prior, Value planned) {
      var attributes = described(at, action);
      attributes.put("prior", prior);
      attributes.put("planned", planned);
      return new Considered(at.resource().type(), Value.object(attributes));
    }
  }

  private static SortedMap<String, Value> described(InstanceAddress at, String action) {
    return new TreeMap<>(
        Map.of(
            "address", Value.text(at.toString()),
            "type", Value.text(at.resource().type()),
            "name", Value.text(at.resource().name()),
            "action", Value.text(action)));
  }

  /// What the policies say of what is done to an object.
  public List<Diagnostic> findings(Act act, Scope stack) {
    var findings = new PolicyFindings(Subject.of(act.at()), policy -> policy.exemption(act.at()));
    var scope = new OfObject(act, stack);
    for (RelevantRules relevant : rulesFor(act, scope)) {
      findings.mistake(relevant.policy());
      for (PolicyConfig.Rule rule : relevant.rules())
        findings.look(relevant.policy(), rule, scope, Optional.empty());
    }
    return findings.all();
  }

  /// The policies that look at such objects, without the rules that hold for all of them.
  private List<RelevantRules> rulesFor(Act act, Scope scope) {
    var kind = new Kind(act.at().resource().type(), act.action());
    var known = rulesByKind.get(kind);
    if (known != null) return known;
    var found =
        config.policies().stream()
            .filter(policy -> policy.looksAt(act.at(), act.action()))
            .map(policy -> new RelevantRules(policy, rulesPerObject(policy, scope)))
            .filter(
                relevant -> !relevant.rules().isEmpty() || relevant.policy().problem().isPresent())
            .toList();
    rulesByKind.put(kind, found);
    return found;
  }

  private static List<PolicyConfig.Rule> rulesPerObject(PolicyConfig policy, Scope scope) {
    return policy.rules().stream()
        .filter(rule -> !(isAboutKinds(rule.check()) && holds(rule.check(), scope)))
        .toList();
  }

  private static boolean holds(CheckRule rule, Scope scope) {
    return rule.verdict(Code.POLICY, Subject.stack(), scope) instanceof CheckRule.Verdict.Holds;
  }

  /// Whether a rule gives the same for all objects of a type to which the same is done.
  private static boolean isAboutKinds(CheckRule rule) {
    return rule.condition().references().stream().allMatch(PolicyCheck::isOfKind);
  }

  private static boolean isOfKind(Reference reference) {
    return switch (reference.root()) {
      case Root.Stack _ -> true;
      case Root.Named(var name) ->
          name.equals("resource")
              && !reference.steps().isEmpty()
              && reference.steps().getFirst() instanceof Reference.Step.Attribute(var attribute)
              && KIND.contains(attribute);
      default -> false;
    };
  }

  /// What the policies say of a plan as a whole. Nobody looks at that a second time, so what is not
  /// known yet counts as violated.
  public List<Diagnostic> findings(Whole plan, Scope stack) {
    var findings = new PolicyFindings(Subject.stack(), PolicyConfig::exemptionOfAll);
    for (PolicyConfig policy : config.policies())
      if (policy.looksAtPlans()) {
        findings.mistake(policy);
        var scope = new OfPlan(plan, policy, stack);
        for (PolicyConfig.Rule rule : policy.stackRules())
          findings.look(policy, rule, scope, Optional.of(UNKNOWN));
      }
    return findings.all();
  }

  /// Whether any of these findings forbids what is done.
  public static boolean forbids(List<Diagnostic> findings) {
    return findings.stream().anyMatch(Diagnostic::isError);
  }

  /// What a rule over one object may name. Made for one look, and used by one thread.
  private static final class OfObject implements Scope {
    /// Yielding to other threads takes longer than most rules, so it is only done after this many.
    private static final int RULES_BETWEEN_PAUSES = 32;

    private final Act act;
    private final Scope stack;
    private int rules;
    private @Nullable Evaluated resource;
    private @Nullable Evaluated declared;

    OfObject(Act act, Scope stack) {
      this.act = act;
      this.stack = stack;
    }

    @Override
    public Evaluated resolve(Root root) {
      if (!(root instanceof Root.Named(var name))) return stack.resolve(root);
      return switch (name) {
        case "prior" -> Evaluated.of(act.prior().orElse(NOTHING));
        case "planned" -> Evaluated.of(act.planned().orElse(NOTHING));
        case "config" -> declared();
        case "resource" -> resource();
        default -> throw new IllegalStateException("no name of a policy: " + name);
      };
    }

    private Evaluated declared() {
      if (declared == null) declared = Evaluated.of(act.declared().get().orElse(NOTHING));
      return declared;
    }

    private Evaluated resource() {
      if (resource == null)
        resource = Evaluated.of(Value.object(described(act.at(), act.action().word())));
      return resource;
    }

    @Override
    public void goOn() {
      if (rules++ % RULES_BETWEEN_PAUSES == 0) stack.goOn();
    }

    // What a rule gives is looked at, and kept by nobody.
  }

  /// What a rule over a plan may name.
  private static final class OfPlan implements Scope {
    private final Whole plan;
    private final PolicyConfig policy;
    private final Scope stack;
    private @Nullable Evaluated resources;

    OfPlan(Whole plan, PolicyConfig policy, Scope stack) {
      this.plan = plan;
      this.policy = policy;
      this.stack = stack;
    }

    @Override
    public Evaluated resolve(Root root) {
      if (!(root instanceof Root.Named(var name))) return stack.resolve(root);
      return switch (name) {
        case "plan" -> Evaluated.of(plan.numbers());
        case "resources" -> resources();
        default -> throw new IllegalStateException("no name of a policy: " + name);
      };
    }

    private Evaluated resources() {
      if (resources == null)
        resources =
            Evaluated.of(
                Value.list(
                    Types.DYNAMIC,
                    plan.resources().stream()
                        .filter(each -> policy.isAbout(each.type()))
                        .map(Considered::value)
                        .toList()));
      return resources;
    }

    @Override
    public void goOn() {
      stack.goOn();
    }
  }
}
