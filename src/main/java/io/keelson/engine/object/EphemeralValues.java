package io.keelson.engine.object;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.schema.Schema;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Refuses ephemeral values where they would be kept.
///
/// @rule R-WO-3
public final class EphemeralValues {
  private static final AttributePath CONFIG = AttributePath.of("config");

  private EphemeralValues() {}

  /// Where a configuration has ephemeral values in attributes that are recorded: anywhere but in
  /// write-only ones.
  ///
  /// @param schema of the resource type or data source
  public static List<Diagnostic> misplaced(Schema schema, Subject subject, Unmarked config) {
    var found = new ArrayList<Diagnostic>();
    config
        .marks()
        .forEach((path, marks) -> {
          if (Marks.ephemeral(marks) && !WriteOnly.leadsTo(schema, path))
            found.add(
                refusal(
                        subject,
                        Marks.ephemeralSources(marks),
                        "this attribute is recorded",
                        remedy(schema))
                    .at(CONFIG.then(path)));
        });
    return found;
  }

  private static String remedy(Schema schema) {
    var takers = WriteOnly.names(schema);
    return takers.isEmpty()
        ? "This type has no write-only attribute that could take it; use a value that is not"
            + " ephemeral."
        : "Give it to a write-only attribute ("
            + String.join(", ", takers)
            + "), or use a value that is not ephemeral.";
  }

  /// Why a value cannot become that of an output.
  public static Optional<Diagnostic> inOutput(String output, Value value) {
    var sources = Marks.ephemeralSources(value.allMarks());
    return sources.isEmpty()
        ? Optional.empty()
        : Optional.of(
            refusal(
                Subject.part("output", output),
                sources,
                "an output is recorded",
                "Use a value that is not ephemeral."));
  }

  /// Why a value cannot be that of `replaceTrigger`.
  static Diagnostic asTrigger(Subject subject, Value value) {
    return refusal(
            subject,
            Marks.ephemeralSources(value.allMarks()),
            "what it was is recorded with the object",
            "Use a value that is not ephemeral.")
        .at(AttributePath.of("lifecycle").attribute("replaceTrigger"));
  }

  private static Diagnostic refusal(Subject subject, String sources, String but, String remedy) {
    return Diagnostic.error(
        Code.EPHEMERAL,
        subject,
        "Ephemeral value would be kept",
        "The value comes from %s, which is ephemeral and never stored, but %s. %s"
            .formatted(sources, but, remedy));
  }
}
