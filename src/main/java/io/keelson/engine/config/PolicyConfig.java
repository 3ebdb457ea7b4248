package io.keelson.engine.config;

import io.keelson.engine.address.Glob;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Rules of an organisation over what is planned, compiled. Shared by all stacks that it looks at.
///
/// @param name of the policy, told with each of its findings
/// @param hash of all that is written in it
/// @param types those it looks at; nothing means all
/// @param actions those it looks at
/// @param rules each with a condition over `resource`, `prior`, `config`, `planned` and `stack`
/// @param stackRules each with a condition over `plan`, `resources` and `stack`, about a plan as a
///   whole
/// @param problem why it cannot be used, if it cannot: then nobody knows what its rules forbid, and
///   what it looks at counts as forbidden
/// @param looksAtPlans whether it has rules about plans as a whole, usable or not
/// @param exemptions those of the Stack that is looked at
/// @param matches which types fit, as far as that was asked
/// @rule R-POL-1
/// @rule R-POL-2
public record PolicyConfig(
    String name,
    String hash,
    Level level,
    List<Glob> types,
    Set<Action> actions,
    List<Rule> rules,
    List<Rule> stackRules,
    Optional<String> problem,
    boolean looksAtPlans,
    List<Exemption> exemptions,
    Map<String, Boolean> matches) {

  public PolicyConfig {
    types = Collections.unmodifiableList(new ArrayList<>(types));
    actions = Collections.unmodifiableSet(EnumSet.copyOf(actions));
    rules = Collections.unmodifiableList(new ArrayList<>(rules));
    stackRules = Collections.unmodifiableList(new ArrayList<>(stackRules));
    exemptions = Collections.unmodifiableList(new ArrayList<>(exemptions));
  }

  /// A number of a plan: what it is called, and what people are told of it. In the order in which
  /// they are told.
  public enum PlanNumber {
    /// Objects that are taken over, whatever else is done to them.
    IMPORT("to import"),
    ADD("to add"),
    CHANGE("to change"),
    REPLACE("to replace"),
    /// Deletions of what is no deposed object, and replaced by nothing.
    DESTROY("to destroy"),
    /// Deletions of deposed objects.
    DEPOSED("deposed to destroy"),
    /// Not part of [#ADD].
    RECREATE("to recreate"),
    FORGET("to forget"),
    /// Instances that get a new address, whatever else is done to them.
    MOVE("to move"),
    /// What nothing is wrong with, and nothing is done to.
    DEFERRED("left to a later plan"),
    /// Changes that destroy or drop something.
    DESTRUCTIVE("destructive"),
    /// Instances that leave the state or the world. A replace does not count.
    REMOVALS("to remove");

    /// What is done to objects, each thing by itself.
    public static final Set<PlanNumber> CHANGES =
        Collections.unmodifiableSet(EnumSet.range(IMPORT, MOVE));

    /// What `plan` has in rules over a plan as a whole, by name.
    public static final SortedMap<String, PlanNumber> IN_RULES =
        Collections.unmodifiableSortedMap(
            new TreeMap<>(
                Arrays.stream(values())
                    .filter(each -> each != IMPORT)
                    .collect(Collectors.toMap(PlanNumber::word, each -> each))));

    private final String phrase;

    PlanNumber(String phrase) {
      this.phrase = phrase;
    }

    /// The type of `plan` in rules over a plan as a whole.
    public static Type typeInRules() {
      var numbers = new TreeMap<String, Type>();
      IN_RULES.keySet().forEach(each -> numbers.put(each, Types.NUMBER));
      return Type.object(numbers);
    }

    /// Its name for programs and in rules, such as `add`.
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// Such as `3 to add`.
    public String told(int count) {
      return count + " " + phrase;
    }
  }

  /// What a violation comes to.
  public enum Level {
    /// It is told.
    ADVISORY,
    /// Nothing is done to the instance, or in the whole plan.
    MANDATORY,
    /// What is declared is corrected as the rules say; what is violated all the same is forbidden.
    REMEDIATE,
    /// It is left aside.
    DISABLED
  }

  /// What is done to an object, in the words of policies.
  public enum Action {
    CREATE,
    UPDATE,
    REPLACE,
    DELETE;

    /// As rules see it.
    public String word() {
      return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }
  }

  /// @param name of the rule, unique within the policy
  /// @param set what a policy that remediates puts into what is declared, by argument; over
  ///   `config`, `resource` and `stack`
  /// @param written about the characters of that
  public record Rule(
      String name, CheckRule check, SortedMap<String, Expression> set, long written) {
    public Rule {
      set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
    }
  }

  /// Instances of one Stack for which a violation is only told, for a time.
  ///
  /// @param until when it ends, as written
  /// @param reason as written
  public record Exemption(List<Glob> addresses, String until, String reason) {
    public Exemption {
      addresses = Collections.unmodifiableList(new ArrayList<>(addresses));
    }

    boolean isAbout(InstanceAddress at) {
      return addresses.stream()
          .anyMatch(each -> each.matches(at.toString()) || each.matches(at.resource().toString()));
    }

    private boolean isAboutAll() {
      return addresses.contains(Glob.ALL);
    }
  }

  /// A usable policy without exemptions.
  ///
  /// @param looksAtPlans whether rules over whole plans are declared, compiled or not
  public static PolicyConfig of(
      String name,
      String hash,
      Level level,
      List<Glob> types,
      Set<Action> actions,
      List<Rule> rules,
      List<Rule> stackRules,
      boolean looksAtPlans) {
    return new PolicyConfig(
        name,
        hash,
        level,
        types,
        actions,
        rules,
        stackRules,
        Optional.empty(),
        looksAtPlans,
        List.of(),
        new ConcurrentHashMap<>());
  }

  /// The same, written with a mistake. Some of its rules are missing.
  public PolicyConfig unusable(String why) {
    return with(Optional.of(why), exemptions);
  }

  /// The same, for a Stack with these exemptions.
  ///
  /// @rule R-POL-5
  public PolicyConfig exempting(List<Exemption> those) {
    return those.isEmpty() ? this : with(problem, those);
  }

  private PolicyConfig with(Optional<String> mistake, List<Exemption> exempt) {
    return new PolicyConfig(
        name,
        hash,
        level,
        types,
        actions,
        rules,
        stackRules,
        mistake,
        looksAtPlans,
        exempt,
        matches);
  }

  /// Why a violation is only told of this instance; empty if it is not.
  public Optional<Exemption> exemption(InstanceAddress at) {
    return exemptions.stream().filter(each -> each.isAbout(at)).findFirst();
  }

  /// Why a violation by the plan as a whole is only told; empty if it is not.
  public Optional<Exemption> exemptionOfAll() {
    return exemptions.stream().filter(Exemption::isAboutAll).findFirst();
  }

  /// Whether a violation is forbidden.
  public boolean isBinding() {
    return level == Level.MANDATORY || level == Level.REMEDIATE;
  }

  /// Whether it corrects what is declared, whatever is done to the object: otherwise the next plan
  /// would undo it.
  ///
  /// @rule R-POL-3
  boolean remediates() {
    return level == Level.REMEDIATE
        && problem.isEmpty()
        && !actions.equals(EnumSet.of(Action.DELETE))
        && rules.stream().anyMatch(each -> !each.set().isEmpty());
  }

  /// About the characters that it puts into each instance.
  long written() {
    return rules.stream().mapToLong(Rule::written).sum();
  }

  /// Whether it looks at nothing at all.
  public boolean isIdle() {
    return level == Level.DISABLED;
  }

  /// Whether the policy looks at what is done there.
  public boolean looksAt(InstanceAddress at, Action action) {
    return actions.contains(action) && isAbout(at.resource().type());
  }

  /// Whether the policy is about objects of a type.
  public boolean isAbout(String type) {
    return types.isEmpty() || matches.computeIfAbsent(type, this::hasType);
  }

  private boolean hasType(String type) {
    return types.stream().anyMatch(each -> each.matches(type));
  }
}
