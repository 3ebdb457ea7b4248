package io.keelson.operator.stack.context;

import io.keelson.engine.evaluation.Limits;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Counts the instances of all Stacks, so that the Stacks of one namespace share its limit.
///
/// Instances that exist count for every other Stack of the namespace; instances that are only
/// declared count for younger Stacks. So it does not matter which Stack is planned first.
public final class Census {
  private final Limits limits;
  private final Map<String, Map<StackKey, Household>> namespaces = new HashMap<>();
  private final Map<StackKey, Runnable> waiting = new HashMap<>();

  /// The instances of one Stack.
  private static final class Household {
    private final Set<String> records = new HashSet<>();
    private Instant created = Instant.MAX;
    private int declared;
  }

  public Census(Limits limits) {
    this.limits = limits;
  }

  /// The limits of a Stack that is alone in its namespace.
  public Limits limits() {
    return limits;
  }

  /// The limits of a Stack now, beside the others of its namespace.
  ///
  /// @param created when the Stack was created
  public synchronized Limits limits(StackKey stack, Instant created) {
    household(stack).created = created;
    int others = 0;
    for (var each : namespaces.getOrDefault(stack.namespace(), Map.of()).entrySet())
      if (!each.getKey().equals(stack))
        others += before(stack, created, each.getKey(), each.getValue());
    return limits.beside(others);
  }

  /// How many instances of another Stack count against this one.
  private static int before(StackKey stack, Instant created, StackKey key, Household other) {
    int age = other.created.compareTo(created);
    boolean older = age < 0 || age == 0 && key.name().compareTo(stack.name()) < 0;
    return older ? Math.max(other.records.size(), other.declared) : other.records.size();
  }

  /// Notes how many instances the last plan of a Stack declares.
  public synchronized void declared(StackKey stack, int instances) {
    var household = household(stack);
    boolean fewer = instances < household.declared;
    household.declared = instances;
    if (fewer) makeRoom(stack);
  }

  /// Calls back once, when another Stack leaves room in the namespace of a Stack that did not get
  /// enough.
  public synchronized void awaitRoom(StackKey stack, Runnable news) {
    waiting.put(stack, news);
  }

  private void makeRoom(StackKey by) {
    var admitted = new HashMap<>(waiting);
    admitted.keySet().removeIf(each -> !each.namespace().equals(by.namespace()) || each.equals(by));
    waiting.keySet().removeAll(admitted.keySet());
    admitted.values().forEach(Runnable::run);
  }

  /// Notes that an instance has a record.
  ///
  /// @param name of the record
  public synchronized void recorded(StackKey stack, String name) {
    household(stack).records.add(name);
  }

  /// Notes that a record is gone.
  public synchronized void forgotten(StackKey stack, String name) {
    var household = household(stack);
    household.records.remove(name);
    leaveIfEmpty(stack, household);
    makeRoom(stack);
  }

  /// Whether anything of a Stack is counted.
  public synchronized boolean knows(StackKey stack) {
    return namespaces.getOrDefault(stack.namespace(), Map.of()).containsKey(stack);
  }

  /// Notes that a Stack is gone; its records may still exist.
  public synchronized void gone(StackKey stack) {
    var household = household(stack);
    household.created = Instant.MAX;
    household.declared = 0;
    leaveIfEmpty(stack, household);
    waiting.remove(stack);
    makeRoom(stack);
  }

  private void leaveIfEmpty(StackKey stack, Household household) {
    if (!household.records.isEmpty() || household.declared > 0) return;
    var all = namespaces.getOrDefault(stack.namespace(), new HashMap<>());
    all.remove(stack);
    if (all.isEmpty()) namespaces.remove(stack.namespace());
  }

  private Household household(StackKey stack) {
    return namespaces
        .computeIfAbsent(stack.namespace(), _ -> new HashMap<>())
        .computeIfAbsent(stack, _ -> new Household());
  }
}
