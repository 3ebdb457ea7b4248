package io.keelson.engine.plan;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Takes out of what is said about an object what nobody may see of it. Providers quote what they
/// refuse, whole or in part; what they say goes through here before it goes anywhere.
///
/// Taken out are sensitive texts and numbers, also as base64; parts of them that are long enough to
/// be no coincidence; and the steps of a path that lead into something sensitive, which may be keys
/// of it. A text of very few characters is taken out only where it stands by itself, since it would
/// tear words apart.
///
/// @rule R-SENS-5
public final class Discretion {
  private static final String HIDDEN = "(sensitive value)";

  /// Shorter texts are looked for between other characters than letters and digits.
  private static final int SHORTEST = 4;

  /// A part of a text that is shorter counts as a coincidence.
  private static final int SHORTEST_PART = 8;

  /// Of more nothing is told apart any more: the whole message is kept back.
  private static final int MOST_CHARACTERS = 4_000_000;

  /// Of a longer message the beginning is told.
  private static final int LONGEST_MESSAGE = 100_000;

  /// What providers' processes are read with leaves this where it has taken something out.
  private static final String HIDDEN_BEFORE = "(sensitive)";

  private static final String CONFIG = "config";

  private final List<Value> values;

  private Discretion(List<Value> values) {
    this.values = values;
  }

  /// About what has these values.
  ///
  /// @param marked with their marks
  public static Discretion of(Value... marked) {
    return new Discretion(Arrays.stream(marked).filter(Value::marked).toList());
  }

  public static Discretion of(Unmarked value) {
    return of(value.remark(value.value()));
  }

  /// The same and more.
  public Discretion and(Value... marked) {
    var all = new ArrayList<>(values);
    all.addAll(of(marked).values);
    return new Discretion(all);
  }

  /// Diagnostics as they may be shown, about the given subject.
  public List<Diagnostic> about(Subject subject, List<Diagnostic> diagnostics) {
    return in(Diagnostic.about(subject, diagnostics));
  }

  /// Diagnostics as they may be shown.
  public List<Diagnostic> in(List<Diagnostic> diagnostics) {
    if (values.isEmpty() || diagnostics.isEmpty()) return diagnostics;
    var texts = new Texts();
    values.forEach(each -> texts.collect(each, false));
    return diagnostics.stream().map(each -> shown(each, texts)).toList();
  }

  public Diagnostic in(Diagnostic diagnostic) {
    return in(List.of(diagnostic)).getFirst();
  }

  Deferral in(Deferral deferral) {
    return new Deferral(deferral.reason(), in(deferral.warnings()));
  }

  /// Paths as far as they may be shown.
  SortedSet<AttributePath> in(SortedSet<AttributePath> paths) {
    if (values.isEmpty() || paths.isEmpty()) return paths;
    var shown = new TreeSet<AttributePath>();
    for (AttributePath path : paths) {
      for (Value value : values) path = cut(value, path);
      shown.add(path);
    }
    return shown;
  }

  private Diagnostic shown(Diagnostic problem, Texts texts) {
    var path = problem.path();
    for (Value value : values) path = cut(value, path);
    return new Diagnostic(
        problem.code(),
        problem.severity(),
        texts.without(problem.summary()),
        texts.without(problem.detail()),
        problem.subject(),
        path);
  }

  /// The path as far as it leads through what may be shown. Some begin where the configuration does
  /// in its declaration.
  private static AttributePath cut(Value value, AttributePath path) {
    var steps = path.steps();
    boolean declared =
        !steps.isEmpty()
            && steps.getFirst().equals(new AttributePath.Step.Attribute(CONFIG))
            && value.at(AttributePath.of(CONFIG)).isEmpty();
    for (int shown = declared ? 1 : 0; shown <= steps.size(); shown++) {
      var here = value.at(new AttributePath(steps.subList(declared ? 1 : 0, shown)));
      if (here.isEmpty()) return path;
      if (Marks.sensitive(here.get().marks())) return new AttributePath(steps.subList(0, shown));
    }
    return path;
  }

  /// What must not be shown, as texts.
  private static final class Texts {
    private final Set<String> whole = new HashSet<>();
    private int characters;

    void collect(Value value, boolean within) {
      boolean hidden = within || Marks.sensitive(value.marks());
      if (!hidden && !value.marked()) return;
      switch (value) {
        case Value.Text text when hidden -> add(text.text());
        case Value.Num num when hidden -> add(num.number().toPlainString());
        case Sequence sequence -> sequence.elements().forEach(each -> collect(each, hidden));
        case Mapping mapping ->
            mapping
                .entries()
                .forEach((key, each) -> {
                  if (hidden && !mapping.isObject()) add(key);
                  else if (hidden && key.length() >= SHORTEST_PART) add(key);
                  collect(each, hidden);
                });
        case Value.Text _, Value.Num _, Value.Null _, Value.Unknown _, Value.Truth _ -> {}
      }
    }

    private void add(String text) {
      if (text.isEmpty() || !whole.add(text)) return;
      characters += text.length();
      if (text.length() < SHORTEST || characters > MOST_CHARACTERS) return;
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      whole.add(Base64.getEncoder().withoutPadding().encodeToString(bytes));
    }

    String without(String message) {
      if (whole.isEmpty() || message.isEmpty()) return message;
      if (characters > MOST_CHARACTERS) return HIDDEN;
      var text =
          message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE);
      var hidden = new BitSet(text.length());
      for (String each : whole) find(each, text, hidden);
      var shared = sharedParts(text);
      for (int i = 0; i + SHORTEST_PART <= text.length(); i++)
        if (shared.contains(part(text, i))) hidden.set(i, i + SHORTEST_PART);
      for (int at = text.indexOf(HIDDEN_BEFORE); at >= 0; at = text.indexOf(HIDDEN_BEFORE, at + 1))
        hidden.clear(at, at + HIDDEN_BEFORE.length());
      return hidden.isEmpty() ? text : replaced(text, hidden);
    }

    /// The parts that a message has in common with a secret. Those of the message are held, since
    /// secrets may be large.
    private Set<String> sharedParts(String text) {
      var own = new HashSet<String>();
      for (int i = 0; i + SHORTEST_PART <= text.length(); i++) own.add(part(text, i));
      var shared = new HashSet<String>();
      for (String secret : whole)
        for (int i = 0; i + SHORTEST_PART <= secret.length(); i++)
          if (own.contains(part(secret, i))) shared.add(part(secret, i));
      return shared;
    }

    private static String part(String text, int at) {
      return text.substring(at, at + SHORTEST_PART);
    }

    private static void find(String secret, String text, BitSet hidden) {
      for (int at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
        int end = at + secret.length();
        boolean alone = !isWord(text, at - 1) && !isWord(text, end);
        if (secret.length() >= SHORTEST || alone) hidden.set(at, end);
      }
    }

    private static boolean isWord(String text, int at) {
      return at >= 0 && at < text.length() && Character.isLetterOrDigit(text.charAt(at));
    }

    private static String replaced(String text, BitSet hidden) {
      var shown = new StringBuilder();
      for (int at = 0; at < text.length(); ) {
        int next = hidden.nextSetBit(at);
        if (next < 0) return shown.append(text, at, text.length()).toString();
        shown.append(text, at, next).append(HIDDEN);
        at = hidden.nextClearBit(next);
      }
      return shown.toString();
    }
  }
}
