package io.keelson.engine.config;

import io.keelson.engine.address.InstanceAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Rules of an organisation over what is planned, compiled. Shared by all stacks that it looks at.
///
/// @param name of the policy, told with each of its findings
/// @param types those it looks at; nothing means all
/// @param actions those it looks at
/// @param rules each with a condition over `resource`, `prior`, `config`, `planned` and `stack`
/// @param problem why it cannot be used, if it cannot: then nobody knows what its rules forbid, and
///   what it looks at counts as forbidden
/// @param exemptions those of the Stack that is looked at
/// @param matches which types fit, as far as that was asked
/// @rule R-POL-1
/// @rule R-POL-2
public record Policy(
    String name,
    Level level,
    List<Glob> types,
    Set<Action> actions,
    List<Rule> rules,
    Optional<String> problem,
    List<Exemption> exemptions,
    Map<String, Boolean> matches) {

  public Policy {
    types = Collections.unmodifiableList(new ArrayList<>(types));
    actions = Collections.unmodifiableSet(EnumSet.copyOf(actions));
    rules = Collections.unmodifiableList(new ArrayList<>(rules));
    exemptions = Collections.unmodifiableList(new ArrayList<>(exemptions));
  }

  /// What a violation comes to.
  public enum Level {
    /// It is told.
    ADVISORY,
    /// Nothing is done to the instance.
    MANDATORY,
    /// It is left aside.
    DISABLED
  }

  /// What is done to an object, in the words of policies.
  public enum Action {
    CREATE,
    UPDATE,
    REPLACE,
    DELETE
  }

  /// @param name of the rule, unique within the policy
  public record Rule(String name, CheckRule check) {}

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
  }

  public static Policy of(
      String name, Level level, List<Glob> types, Set<Action> actions, List<Rule> rules) {
    return new Policy(
        name, level, types, actions, rules, Optional.empty(), List.of(), new ConcurrentHashMap<>());
  }

  /// One that is written with a mistake.
  public static Policy unusable(
      String name, Level level, List<Glob> types, Set<Action> actions, String problem) {
    return new Policy(
        name,
        level,
        types,
        actions,
        List.of(),
        Optional.of(problem),
        List.of(),
        new ConcurrentHashMap<>());
  }

  /// The same, for a Stack with these exemptions.
  ///
  /// @rule R-POL-5
  public Policy exempting(List<Exemption> those) {
    return those.isEmpty()
        ? this
        : new Policy(name, level, types, actions, rules, problem, those, matches);
  }

  /// Why a violation is only told of this instance; empty if it is not.
  public Optional<Exemption> exemption(InstanceAddress at) {
    return exemptions.stream().filter(each -> each.isAbout(at)).findFirst();
  }

  /// Whether it looks at nothing at all.
  public boolean isIdle() {
    return level == Level.DISABLED;
  }

  /// Whether the policy looks at what is done there.
  public boolean looksAt(InstanceAddress at, Action action) {
    return actions.contains(action)
        && (types.isEmpty() || matches.computeIfAbsent(at.resource().type(), this::hasType));
  }

  private boolean hasType(String type) {
    return types.stream().anyMatch(each -> each.matches(type));
  }
}
