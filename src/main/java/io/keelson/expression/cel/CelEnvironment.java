package io.keelson.expression.cel;

import dev.cel.common.CelOptions;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelListsExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.parser.CelStandardMacro;
import io.keelson.expression.evaluation.Optionals;
import io.keelson.expression.function.CidrFunctions;
import io.keelson.expression.function.ConversionFunctions;
import io.keelson.expression.function.Encodings;
import io.keelson.expression.function.ListContents;
import io.keelson.expression.function.ListShapes;
import io.keelson.expression.function.Maps;
import io.keelson.expression.function.MarkFunctions;
import io.keelson.expression.function.MathFunctions;
import io.keelson.expression.function.Operators;
import io.keelson.expression.function.QuantityFunctions;
import io.keelson.expression.function.TextFunctions;
import io.keelson.expression.value.Function;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The language: what can be written, and what its functions do. Made once, at the first expression
/// that needs it; that takes half a second.
final class CelEnvironment {
  /// Code points of one expression.
  static final int LONGEST_SOURCE = 16_000;

  /// How deep expressions may nest.
  static final int DEEPEST = 100;

  static final CelOptions OPTIONS =
      CelOptions.current()
          .enableOptionalSyntax(true)
          .enableQuotedIdentifierSyntax(true)
          .enableHeterogeneousNumericComparisons(true)
          .maxExpressionCodePointSize(LONGEST_SOURCE)
          .maxParseRecursionDepth(DEEPEST)
          .build();

  private final CelCompiler compiler =
      CelCompilerFactory.standardCelCompilerBuilder()
          .setOptions(OPTIONS)
          .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
          .addLibraries(libraries())
          .addMacros(Macros.all())
          .addFunctionDeclarations(CheckerDeclarations.functions())
          .build();
  private final LibraryFunctions library = new LibraryFunctions();
  private final Map<String, Function> ours = new HashMap<>();

  CelEnvironment() {
    Operators.addTo(ours);
    ListShapes.addTo(ours);
    ListContents.addTo(ours, library.named("indexOf", true));
    Maps.addTo(ours);
    ConversionFunctions.addTo(ours);
    MathFunctions.addTo(ours);
    TextFunctions.addTo(ours);
    MarkFunctions.addTo(ours);
    Optionals.addTo(ours);
    Encodings.addTo(ours);
    CidrFunctions.addTo(ours);
    QuantityFunctions.addTo(ours);
    ours.put("template", new TemplateFunction(new CelReader(this)));
  }

  /// CEL's extensions, without those functions that are declared in [CheckerDeclarations] for more
  /// types.
  static List<CelCompilerLibrary> libraries() {
    var strings = EnumSet.allOf(CelStringExtensions.Function.class);
    strings.remove(CelStringExtensions.Function.JOIN);
    var lists = EnumSet.allOf(CelListsExtensions.Function.class);
    lists.remove(CelListsExtensions.Function.SORT_BY);
    return List.of(
        CelExtensions.optional(),
        CelExtensions.comprehensions(),
        CelExtensions.bindings(),
        CelExtensions.strings(strings),
        CelExtensions.lists(lists.toArray(CelListsExtensions.Function[]::new)),
        CelExtensions.math(),
        CelExtensions.encoders(OPTIONS),
        CelExtensions.regex());
  }

  CelCompiler compiler() {
    return compiler;
  }

  /// @param whole whether all operands are of CEL's type `int`
  Function function(String name, boolean member, boolean whole) {
    var own = ours.get(name);
    if (own == null) return library.named(name, member);
    return whole ? Operators.whole(name, own) : own;
  }
}
