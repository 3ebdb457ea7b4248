package io.keelson.operator.stack.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// How much memory the Stacks, Resources and Components of each namespace take, and which of them
/// have room: the oldest, whatever is read first.
///
/// @rule R-LIM-7
public final class DeclaredSizes {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MIB = 1 << 20;
  private static final long LARGE = 8 * MIB;

  /// Roughly how many bytes a part of a tree takes beside its text.
  private static final int PART = 100;

  private final long most;
  private final Map<String, Namespace> namespaces = new HashMap<>();
  private final Set<StackKey> outdated = new HashSet<>();
  private final Map<StackKey, Runnable> runners = new HashMap<>();

  /// @param most bytes of all Stacks, Resources and Components of one namespace
  public DeclaredSizes(long most) {
    if (most < 1) throw new IllegalArgumentException("no room at all");
    this.most = most;
  }

  /// One declared object among those of its namespace.
  private record Member(String created, String uid) implements Comparable<Member> {
    private static final Comparator<Member> ORDER =
        Comparator.comparing(Member::created).thenComparing(Member::uid);

    static Member of(HasMetadata declared) {
      var meta = declared.getMetadata();
      return new Member(String.valueOf(meta.getCreationTimestamp()), meta.getUid());
    }

    @Override
    public int compareTo(Member other) {
      return ORDER.compare(this, other);
    }
  }

  /// @param held whether it is held as a whole
  private record Size(StackKey stack, long bytes, boolean held) {}

  private static final class Namespace {
    private final TreeMap<Member, Size> members = new TreeMap<>();
    private long bytes;
    private boolean crowded;
  }

  /// Calls a Stack's runner whenever it has to read something again: there is room for more or for
  /// less.
  public synchronized void watch(StackKey stack, Runnable news) {
    runners.put(stack, news);
  }

  public synchronized void unwatch(StackKey stack) {
    runners.remove(stack);
    outdated.remove(stack);
  }

  /// Whether objects of a Stack have to be read again, as their room has changed; true once for
  /// each change.
  public synchronized boolean isOutdated(StackKey stack) {
    return outdated.remove(stack);
  }

  /// Notes the size of a Resource.
  ///
  /// @return why it cannot be held as a whole; empty if it can
  public synchronized Optional<String> objection(Resource resource) {
    var of = new StackKey(resource.getMetadata().getNamespace(), resource.getSpec().stack);
    return objection(of, resource);
  }

  /// Notes the size of a Component, likewise.
  public synchronized Optional<String> objection(Component component) {
    var of = new StackKey(component.getMetadata().getNamespace(), component.getSpec().stack);
    return objection(of, component);
  }

  /// Notes the size of a Stack itself, likewise.
  public synchronized Optional<String> objection(Stack stack) {
    return objection(StackKey.of(stack), stack);
  }

  private Optional<String> objection(StackKey stack, HasMetadata declared) {
    var bytes = size(JSON.valueToTree(declared));
    var all = namespaces.computeIfAbsent(stack.namespace(), _ -> new Namespace());
    var member = Member.of(declared);
    var before = all.members.put(member, new Size(stack, bytes, true));
    all.bytes += bytes - (before == null ? 0 : before.bytes());
    settle(all, member);
    return all.members.get(member).held()
        ? Optional.empty()
        : Optional.of(told(declared.getKind(), bytes, all.bytes));
  }

  /// Whether the declaration of a Stack, as far as it is known, is too large for one answer.
  public synchronized boolean isLarge(StackKey stack) {
    var all = namespaces.get(stack.namespace());
    if (all == null || all.bytes <= LARGE) return false;
    long bytes = 0;
    for (var size : all.members.values()) if (size.stack().equals(stack)) bytes += size.bytes();
    return bytes > LARGE;
  }

  /// Notes that a declared object is gone.
  public synchronized void gone(HasMetadata declared) {
    var namespace = declared.getMetadata().getNamespace();
    var all = namespaces.getOrDefault(namespace, new Namespace());
    var member = Member.of(declared);
    var size = all.members.remove(member);
    if (size == null) return;
    all.bytes -= size.bytes();
    if (all.members.isEmpty()) namespaces.remove(namespace);
    else settle(all, member);
  }

  /// @param read the object that is just being read
  private void settle(Namespace all, Member read) {
    if (all.bytes <= most && !all.crowded) return;
    long taken = 0;
    all.crowded = false;
    for (var each : all.members.entrySet()) {
      var size = each.getValue();
      boolean fits = taken + size.bytes() <= most;
      if (fits) taken += size.bytes();
      else all.crowded = true;
      if (fits == size.held()) continue;
      each.setValue(new Size(size.stack(), size.bytes(), fits));
      if (!each.getKey().equals(read)) readAgain(size.stack());
    }
  }

  private void readAgain(StackKey stack) {
    var runner = runners.get(stack);
    if (runner != null && outdated.add(stack)) runner.run();
  }

  private static long size(JsonNode tree) {
    long size = PART;
    size += tree.asText().length();
    for (JsonNode each : tree) size += size(each);
    if (tree.isObject()) for (var each : tree.properties()) size += each.getKey().length();
    return size;
  }

  private String told(String kind, long bytes, long all) {
    return "The operator would hold %s for this %s and %s for all of this namespace, and one namespace may have at most %s: for those that are older. Nothing of it is planned, and what exists of it stays. Declare less, or use another namespace; whoever runs the operator can raise the limit with --max-declared-mib-per-namespace."
        .formatted(mib(bytes), kind, mib(all), mib(most));
  }

  private static String mib(long bytes) {
    return "%d.%d MiB".formatted(bytes / MIB, bytes % MIB * 10 / MIB);
  }
}
