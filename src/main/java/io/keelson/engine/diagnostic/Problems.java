package io.keelson.engine.diagnostic;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Takes what is wrong, in the order in which it is found. Whoever has to know what it has found
/// itself tells it to a part: that hands everything on.
public final class Problems {
  private final List<Diagnostic> found = new ArrayList<>();
  private final Consumer<Diagnostic> whole;

  public Problems() {
    this(_ -> {});
  }

  private Problems(Consumer<Diagnostic> whole) {
    this.whole = whole;
  }

  /// What is told to it is told here, too.
  public Problems part() {
    return new Problems(this::add);
  }

  /// What is told to it is told here as `edit` makes it.
  public Problems part(UnaryOperator<Diagnostic> edit) {
    return new Problems(problem -> add(edit.apply(problem)));
  }

  public void add(Diagnostic problem) {
    found.add(problem);
    whole.accept(problem);
  }

  public void addAll(Collection<Diagnostic> problems) {
    problems.forEach(this::add);
  }

  /// What has been found so far.
  public List<Diagnostic> found() {
    return Collections.unmodifiableList(found);
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  public boolean anyError() {
    return Diagnostic.anyError(found);
  }
}
