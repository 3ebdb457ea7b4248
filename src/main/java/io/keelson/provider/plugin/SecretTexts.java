package io.keelson.provider.plugin;

import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.HiddenTexts;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.Collection;

/// The texts in a value that nobody may see: a provider that is handed them may print them.
public final class SecretTexts {
  private SecretTexts() {}

  /// What is marked, and what the schema says is secret.
  public static Collection<String> in(Schema schema, Unmarked value) {
    return HiddenTexts.marked(value.remark(Sensitivity.marked(schema, value.value(), value)));
  }

  /// What is marked.
  public static Collection<String> in(Unmarked value) {
    return HiddenTexts.marked(value.remark(value.value()));
  }

  /// Every text there is.
  public static Collection<String> all(Value value) {
    return HiddenTexts.marked(value.mark(Marks.sensitive("provider")));
  }
}
