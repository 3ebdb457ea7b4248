package io.keelson.provider.plugin;

import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.value.Conversion;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Mapping;
import io.keelson.engine.value.Type;
import io.keelson.engine.value.Value;
import io.keelson.provider.plugin.schema.IdentitySchema;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An identity that a user has written down to import an object by it.
///
/// @param type whose object it is
record GivenIdentity(String type, IdentitySchema schema) {

  /// The identity as its schema has it; attributes that are not given are null.
  Evaluated read(Mapping given) {
    var problems = new ArrayList<Diagnostic>();
    for (String name : given.keys())
      if (!schema.type().has(name)) problems.add(problem(name, "is none of its attributes", ""));
    var values = new TreeMap<String, Value>();
    schema
        .type()
        .attributes()
        .forEach(
            (name, each) -> values.put(name, attribute(name, each, given.get(name), problems)));
    return problems.isEmpty() ? Evaluated.of(Value.object(values)) : new Evaluated.Failed(problems);
  }

  private Value attribute(
      String name, Type declared, @Nullable Value given, List<Diagnostic> problems) {
    if (given == null || given.isNull()) {
      if (schema.requiredForImport().contains(name))
        problems.add(problem(name, "is missing", "Objects are only found with it: write it down."));
      return Value.nothing(declared);
    }
    return switch (given.convert(declared)) {
      case Conversion.Converted(var value) -> value;
      case Conversion.NotConvertible(_, var reason) -> {
        problems.add(problem(name, "does not fit", reason + "."));
        yield Value.nothing(declared);
      }
    };
  }

  private Diagnostic problem(String attribute, String what, String more) {
    var names = String.join(", ", schema.type().names());
    return Diagnostic.error(
        Code.IMPORT,
        Subject.stack(),
        "Import identity cannot be used",
        "Of the identity, "
            + attribute
            + " "
            + what
            + ". "
            + (more.isEmpty() ? "" : more + " ")
            + "The identity of "
            + type
            + " has: "
            + names
            + ".");
  }
}
