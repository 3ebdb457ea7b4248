package io.keelson.engine.planning.imports;

import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.Import;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.object.Secrecy;
import io.keelson.engine.provider.Provider;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Marks;
import io.keelson.engine.value.Value;
import io.keelson.engine.value.ValueText;
import java.util.Optional;

/// The diagnostic for an import that names another object than the one that is recorded.
///
/// @rule R-PUL-46
final class IdleImport {
  private static final AttributePath ID = AttributePath.of("id");

  private IdleImport() {}

  /// @param provider of the target
  /// @param recorded the object that the target has, with its marks
  public static Optional<Diagnostic> of(
      ImportTargets.Target target, Provider provider, Value recorded) {
    return wanted(target)
        .filter(wanted -> !isNamed(wanted, target, provider, recorded))
        .flatMap(wanted ->
            recorded
                .at(ID)
                .filter(Value.Text.class::isInstance)
                .map(id -> Secrecy.of(recorded, wanted).in(warning(target, id, wanted))));
  }

  /// Whether an id is one of the recorded object.
  ///
  /// @param wanted a text
  static boolean isNamed(
      Value wanted, ImportTargets.Target target, Provider provider, Value recorded) {
    var type = target.at().resource().type();
    return provider.names(type, ((Value.Text) wanted).text(), recorded.unmark().value());
  }

  /// The id that the import names, a text; empty if it names none that could be compared.
  static Optional<Value> wanted(ImportTargets.Target target) {
    return target.by() instanceof Import.By.Id(var expression)
            && expression.evaluate(target.scope()) instanceof Evaluated.Ok(var id)
            && id instanceof Value.Text
            && !Marks.ephemeral(id.allMarks())
        ? Optional.of(id)
        : Optional.empty();
  }

  private static Diagnostic warning(ImportTargets.Target target, Value id, Value wanted) {
    return Diagnostic.warning(
            Code.IMPORT,
            Subject.of(target.at()),
            "Import is left out",
            "The instance has a record already. The id of its object is "
                + ValueText.inline(id)
                + ", and the import names "
                + ValueText.inline(wanted)
                + ". The object stays as it is, and nothing is taken over. If both mean one object,"
                + " or the object was replaced since, take the import out. To have the other"
                + " object, forget this one first, with spec.removed of the Stack and destroy:"
                + " false.")
        .at(target.path().attribute("id"));
  }
}
