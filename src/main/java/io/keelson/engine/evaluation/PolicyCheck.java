package io.keelson.engine.evaluation;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.config.CheckRule;
import io.keelson.engine.config.Policy;
import io.keelson.engine.config.Reference;
import io.keelson.engine.config.Root;
import io.keelson.engine.config.Scope;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Severity;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Types;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Looks with the policies of a stack at what is done to one object. Planning and applying both ask
/// here: what is not known yet violates nothing, and is looked at again when it is.
///
/// @rule R-POL-1
/// @rule R-POL-2
public final class PolicyCheck {
  /// So many are told of one object.
  static final int MOST_FINDINGS = 10;

  /// Characters; a message may hold whatever is planned.
  static final int LONGEST_MESSAGE = 1000;

  private static final Value NOTHING = Value.nothing(Types.DYNAMIC);

  private final StackConfig config;

  public PolicyCheck(StackConfig config) {
    this.config = config;
  }

  /// Whether no policy looks at anything.
  public boolean isIdle() {
    return config.policies().isEmpty();
  }

  /// What is done to an object; the values with their marks.
  ///
  /// @param prior what exists; empty if nothing does
  /// @param declared its configuration; empty for what only goes; asked only if a rule wants to
  ///   know
  /// @param planned what it becomes; empty for what only goes
  public record Act(
      InstanceAddress at,
      Policy.Action action,
      Optional<Value> prior,
      Supplier<Optional<Value>> declared,
      Optional<Value> planned) {}

  /// What the policies say: an error for each rule that forbids it, a warning for each that only
  /// wants it told.
  public List<Diagnostic> findings(Act act, Scope stack) {
    var found = new ArrayList<Diagnostic>();
    var scope = new Names(act, stack);
    for (Policy policy : config.policies())
      if (policy.looksAt(act.at(), act.action()) && isNews(policy, found)) {
        policy.problem().ifPresent(why -> found.add(unusable(policy, act, why)));
        for (Policy.Rule rule : policy.rules())
          if (isNews(policy, found)) look(policy, rule, act, scope, found);
      }
    return found;
  }

  /// Whether a finding of this policy is still wanted: in any case the first that forbids
  /// something.
  private static boolean isNews(Policy policy, List<Diagnostic> found) {
    return found.size() < MOST_FINDINGS
        || (policy.level() == Policy.Level.MANDATORY && !forbids(found));
  }

  /// Whether any of these findings forbids what is done.
  public static boolean forbids(List<Diagnostic> findings) {
    return findings.stream().anyMatch(Diagnostic::isError);
  }

  private static void look(
      Policy policy, Policy.Rule rule, Act act, Scope scope, List<Diagnostic> found) {
    switch (rule.check().verdict(Code.POLICY, Subject.of(act.at()), scope)) {
      case CheckRule.Verdict.Holds _, CheckRule.Verdict.Unknown _ -> {}
      case CheckRule.Verdict.Broken(var why) ->
          found.add(
              finding(
                  policy, rule, act, "The rule cannot be evaluated: " + why.getFirst().detail()));
      case CheckRule.Verdict.Fails(var message, _) ->
          found.add(finding(policy, rule, act, message));
    }
  }

  private static Diagnostic unusable(Policy policy, Act act, String why) {
    return finding(
        policy,
        act,
        "Policy " + policy.name() + " cannot be used",
        "Whether it forbids this cannot be told, for there is a mistake in it: "
            + why
            + ". Whoever looks after the policy has to mend it; its status says more.",
        AttributePath.ROOT);
  }

  private static Diagnostic finding(Policy policy, Policy.Rule rule, Act act, String message) {
    var summary =
        policy.level() == Policy.Level.MANDATORY && policy.exemption(act.at()).isEmpty()
            ? "Forbidden by policy "
            : "Against policy ";
    return finding(
        policy, act, summary + policy.name() + ", rule " + rule.name(), message, attribute(rule));
  }

  private static Diagnostic finding(
      Policy policy, Act act, String summary, String message, AttributePath path) {
    var exemption = policy.exemption(act.at());
    boolean forbids = policy.level() == Policy.Level.MANDATORY && exemption.isEmpty();
    var told =
        exemption
            .map(each -> " It is exempt until %s: %s".formatted(each.until(), cut(each.reason())))
            .orElse("");
    return new Diagnostic(
        Code.POLICY,
        forbids ? Severity.ERROR : Severity.WARNING,
        summary,
        cut(message) + told,
        Subject.of(act.at()),
        path);
  }

  private static String cut(String message) {
    if (message.length() <= LONGEST_MESSAGE) return message;
    int end = LONGEST_MESSAGE - 1;
    return message.substring(0, Character.isHighSurrogate(message.charAt(end - 1)) ? end - 1 : end)
        + "…";
  }

  /// The attribute that the condition is about first.
  private static AttributePath attribute(Policy.Rule rule) {
    for (Reference each : rule.check().condition().references()) {
      var path = AttributePath.ROOT;
      for (Reference.Step step : each.steps()) {
        if (!(step instanceof Reference.Step.Attribute(var name))) break;
        path = path.attribute(name);
      }
      boolean ofObject = each.root() instanceof Root.Named(var name) && !name.equals("resource");
      if (ofObject) return path;
    }
    return AttributePath.ROOT;
  }

  /// What a rule may name. Made for one look, and used by one thread.
  private static final class Names implements Scope {
    private final Act act;
    private final Scope stack;
    private @Nullable Evaluated resource;
    private @Nullable Evaluated declared;

    Names(Act act, Scope stack) {
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
      if (resource == null) resource = Evaluated.of(resource(act.at()));
      return resource;
    }

    private Value resource(InstanceAddress at) {
      return Value.object(
          new TreeMap<>(
              Map.of(
                  "address", Value.text(at.toString()),
                  "type", Value.text(at.resource().type()),
                  "name", Value.text(at.resource().name()),
                  "action", Value.text(word(act.action())))));
    }

    private static String word(Policy.Action action) {
      var name = action.name();
      return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
    }

    @Override
    public void goOn() {
      stack.goOn();
    }

    // What a rule gives is looked at, and kept by nobody.
  }
}
