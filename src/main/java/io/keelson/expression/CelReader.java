package io.keelson.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import io.keelson.engine.config.TypeScope;
import java.util.ArrayList;
import java.util.List;

/// Parses and checks embedded expressions that are more than a traversal.
final class CelReader {
  private final CelEnvironment environment;

  CelReader(CelEnvironment environment) {
    this.environment = environment;
  }

  CelEnvironment environment() {
    return environment;
  }

  /// The traversals in an expression, none of them checked.
  ///
  /// @throws Problem if the expression cannot be read
  List<Traversal> traversals(TemplateScanner.Part.Embedded embedded) {
    var parsed = parse(embedded);
    return TraversalFolder.fold(parsed, positions(embedded, parsed)).traversals();
  }

  /// An expression with its traversals checked and planned.
  ///
  /// @throws Problem if the expression cannot be read, or a traversal does not fit
  FoldedExpression read(TemplateScanner.Part.Embedded embedded, String declared, TypeScope types) {
    var parsed = parse(embedded);
    var positions = positions(embedded, parsed);
    var folded = TraversalFolder.fold(parsed, positions);
    var planner = new TraversalPlanner(declared, types);
    var planned = new ArrayList<Planned>();
    for (Traversal traversal : folded.traversals()) planned.add(planner.plan(traversal));
    return new FoldedExpression(folded.tree(), positions, planned);
  }

  private CelAbstractSyntaxTree parse(TemplateScanner.Part.Embedded embedded) {
    return tree(environment.compiler().parse(embedded.source()), embedded);
  }

  private static SourcePositions positions(
      TemplateScanner.Part.Embedded embedded, CelAbstractSyntaxTree parsed) {
    return new SourcePositions(embedded.source(), embedded.start(), parsed);
  }

  /// @throws Problem for the first mistake that CEL's checker finds
  CelAbstractSyntaxTree check(TemplateScanner.Part.Embedded embedded, FoldedExpression folded) {
    var builder = environment.compiler().toCompilerBuilder();
    for (int i = 0; i < folded.traversals().size(); i++)
      builder.addVar(
          FoldedExpression.variable(i), TypeMapping.toCel(folded.traversals().get(i).type()));
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
