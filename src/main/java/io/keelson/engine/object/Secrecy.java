package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.Deferral;
import io.keelson.engine.value.HiddenTexts;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Takes out of what is said about an object what nobody may see of it. Providers quote what they
/// refuse, whole or in part; what they say goes through here before it goes anywhere.
///
/// Taken out are [HiddenTexts], and the steps of a path that lead into something with a mark, which
/// may be keys of it.
///
/// @rule R-SENS-5
public final class Secrecy {
  /// Of a longer message the beginning is told.
  private static final int LONGEST_MESSAGE = 100_000;

  private static final String CONFIG = "config";

  private final List<Value> values;

  private Secrecy(List<Value> values) {
    this.values = values;
  }

  /// Hides what is secret in these values.
  ///
  /// @param marked with their marks
  public static Secrecy of(Value... marked) {
    return new Secrecy(List.of()).and(marked);
  }

  public static Secrecy of(Unmarked value) {
    return of(value.remark(value.value()));
  }

  /// Hides what this hides, and what is secret in these values.
  public Secrecy and(Value... marked) {
    var all = new ArrayList<>(values);
    for (Value value : marked) if (value.marked()) all.add(value);
    return new Secrecy(all);
  }

  /// Diagnostics as they may be shown, about the given subject.
  public List<Diagnostic> about(Subject subject, List<Diagnostic> diagnostics) {
    return in(Diagnostic.about(subject, diagnostics));
  }

  /// Diagnostics as they may be shown.
  public List<Diagnostic> in(List<Diagnostic> diagnostics) {
    if (values.isEmpty() || diagnostics.isEmpty()) return diagnostics;
    var texts = List.of(HiddenTexts.in(values));
    return diagnostics.stream().map(each -> shown(each, texts)).toList();
  }

  /// A message as it may be shown.
  public String in(String message) {
    return values.isEmpty() ? message : said(message, List.of(HiddenTexts.in(values)));
  }

  public Diagnostic in(Diagnostic diagnostic) {
    return in(List.of(diagnostic)).getFirst();
  }

  public Deferral in(Deferral deferral) {
    return new Deferral(deferral.reason(), in(deferral.warnings()));
  }

  /// An answer as it may be shown, but for the warnings of what is given.
  public <T> Answer<T> in(Answer<T> answer) {
    return answer.told(this::in, this::in);
  }

  /// Paths as far as they may be shown.
  SortedSet<AttributePath> in(SortedSet<AttributePath> paths) {
    if (values.isEmpty() || paths.isEmpty()) return paths;
    var visible = new TreeSet<AttributePath>();
    var texts = List.of(HiddenTexts.in(values));
    for (AttributePath path : paths) visible.add(shown(path, texts));
    return visible;
  }

  private Diagnostic shown(Diagnostic problem, List<HiddenTexts> texts) {
    return new Diagnostic(
        problem.code(),
        problem.severity(),
        said(problem.summary(), texts),
        said(problem.detail(), texts),
        problem.subject(),
        shown(problem.path(), texts));
  }

  private AttributePath shown(AttributePath path, List<HiddenTexts> texts) {
    for (Value value : values) path = cut(value, path);
    // A path may lead to a place where none of the values has anything.
    return path.before(name -> isHidden(name, texts));
  }

  private static boolean isHidden(String name, List<HiddenTexts> texts) {
    return !HiddenTexts.without(name, texts).equals(name);
  }

  /// The path as far as it leads through what may be shown. Some begin where the configuration does
  /// in its declaration.
  private static AttributePath cut(Value value, AttributePath path) {
    var steps = path.steps();
    boolean declared =
        !steps.isEmpty()
            && steps.getFirst().equals(new AttributePath.Step.Attribute(CONFIG))
            && value.at(AttributePath.of(CONFIG)).isEmpty();
    for (int length = declared ? 1 : 0; length <= steps.size(); length++) {
      var here = value.at(new AttributePath(steps.subList(declared ? 1 : 0, length)));
      if (here.isEmpty()) return path;
      if (!here.get().marks().isEmpty()) return new AttributePath(steps.subList(0, length));
    }
    return path;
  }

  private static String said(String message, List<HiddenTexts> texts) {
    return HiddenTexts.without(
        message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE),
        texts);
  }
}
