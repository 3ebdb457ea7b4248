package io.keelson.testing.secrecy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.keelson.testing.secrecy.SeenObject.Text;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Remembers what is in the Secrets of a control plane, and looks for it in all that is written
/// elsewhere: in objects and events, logs, metrics, spans and what commands answer.
///
/// What a test declares openly in the same namespace is no secret. What it lets out on purpose it
/// says with [ShowsSecret].
public final class SecretWatch implements AutoCloseable {
  private static final Set<SecretWatch> OPEN = ConcurrentHashMap.newKeySet();
  private static final int MOST_FOUND = 10_000;
  private static final int MOST_RECENT = 4 << 20;

  private record Found(SecretValue value, Place place) {}

  private record Open(SecretValue value, String namespace) {}

  private record Test(String name, List<ShowsSecret> allowed) {}

  private record Recent(Text text, boolean isDeclared) {}

  private final SecretValues values = new SecretValues();
  private final Set<Found> found = ConcurrentHashMap.newKeySet();
  private final Set<Open> open = ConcurrentHashMap.newKeySet();
  private final Map<String, Test> tests = new ConcurrentHashMap<>();

  /// What was written lately: a value may become known after it was shown.
  private final Deque<Recent> recent = new ArrayDeque<>();

  private final ObjectWatches objects;
  private int recentSize;

  /// Begins to watch, and does not wait for that.
  public SecretWatch(KubernetesClient client) {
    objects = new ObjectWatches(client, this::see);
    objects.watchBuiltIn();
    OPEN.add(this);
    WatchedLogs.listen();
  }

  /// Watches the kinds of the CRDs that are there now as well.
  public void watchCustomKinds() {
    objects.watchCustom();
  }

  /// A namespace is that of a test.
  public void isOf(String test, String namespace, List<ShowsSecret> allowed) {
    tests.put(namespace, new Test(test, allowed));
  }

  /// Looks for secrets in a text that is not an object's.
  ///
  /// @param namespace empty if it is of none
  /// @param place what it was read from, such as `metrics`
  public void look(String namespace, String place, String text) {
    look(new Recent(new Text(new Place(namespace, place, ""), text), false));
  }

  /// Looks for the secrets of all control planes in a text that may be about each of them.
  public static void lookForAll(String place, String text) {
    OPEN.forEach(each -> each.look("", place, text));
  }

  private void see(GenericKubernetesResource object) {
    if (object.getKind().equals("Secret")) {
      remember(object);
      return;
    }
    var seen = new SeenObject(object);
    seen.written().forEach(each -> look(new Recent(each, false)));
    seen.declared().forEach(each -> look(new Recent(each, true)));
  }

  private void remember(GenericKubernetesResource secret) {
    if (!(secret.getAdditionalProperties().get("data") instanceof Map<?, ?> data)) return;
    // What a Stack saves there are its open outputs as well.
    boolean whole = "keelson.dev/state".equals(secret.getAdditionalProperties().get("type"));
    var name = SeenObject.namespace(secret) + "/" + secret.getMetadata().getName();
    data.forEach((key, value) -> {
      for (String spelling : SecretValue.spellings(value.toString(), whole))
        remember(new SecretValue(name, key.toString()), spelling);
    });
  }

  private synchronized void remember(SecretValue value, String spelling) {
    if (!values.remember(value, spelling)) return;
    for (Recent each : recent) if (each.text.text().contains(spelling)) note(value, each);
  }

  private synchronized void look(Recent looked) {
    for (SecretValue value : values.in(looked.text.text())) note(value, looked);
    recent.addLast(looked);
    recentSize += looked.text.text().length();
    while (recentSize > MOST_RECENT) recentSize -= recent.removeFirst().text.text().length();
  }

  private void note(SecretValue value, Recent where) {
    var place = where.text.place();
    if (where.isDeclared) open.add(new Open(value, place.namespace()));
    else if (found.size() < MOST_FOUND) found.add(new Found(value, place));
  }

  /// The places that Secrets of a namespace were seen in, allowed or not.
  Set<Place> shown(String namespace) {
    return found.stream()
        .filter(each -> each.value.namespace().equals(namespace))
        .map(Found::place)
        .collect(Collectors.toSet());
  }

  /// What has leaked of a namespace, up to now.
  List<String> leaks(String namespace) {
    objects.lookAt(namespace);
    return told(each -> each.value.namespace().equals(namespace));
  }

  /// What has leaked where, each in a line without the value.
  private List<String> told(Predicate<Found> which) {
    return found.stream()
        .filter(which)
        .filter(each -> !isOpen(each) && !isAllowed(each))
        .map(each ->
            "what is in the Secret %s (key %s%s) is in %s"
                .formatted(each.value.secret(), each.value.key(), test(each.value), each.place))
        .sorted()
        .toList();
  }

  private boolean isOpen(Found leak) {
    return Stream.of(leak.value.namespace(), leak.place.namespace(), "")
        .anyMatch(namespace -> open.contains(new Open(leak.value, namespace)));
  }

  private boolean isAllowed(Found leak) {
    // Two tests of a class may have the same value.
    return Stream.of(leak.value.namespace(), leak.place.namespace())
        .flatMap(namespace -> Stream.ofNullable(tests.get(namespace)))
        .flatMap(test -> test.allowed.stream())
        .anyMatch(each -> isIn(each.in(), leak.place.name()));
  }

  private static boolean isIn(String pattern, String place) {
    return pattern.endsWith("*")
        ? place.startsWith(pattern.substring(0, pattern.length() - 1))
        : place.equals(pattern);
  }

  private String test(SecretValue value) {
    var test = tests.get(value.namespace());
    return test == null ? "" : ", of " + test.name;
  }

  /// Ends watching.
  ///
  /// @throws AssertionError if something has leaked
  @Override
  public void close() {
    OPEN.remove(this);
    try (objects) {
      objects.lookAtAll();
      var leaks = told(_ -> true);
      if (!leaks.isEmpty())
        throw new AssertionError(
            "Secrets are shown:\n" + leaks.stream().collect(Collectors.joining("\n")));
    }
  }
}
