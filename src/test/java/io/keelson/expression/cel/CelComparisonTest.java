package io.keelson.expression.cel;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import dev.cel.checker.CelStandardDeclarations.StandardFunction;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.ast.CelExpr;
import dev.cel.extensions.CelExtensionLibrary;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelStandardMacro;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Over known data our evaluator gives what cel-java's own runtime gives. The guard at every
/// upgrade of cel-java.
final class CelComparisonTest {
  /// Where we leave CEL, and why. A line of the corpus that differs starts with `! NAME`.
  enum Difference {
    /// For users "null" and "left out" are the same, so `has` and `.?` take a null for nothing.
    NULL_IS_ABSENT,
    /// A provider's numbers are decimals of any size, so arithmetic is exact unless both operands
    /// are written as whole numbers.
    DECIMAL_NUMBERS,
    /// The number of an attribute may be whole or not, so `int` and `double` go together
    /// everywhere.
    MIXED_NUMBERS,
    /// A number in a text has plain digits, as in JSON: no exponent and no `.0`.
    NUMBER_TEXT,
    /// JSON has no infinity, so what has no result is a mistake.
    NO_INFINITY,
    /// Texts are in normal form C, as in Terraform, so that equal letters are equal texts.
    NORMAL_TEXT,
    /// The keys of maps are strings, as in JSON; a number finds the key it is written as.
    STRING_KEYS,
    /// `join` takes numbers and bools, as an interpolation does.
    JOIN_OF_ANY,
    /// The arms of a condition become one primitive type, as in Terraform.
    ARMS_UNIFY,
    /// The attributes of an object are known, so asking for another one is a misspelling, also in
    /// `has`.
    KNOWN_ATTRIBUTES,
    /// `sortBy` of cel-java forgets the type of what it sorts.
    SORTED_TYPE,
    /// A duration is written as Kubernetes and CEL in Go write it: `1.5s`, not `1.500s`.
    DURATION_TEXT,
    /// Nothing in a configuration is an unsigned number.
    NO_UNSIGNED,
    /// A type is no value in a configuration.
    NO_TYPES,
    /// `null` has every type, because every attribute can be left out.
    NULL_OF_EVERY_TYPE,
    /// The failure of an `exists` or `all` fails what compares it, too. In cel-java it is a value
    /// that equals no other.
    FAILURE_IS_NO_VALUE
  }

  /// A line of the corpus.
  ///
  /// @param difference null if both must agree
  private record Line(@Nullable Difference difference, String source) {
    static Line of(String text) {
      if (!text.startsWith("! ")) return new Line(null, text);
      int end = text.indexOf(' ', 2);
      return new Line(Difference.valueOf(text.substring(2, end)), text.substring(end + 1));
    }
  }

  /// Overloads that nothing can be compared of.
  private static boolean isLeftOut(String overload) {
    return overload.contains("uint")
        || overload.equals("type")
        || overload.startsWith("type_")
        || overload.equals("cel_block_list");
  }

  private static final CelJava CEL = new CelJava();

  @Test
  void knownData_givesWhatCelJavaGives() throws IOException {
    var wrong = new ArrayList<String>();
    var seen = EnumSet.noneOf(Difference.class);
    for (Line line : corpus()) {
      var ours = CEL.ours(line.source());
      var theirs = CEL.theirs(line.source());
      if (ours.equals(theirs) && line.difference() != null)
        wrong.add(line.source() + " does not differ any more: " + ours);
      if (!ours.equals(theirs) && line.difference() == null)
        wrong.add(line.source() + ": ours " + ours + ", cel-java " + theirs);
      if (line.difference() != null) seen.add(line.difference());
    }
    assertThat(wrong).isEmpty();
    assertThat(seen).isEqualTo(EnumSet.allOf(Difference.class));
  }

  @Test
  void corpus_callsEveryOverloadAndMacroOfTheLibrary() throws IOException {
    var called = new TreeSet<String>();
    for (Line line : corpus()) {
      var tree = CEL.checked(line.source());
      if (tree.isEmpty()) continue;
      tree.get().getReferenceMap().values().forEach(each -> called.addAll(each.overloadIds()));
      tree.get()
          .getSource()
          .getMacroCalls()
          .values()
          .forEach(call -> called.addAll(macroKeys(call.call())));
    }
    var missing = new TreeSet<String>();
    libraryFunctions()
        .flatMap(function -> function.overloads().stream())
        .map(overload -> overload.overloadId())
        .filter(overload -> !isLeftOut(overload) && !called.contains(overload))
        .forEach(missing::add);
    libraryMacros().filter(name -> !called.contains(name)).forEach(missing::add);
    assertThat(missing).isEmpty();
  }

  /// As in [CelMacro#getKey], for a fixed and for any number of arguments.
  private static List<String> macroKeys(CelExpr.CelCall call) {
    boolean member = call.target().isPresent();
    return List.of(
        call.function() + ":" + call.args().size() + ":" + member,
        call.function() + ":*:" + member);
  }

  private static Stream<CelFunctionDecl> libraryFunctions() {
    return Stream.concat(
        EnumSet.complementOf(
                EnumSet.of(
                    StandardFunction.OLD_IN,
                    StandardFunction.OLD_NOT_STRICTLY_FALSE,
                    StandardFunction.UINT))
            .stream()
            .map(StandardFunction::functionDecl),
        features().flatMap(library -> library.functions().stream()));
  }

  private static Stream<String> libraryMacros() {
    ImmutableSet<CelStandardMacro> standard = CelStandardMacro.STANDARD_MACROS;
    return Stream.concat(
            standard.stream().map(CelStandardMacro::getDefinition),
            features().flatMap(library -> library.macros().stream()))
        .map(CelMacro::getKey);
  }

  private static Stream<CelExtensionLibrary.FeatureSet> features() {
    return Stream.of(
        CelExtensions.optional(),
        CelExtensions.comprehensions(),
        CelExtensions.bindings(),
        CelExtensions.strings(),
        CelExtensions.lists(),
        CelExtensions.math(),
        CelExtensions.encoders(CelEnvironment.OPTIONS),
        CelExtensions.regex(),
        CelExtensions.sets(CelEnvironment.OPTIONS));
  }

  private static List<Line> corpus() throws IOException {
    try (InputStream in =
        CelComparisonTest.class.getResourceAsStream("/expression/cel-corpus.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(Line::of)
          .toList();
    }
  }
}
