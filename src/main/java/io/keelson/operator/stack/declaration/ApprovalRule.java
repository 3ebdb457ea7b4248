package io.keelson.operator.stack.declaration;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.keelson.engine.address.AttributePath;
import io.keelson.engine.config.PlanNumber;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Excerpt;
import io.keelson.engine.diagnostic.Nearest;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.plan.Counts;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.StackSpec.ApprovalMode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// `spec.approval.autoApproveWhen`: CEL over the numbers of a plan. An error means no.
public final class ApprovalRule {
  private static final String DEFAULT = "plan.destructive == 0";
  private static final String PLAN = "plan";
  private static final MapType NUMBERS = MapType.create(SimpleType.STRING, SimpleType.INT);
  private static final Set<String> FIELDS = PlanNumber.IN_RULES.keySet();

  /// Nested loops over a dozen numbers could otherwise run almost without end.
  private static final CelOptions LIMITS =
      CelOptions.current()
          .enableHeterogeneousNumericComparisons(true)
          .comprehensionMaxIterations(10_000)
          .maxParseRecursionDepth(100)
          .build();

  private final String text;

  public ApprovalRule(String text) {
    this.text = text;
  }

  /// The problem of the rule of a Stack that uses one; empty if it can be used.
  public static Optional<Diagnostic> problem(Stack stack) {
    var approval = stack.getSpec().approval;
    boolean goesByIt =
        approval != null
            && approval.autoApproveWhen != null
            && (approval.mode == null || approval.mode == ApprovalMode.Policy);
    return goesByIt ? new ApprovalRule(approval.autoApproveWhen).problem() : Optional.empty();
  }

  Optional<Diagnostic> problem() {
    // Almost all Stacks use this rule. It does without CEL, which takes a second to load.
    if (text.equals(DEFAULT)) return Optional.empty();
    var compiled = compiled();
    if (compiled.hasError()) return Optional.of(unreadable(compiled.getErrors().getFirst()));
    try {
      return unknownField(compiled.getAst());
    } catch (CelValidationException e) {
      throw new IllegalStateException("a result without errors has a tree", e);
    }
  }

  public boolean approves(Counts counts) {
    if (text.equals(DEFAULT)) return counts.of(PlanNumber.DESTRUCTIVE) == 0;
    try {
      return Boolean.TRUE.equals(program().eval(Map.of(PLAN, summary(counts))));
    } catch (CelValidationException | CelEvaluationException e) {
      return false;
    }
  }

  private CelValidationResult compiled() {
    return CelCompilerFactory.standardCelCompilerBuilder()
        .setOptions(LIMITS)
        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
        .addVar(PLAN, NUMBERS)
        .setResultType(SimpleType.BOOL)
        .build()
        .compile(text);
  }

  private CelRuntime.Program program() throws CelValidationException, CelEvaluationException {
    return CelRuntimeFactory.plannerRuntimeBuilder()
        .setOptions(LIMITS)
        .build()
        .createProgram(compiled().getAst());
  }

  private Diagnostic unreadable(CelIssue issue) {
    var said = issue.getMessage();
    var wrong = said.replaceFirst("(?s) expecting .*", "").replace('\n', ' ');
    if (said.contains("mismatched input '<EOF>'")) wrong = "the rule ends too early";
    if (said.startsWith("undeclared reference")) wrong = "a rule knows nothing but plan";
    if (said.startsWith("expected type 'bool'"))
      wrong = "the rule gives neither true nor false; compare what it gives, as with == 0";
    var from = 0;
    for (int i = 1; i < issue.getSourceLocation().getLine(); i++)
      from = text.indexOf('\n', from) + 1;
    int rest = text.codePointCount(from, text.length());
    int column = Math.clamp(issue.getSourceLocation().getColumn(), 0, rest);
    return diagnostic(wrong, text.offsetByCodePoints(from, column), "");
  }

  /// The problem of a field that no plan has, as in `plan.destroy` or `plan["destroy"]`.
  private Optional<Diagnostic> unknownField(CelAbstractSyntaxTree tree) {
    var unknown = new TreeMap<Integer, String>();
    CelNavigableAst.fromAst(tree)
        .getRoot()
        .allNodes()
        .map(CelNavigableExpr::expr)
        .forEach(each ->
            field(each)
                .filter(name -> !FIELDS.contains(name))
                .ifPresent(name -> unknown.put(place(tree, each, name), name)));
    return Optional.ofNullable(unknown.firstEntry()).map(this::unknown);
  }

  private static Optional<String> field(CelExpr expr) {
    return switch (expr.getKind()) {
      case SELECT -> isPlan(expr.select().operand(), expr.select().field());
      case CALL -> {
        var call = expr.call();
        yield call.function().equals("_[_]")
                && call.args().get(1).getKind() == CelExpr.ExprKind.Kind.CONSTANT
            ? isPlan(call.args().get(0), call.args().get(1).constant().stringValue())
            : Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private static Optional<String> isPlan(CelExpr operand, String field) {
    return Optional.of(field)
        .filter(_ -> operand.getKind() == CelExpr.ExprKind.Kind.IDENT)
        .filter(_ -> operand.ident().name().equals(PLAN));
  }

  private int place(CelAbstractSyntaxTree tree, CelExpr expr, String name) {
    var codePoints = tree.getSource().getPositionsMap().getOrDefault(expr.id(), 0);
    int all = text.codePointCount(0, text.length());
    int from = text.offsetByCodePoints(0, Math.min(codePoints, all));
    int at = text.indexOf(name, from);
    return at < 0 ? from : at;
  }

  private Diagnostic unknown(Map.Entry<Integer, String> field) {
    var advice = Nearest.advice(field.getValue(), FIELDS).replace("mean '", "mean 'plan.");
    var all = "A plan has: " + String.join(", ", new TreeSet<>(FIELDS)) + ".";
    return diagnostic(
        "a plan has no '%s'".formatted(field.getValue()),
        field.getKey(),
        advice.startsWith("There is") ? all : (advice + " " + all).strip());
  }

  private Diagnostic diagnostic(String wrong, int at, String advice) {
    var detail =
        "%s, so the rule approves no plan.\n%s\n%s"
            .formatted(
                Character.toUpperCase(wrong.charAt(0)) + wrong.substring(1),
                Excerpt.of(text, at),
                advice)
            .strip();
    return Diagnostic.error(
            Code.INVALID_CONFIG, Subject.stack(), "Approval rule cannot be used", detail)
        .at(AttributePath.of("approval").attribute("autoApproveWhen"));
  }

  private static SortedMap<String, Long> summary(Counts counts) {
    var summary = new TreeMap<String, Long>();
    PlanNumber.IN_RULES.forEach((name, number) -> summary.put(name, (long) counts.of(number)));
    return summary;
  }
}
