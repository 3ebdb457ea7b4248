package io.keelson.conformance.pulumiprovider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keelson.conformance.pulumiprovider.Findings.Aspect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/// Compares what providers are asked with what a step expects.
///
/// There, a preview and the operation after it ask the same questions twice, in processes of their
/// own. Here, a plan asks, and its apply asks again only about what was not known; so a question of
/// the operation is looked for in both. What changes the world is compared one by one.
final class CallCheck {
  private final Symbols symbols;
  private final Turns turns;
  private final Findings findings;

  CallCheck(Symbols symbols, Turns turns, Findings findings) {
    this.symbols = symbols;
    this.turns = turns;
    this.findings = findings;
  }

  /// What is asked before anything is planned does not count.
  ///
  /// @param planning what was asked while planning
  /// @param applying what was asked while applying
  void compare(JsonNode expected, List<Call> planning, List<Call> applying) {
    var preview = recorded(expected.path("preview").path("calls"));
    var operation = recorded(expected.path("calls"));
    var resources = new TreeSet<String>();
    Stream.of(preview, operation, planning, applying)
        .flatMap(List::stream)
        .filter(call -> !call.isOfProvider())
        .forEach(call -> resources.add(call.about()));
    var both = Stream.concat(planning.stream(), applying.stream()).toList();
    for (String resource : resources) {
      var foreseen = turns.expected(about(resource, preview));
      var own = turns.own(about(resource, planning), foreseen);
      boolean several =
          Stream.of(foreseen, own).anyMatch(each -> readIds(each).distinct().count() > 1);
      sequence(
          Aspect.PLAN_CALLS,
          new Symbols(symbols),
          several ? readFirst(foreseen, foreseen) : foreseen,
          several ? readFirst(foreseen, own) : own);
      operated(turns.expected(about(resource, operation)), about(resource, both));
      changed(about(resource, operation), about(resource, applying));
    }
    // Of a preview alone, there is no operation.
    configured(expected.has("calls") ? operation : preview, preview, planning, applying);
  }

  private static Stream<String> readIds(List<Call> calls) {
    return calls.stream().filter(CallCheck::isRead).map(CallCheck::id);
  }

  private static boolean isRead(Call call) {
    return call.method().equals("Read");
  }

  /// Calls about several objects of one resource: each may be read at any time, so that all are
  /// read first, in the order of others.
  private static List<Call> readFirst(List<Call> others, List<Call> calls) {
    var ids = readIds(others).toList();
    return calls.stream()
        .sorted(
            Comparator.comparing((Call each) -> !isRead(each))
                .thenComparingInt(each -> isRead(each) ? ids.indexOf(id(each)) : 0))
        .toList();
  }

  private static List<Call> recorded(JsonNode calls) {
    var all = new ArrayList<Call>();
    for (JsonNode call : calls) Call.recorded(call).ifPresent(all::add);
    return all;
  }

  private static List<Call> about(String resource, List<Call> calls) {
    return calls.stream().filter(call -> call.about().equals(resource)).toList();
  }

  private void sequence(Aspect aspect, Symbols bound, List<Call> expected, List<Call> actual) {
    int i = 0;
    while (i < Math.min(expected.size(), actual.size())
        && expected.get(i).method().equals(actual.get(i).method())) {
      var call = expected.get(i);
      for (Difference each : bound.differences(compared(call), compared(actual.get(i++))))
        findings.add(aspect, call.about(), call.method(), each);
    }
    // Of two ways that part, the first calls are told.
    if (i < expected.size()) findings.lone(aspect, Optional.of(expected.get(i)), Optional.empty());
    if (i < actual.size()) findings.lone(aspect, Optional.empty(), Optional.of(actual.get(i)));
  }

  /// Seeds are drawn there, and follow from the address here (R-PRG-5).
  private static JsonNode compared(Call call) {
    if (!(call.request() instanceof ObjectNode request)) return call.request();
    var less = request.deepCopy();
    if (less.has("randomSeed")) less.put("randomSeed", "drawn");
    if (call.method().equals("Invoke")) less.remove("preview");
    // Where it is listened to, and whose token is in the name of its parent.
    if (call.method().equals(Call.CONSTRUCT) || call.method().equals("Call"))
      less.remove(
          List.of("dryRun", "monitorEndpoint", "organization", "parent", "stackTraceHandle"));
    return less;
  }

  /// Every question of the operation was asked, in the plan or in the apply. Where none is the
  /// same, it is the one that is most like it, and of these one that only has more secrets, then
  /// one with the same values, however they are told, then one about the same object, then one that
  /// was asked when all was known.
  private void operated(List<Call> expected, List<Call> actual) {
    for (Call call : expected)
      if (!call.isChange())
        actual.stream()
            .filter(each -> each.method().equals(call.method()))
            .map(each -> symbols.differences(compared(call), compared(each)))
            .min(
                Comparator.comparingInt(List<Difference>::size)
                    .thenComparing(each -> !each.stream().allMatch(Difference::isOfSecrecy))
                    .thenComparingLong(each -> each.stream().filter(this::isOfValue).count())
                    .thenComparing(each -> each.stream().anyMatch(Difference::isOfOldObject))
                    .thenComparing(each -> each.stream().anyMatch(Difference::isUnknownHere)))
            .ifPresentOrElse(
                least -> least.forEach(each -> different(call, each)),
                () -> findings.lone(Aspect.ASKED, Optional.of(call), Optional.empty()));
  }

  /// Whether it is of another value, and not of what is said about the same one.
  private boolean isOfValue(Difference difference) {
    var expected = bare(difference.expected());
    return !new Symbols(symbols).differences(expected, bare(difference.actual())).isEmpty();
  }

  private static JsonNode bare(JsonNode value) {
    if (value.has("$output")) return bare(value.get("$output").path("value"));
    return value.has("$secret") ? bare(value.get("$secret")) : value;
  }

  private void different(Call call, Difference difference) {
    findings.add(Aspect.ASKED, call.about(), call.method(), difference);
  }

  private void changed(List<Call> expected, List<Call> actual) {
    var wanted = expected.stream().filter(Call::isChange).toList();
    var own = actual.stream().filter(Call::isChange).toList();
    sequence(Aspect.CALLS, symbols, wanted, inOrderOf(wanted, own));
  }

  /// Calls with deletions of one resource that follow each other in the order of others: they are
  /// of several old objects, none of which needs another.
  private static List<Call> inOrderOf(List<Call> others, List<Call> calls) {
    var ids = others.stream().filter(CallCheck::isDelete).map(CallCheck::id).toList();
    var ordered = new ArrayList<Call>();
    for (int from = 0, to; from < calls.size(); from = to) {
      to = from + 1;
      while (isDelete(calls.get(from)) && to < calls.size() && isDelete(calls.get(to))) to++;
      calls.subList(from, to).stream()
          .sorted(Comparator.comparingInt(each -> ids.indexOf(id(each))))
          .forEach(ordered::add);
    }
    return ordered;
  }

  private static boolean isDelete(Call call) {
    return call.method().equals("Delete");
  }

  private static String id(Call call) {
    return call.request().path("id").asText();
  }

  /// Each provider is configured as it is there, in any number of processes: for a plan as for a
  /// preview, which may know other arguments than the operation. The id is drawn there.
  private void configured(
      List<Call> expected, List<Call> preview, List<Call> planning, List<Call> applying) {
    var wanted = configurations(expected);
    var foreseen = configurations(preview);
    var planned = configurations(planning);
    var own = configurations(Stream.concat(planning.stream(), applying.stream()).toList());
    var providers = new TreeSet<>(wanted.keySet());
    providers.addAll(own.keySet());
    for (String provider : providers) {
      var want = wanted.getOrDefault(provider, List.of());
      var have = own.getOrDefault(provider, List.of());
      for (JsonNode each : want)
        if (!isAmong(have, other -> symbols.differences(each, other)))
          findings.differs(Aspect.CONFIGURE, provider, each.toString(), have.toString());
      for (JsonNode each : have)
        if (!isAmong(want, other -> symbols.differences(other, each))
            && !(planned.getOrDefault(provider, List.of()).contains(each)
                && isAmong(
                    foreseen.getOrDefault(provider, List.of()),
                    other -> new Symbols(symbols).differences(other, each))))
          findings.differs(Aspect.CONFIGURE, provider, want.toString(), each.toString());
    }
  }

  private static boolean isAmong(
      List<JsonNode> all, Function<JsonNode, List<Difference>> differences) {
    return all.stream().anyMatch(each -> differences.apply(each).isEmpty());
  }

  private static SortedMap<String, List<JsonNode>> configurations(List<Call> calls) {
    var byProvider = new TreeMap<String, List<JsonNode>>();
    for (Call call : calls)
      if (call.method().equals("Configure") && call.request() instanceof ObjectNode request) {
        var less = request.deepCopy();
        less.remove("id");
        byProvider.computeIfAbsent(call.about(), _ -> new ArrayList<>()).add(less);
      }
    return byProvider;
  }
}
