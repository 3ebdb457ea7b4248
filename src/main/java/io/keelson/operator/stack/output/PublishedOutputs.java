package io.keelson.operator.stack.output;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.value.Value;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackStatus.PublishedObject;
import io.keelson.operator.requests.Attempts;
import io.keelson.operator.stack.context.OperatorContext;
import io.keelson.operator.stack.context.StackKey;
import io.keelson.operator.stack.declaration.References;
import io.keelson.operator.stack.output.KeptObjects.Left;
import io.keelson.operator.stack.output.OutputWriter.Written;
import io.keelson.operator.stack.store.StackStatusWriter;
import io.keelson.operator.state.RecordNames;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The Secrets and ConfigMaps with the outputs of a Stack. They are part of the declaration: if
/// somebody deletes or edits them, they are restored.
///
/// The Stack's status names them before they are written. So outputs that are not declared any more
/// can be taken back, and readers can see whether an object is as this Stack has left it.
public final class PublishedOutputs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PublishedOutputs.class);

  private final StackKey key;
  private final Clock clock;
  private final StackStatusWriter status;
  private final References watched;
  private final KeptObjects kept = new KeptObjects();
  private final RestorePace pace = new RestorePace();

  /// @param news called when somebody else has changed one of the objects
  public PublishedOutputs(
      StackKey key, OperatorContext context, StackStatusWriter status, Runnable news) {
    this.key = key;
    this.clock = context.clock();
    this.status = status;
    this.watched =
        new References(
            context.client(),
            context.metrics().watches(),
            new References.Listener() {
              @Override
              public void changed(String reference, String version) {
                if (kept.heard(reference, version)) news.run();
              }

              @Override
              public void forgotten(String reference) {
                kept.forgotten(reference);
              }
            });
  }

  /// Has the next write look at every object, whether it is known to have changed or not.
  void lookAgain() {
    kept.lookAgain();
  }

  /// Whether somebody else has changed one of the objects, as far as is known.
  boolean isDisturbed() {
    return kept.isDisturbed();
  }

  /// When an object whose restoring was delayed may be restored; empty if there is none.
  public Optional<Instant> next() {
    return pace.next(clock.instant());
  }

  /// Writes the outputs to the objects that the Stack names, unless they are there already.
  ///
  /// @return what could not be written, and what was restored
  WrittenOutputs write(Stack stack, KubernetesClient account, SortedMap<String, Value> values) {
    pace.begin();
    var placed = Outputs.placed(stack, values);
    var before = published(stack);
    var problems = new ArrayList<Diagnostic>();
    var restored = new ArrayList<Diagnostic>();
    if (placed.isEmpty() && before.isEmpty()) return new WrittenOutputs(problems, restored);
    var now = new TreeMap<OutputObject, PublishedObject>();
    placed.forEach((object, data) -> now.put(object, noted(object, data, before.get(object))));
    var obsolete = new TreeMap<>(before);
    obsolete.keySet().removeAll(now.keySet());
    var all = new TreeMap<>(obsolete);
    all.putAll(now);
    note(all);
    watched.watch(key.namespace(), references(now.keySet()));
    var writer = new OutputWriter(account, key);
    placed.forEach((object, data) -> {
      var known = Optional.ofNullable(before.get(object));
      // Keys that were noted but perhaps never written may belong to somebody else.
      var own = known.filter(each -> each.version != null).map(each -> each.keys).orElse(List.of());
      switch (write(writer, object, data, own, account(stack))) {
        case Outcome.Holds(var version, var changed) -> {
          Objects.requireNonNull(now.get(object)).version = version;
          changed.ifPresent(restored::add);
        }
        case Outcome.Failed(var why) -> {
          problems.add(why);
          known.ifPresentOrElse(each -> now.put(object, each), () -> now.remove(object));
        }
      }
    });
    obsolete.keySet().removeIf(object -> isTakenBack(writer, object));
    now.putAll(obsolete);
    note(now);
    // The API server may quote values that it refuses, so they are taken out.
    return new WrittenOutputs(problems, restored)
        .without(Secrecy.of(values.values().toArray(Value[]::new)));
  }

  private static String account(Stack stack) {
    return stack.getSpec().serviceAccountName;
  }

  private static SortedMap<OutputObject, PublishedObject> published(Stack stack) {
    var published = new TreeMap<OutputObject, PublishedObject>();
    if (stack.getStatus() != null && stack.getStatus().published != null)
      stack.getStatus().published.forEach(each -> published.put(OutputObject.of(each), each));
    return published;
  }

  /// Notes the keys of an object as this Stack's before they are written, so that readers wait for
  /// them.
  private static PublishedObject noted(
      OutputObject object, SortedMap<String, ?> data, @Nullable PublishedObject before) {
    var noted = new PublishedObject();
    noted.kind = object.word();
    noted.name = object.name();
    noted.keys = new ArrayList<>(data.keySet());
    if (before != null && before.keys.equals(noted.keys)) noted.version = before.version;
    return noted;
  }

  private void note(SortedMap<OutputObject, PublishedObject> objects) {
    var all = new ArrayList<>(objects.values());
    var _ = status.change(stack -> stack.published = all.isEmpty() ? null : all);
  }

  private static SortedSet<String> references(Iterable<OutputObject> objects) {
    var references = new TreeSet<String>();
    objects.forEach(object -> references.add(object.reference()));
    return references;
  }

  /// What became of one object.
  private sealed interface Outcome {
    /// @param version that holds the outputs
    /// @param restored what is told if somebody else had changed it
    record Holds(String version, Optional<Diagnostic> restored) implements Outcome {
      static Holds as(Left left) {
        return new Holds(left.version(), Optional.empty());
      }
    }

    record Failed(Diagnostic why) implements Outcome {}
  }

  private Outcome write(
      OutputWriter writer,
      OutputObject object,
      SortedMap<String, Outputs.Entry> data,
      List<String> own,
      String account) {
    var before = kept.left(object, data);
    if (before.isPresent() && (kept.isAsLeft(object) || !pace.allows(clock.instant())))
      return Outcome.Holds.as(before.get());
    var writing = kept.begin(object, before);
    var texts = new TreeMap<String, String>();
    data.forEach((name, entry) -> texts.put(name, entry.text()));
    var first = data.firstEntry().getValue().output();
    try {
      switch (writer.write(object, texts, own)) {
        case Written.Held(var held, var manager) -> {
          kept.remove(object);
          return new Outcome.Failed(held(object, held, manager, output(data, held, first)));
        }
        case Written.Done(var version, var over) -> {
          boolean changed = before.isPresent() && !writing.seen().equals(version);
          boolean restored = changed || !over.isEmpty();
          if (restored) pace.restored(clock.instant());
          kept.end(writing, data, version);
          return new Outcome.Holds(
              version, restored ? Optional.of(restored(object, over, first)) : Optional.empty());
        }
      }
    } catch (KubernetesClientException e) {
      if (Attempts.mayPass(e)) throw e;
      kept.remove(object);
      return new Outcome.Failed(RefusedOutput.of(object, key.namespace(), account, e, first));
    }
  }

  private static String output(
      SortedMap<String, Outputs.Entry> data, String held, String otherwise) {
    var entry = data.get(held);
    return entry == null ? otherwise : entry.output();
  }

  private Diagnostic held(OutputObject object, String held, String manager, String output) {
    var place = "The key '%s' of %s in namespace '%s' ".formatted(held, object, key.namespace());
    return Diagnostic.error(
        Code.OUTPUT,
        Subject.part("output", output),
        "Output cannot be written",
        manager.startsWith(RecordNames.MANAGER)
            ? place
                + "is written by Stack '%s' already. Two Stacks can write different keys of one object, but not the same one. Let one of them write another key or object (spec.outputs)."
                    .formatted(stackOf(manager))
            : place
                + "was set by '%s' (its field manager) to another value, and is left as it is. Write another key or object (spec.outputs), or have the key taken out there."
                    .formatted(manager));
  }

  private String stackOf(String manager) {
    var stack = manager.substring(RecordNames.MANAGER.length());
    var home = key.namespace() + "/";
    return stack.startsWith(home) ? stack.substring(home.length()) : stack;
  }

  private Diagnostic restored(OutputObject object, String over, String output) {
    return Diagnostic.warning(
        Code.OUTPUT,
        Subject.part("output", output),
        "Output was restored",
        "%s in namespace '%s' was changed or deleted by somebody else%s, and holds what this Stack writes again. To change it, change spec.outputs; to keep it as it was made there, take it out of spec.outputs."
            .formatted(object, key.namespace(), over.isEmpty() ? "" : " (" + over + ")"));
  }

  /// Takes all keys of the Stack out of its objects.
  public void takeBack(Stack stack, KubernetesClient account) {
    watched.watch(key.namespace(), new TreeSet<>());
    kept.clear();
    var writer = new OutputWriter(account, key);
    for (OutputObject object : published(stack).keySet())
      if (!isTakenBack(writer, object)) LOG.warn("{}: {} keeps what it wrote", key, object);
  }

  private boolean isTakenBack(OutputWriter writer, OutputObject object) {
    try {
      writer.takeBack(object);
      kept.remove(object);
      return true;
    } catch (KubernetesClientException e) {
      if (Attempts.mayPass(e)) throw e;
      LOG.warn("{}: its keys cannot be taken out of {}: {}", key, object, e.getMessage());
      return false;
    }
  }

  @Override
  public void close() {
    watched.close();
  }
}
