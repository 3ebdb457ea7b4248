package io.keelson.expression.cel;

import dev.cel.checker.CelStandardDeclarations;
import dev.cel.extensions.CelExtensionLibrary;
import dev.cel.parser.CelStandardMacro;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The names of all functions and macros that can be written.
final class FunctionNames {
  private static final Set<String> LEFT_OUT = Set.of("type", "uint");

  static final List<String> ALL = List.copyOf(all());

  private FunctionNames() {}

  private static Set<String> all() {
    var names = new TreeSet<>(CelStandardDeclarations.getAllFunctionNames());
    CelStandardMacro.STANDARD_MACROS.forEach(macro -> names.add(macro.getFunction()));
    CheckerDeclarations.functions().forEach(function -> names.add(function.name()));
    Macros.all().forEach(macro -> names.add(macro.getFunction()));
    for (Object library : CelEnvironment.libraries()) {
      if (!(library instanceof CelExtensionLibrary.FeatureSet features)) continue;
      features.functions().forEach(function -> names.add(function.name()));
      features.macros().forEach(macro -> names.add(macro.getFunction()));
    }
    names.removeIf(name -> !name.matches("[a-zA-Z][a-zA-Z0-9_.]*") || LEFT_OUT.contains(name));
    return names;
  }
}
