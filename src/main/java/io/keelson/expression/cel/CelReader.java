package io.keelson.expression.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import io.keelson.engine.config.TypeScope;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.expression.evaluation.PlannedNode;
import io.keelson.expression.value.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Parses and checks embedded expressions that are more than a traversal.
final class CelReader {
  private final CelEnvironment environment;

  CelReader(CelEnvironment environment) {
    this.environment = environment;
  }

  /// The one of this process. Made when it is first asked for, which takes half a second.
  static CelReader shared() {
    return Shared.READER;
  }

  private static final class Shared {
    static final CelReader READER = new CelReader(new CelEnvironment());
  }

  CelEnvironment environment() {
    return environment;
  }

  /// The traversals in an expression, none of them checked.
  ///
  /// @throws Problem if the expression cannot be read
  List<Traversal> traversals(TemplateScanner.Part.Embedded embedded) {
    var parsed = parse(embedded);
    return TraversalFolder.fold(parsed, positions(embedded, parsed), Set.of()).traversals();
  }

  /// An expression with its traversals checked and planned.
  ///
  /// @throws Problem if the expression cannot be read, or a traversal does not fit
  FoldedExpression read(TemplateScanner.Part.Embedded embedded, String declared, TypeScope types) {
    var parsed = parse(embedded);
    var positions = positions(embedded, parsed);
    var folded = TraversalFolder.fold(parsed, positions, Set.of());
    var planner = new TraversalPlanner(declared, types);
    var planned = new ArrayList<PlannedNode>();
    for (Traversal traversal : folded.traversals()) planned.add(planner.plan(traversal));
    var calls = folded.calls().stream().map(call -> call.planned(types)).toList();
    return new FoldedExpression(folded.tree(), positions, planned, calls);
  }

  private CelAbstractSyntaxTree parse(TemplateScanner.Part.Embedded embedded) {
    int length = embedded.source().codePointCount(0, embedded.source().length());
    if (length > CelEnvironment.LONGEST_SOURCE)
      throw Problem.expression(
          embedded.start(),
          "expression is too long",
          "it has %d characters, and may have at most %d"
              .formatted(length, CelEnvironment.LONGEST_SOURCE),
          "Split it over several locals, or write long values outside of '${…}'.");
    return tree(environment.compiler().parse(embedded.source()), embedded);
  }

  private static SourcePositions positions(
      TemplateScanner.Part.Embedded embedded, CelAbstractSyntaxTree parsed) {
    return new SourcePositions(embedded.source(), embedded.start(), parsed);
  }

  /// An expression that knows nothing but the given variables.
  ///
  /// @throws Problem if the expression cannot be read, or refers to anything else
  FoldedExpression read(TemplateScanner.Part.Embedded embedded, Set<String> given) {
    var parsed = parse(embedded);
    var positions = positions(embedded, parsed);
    var folded = TraversalFolder.fold(parsed, positions, given);
    for (Traversal other : folded.traversals())
      throw Problem.badReference(
          other.at(),
          "no such variable",
          "there is no variable '" + other.name() + "'",
          Nearest.advice(other.name(), given));
    for (ProviderFunctionCall.Written call : folded.calls())
      throw Problem.badReference(
          call.at(),
          "function not available here",
          call.name() + " cannot be called in a template",
          "Call it outside, and give the template its result as a variable.");
    return new FoldedExpression(folded.tree(), positions, List.of(), List.of());
  }

  /// @throws Problem for the first mistake that CEL's checker finds
  CelAbstractSyntaxTree check(TemplateScanner.Part.Embedded embedded, FoldedExpression folded) {
    return check(embedded, folded, Map.of());
  }

  /// @param given the types of variables
  CelAbstractSyntaxTree check(
      TemplateScanner.Part.Embedded embedded, FoldedExpression folded, Map<String, CelType> given) {
    var builder = environment.compiler().toCompilerBuilder();
    given.forEach(builder::addVar);
    for (int i = 0; i < folded.traversals().size(); i++)
      builder.addVar(
          FoldedExpression.variable(i), TypeMapping.toCel(folded.traversals().get(i).type()));
    for (int i = 0; i < folded.calls().size(); i++)
      builder.addFunctionDeclarations(folded.calls().get(i).declared(FoldedExpression.function(i)));
    return tree(builder.build().check(folded.tree()), embedded);
  }

  private static CelAbstractSyntaxTree tree(
      CelValidationResult result, TemplateScanner.Part.Embedded embedded) {
    try {
      if (!result.hasError()) return result.getAst();
    } catch (CelValidationException e) {
      throw new IllegalStateException("a valid expression has no tree", e);
    }
    CelIssue first = result.getErrors().getFirst();
    var at = SourcePositions.position(first, embedded.source(), embedded.start());
    throw CelIssues.problem(first, at);
  }
}
