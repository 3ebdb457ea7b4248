package io.keelson.operator.stack;

import dev.cel.common.CelValidationException;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.keelson.operator.api.PlanCounts;
import java.util.Map;
import java.util.TreeMap;

/// `spec.approval.autoApproveWhen`: CEL over the numbers of a plan. An error means no.
final class ApprovalRule {
  private static final String DEFAULT = "plan.destructive == 0";
  private static final MapType PLAN = MapType.create(SimpleType.STRING, SimpleType.INT);

  private final String text;

  ApprovalRule(String text) {
    this.text = text;
  }

  boolean approves(PlanCounts counts) {
    // The rule that almost all use needs no CEL, which takes a second to load.
    if (text.equals(DEFAULT)) return number(counts.destructive) == 0;
    try {
      return Boolean.TRUE.equals(program().eval(Map.of("plan", summary(counts))));
    } catch (CelValidationException | CelEvaluationException e) {
      return false;
    }
  }

  private CelRuntime.Program program() throws CelValidationException, CelEvaluationException {
    CelCompiler compiler =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addVar("plan", PLAN)
            .setResultType(SimpleType.BOOL)
            .build();
    return CelRuntimeFactory.plannerRuntimeBuilder()
        .build()
        .createProgram(compiler.compile(text).getAst());
  }

  private static Map<String, Long> summary(PlanCounts counts) {
    var summary = new TreeMap<String, Long>();
    summary.put("add", number(counts.add));
    summary.put("change", number(counts.change));
    summary.put("replace", number(counts.replace));
    summary.put("destroy", number(counts.destroy));
    summary.put("forget", number(counts.forget));
    summary.put("recreate", number(counts.recreate));
    summary.put("deposed", number(counts.deposed));
    summary.put("move", number(counts.move));
    summary.put("deferred", number(counts.deferred));
    summary.put("destructive", number(counts.destructive));
    summary.put("removals", number(counts.removals));
    return summary;
  }

  private static long number(@org.jspecify.annotations.Nullable Integer count) {
    return count == null ? 0 : count;
  }
}
