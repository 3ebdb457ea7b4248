package io.keelson.provider.plugin;

import io.keelson.engine.plan.Sensitivity;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Sequence;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.Collection;
import java.util.TreeSet;

/// The texts in a value that nobody may see: a provider that is handed them may print them.
final class SecretTexts {
  private SecretTexts() {}

  /// What is marked, and what the schema says is secret.
  static Collection<String> in(Schema schema, Unmarked value) {
    var found = new TreeSet<String>();
    collect(value.remark(Sensitivity.marked(schema, value.value(), value)), false, found);
    return found;
  }

  /// What is marked.
  static Collection<String> in(Unmarked value) {
    var found = new TreeSet<String>();
    collect(value.remark(value.value()), false, found);
    return found;
  }

  /// Every text there is.
  static Collection<String> all(Value value) {
    var found = new TreeSet<String>();
    collect(value, true, found);
    return found;
  }

  private static void collect(Value value, boolean within, Collection<String> found) {
    if (!within && !value.marked()) return;
    boolean secret = within || !value.marks().isEmpty();
    switch (value) {
      case Value.Text text when secret -> found.add(text.text());
      case Sequence sequence -> sequence.elements().forEach(each -> collect(each, secret, found));
      case Mapping mapping -> mapping.values().forEach(each -> collect(each, secret, found));
      default -> {}
    }
  }
}
