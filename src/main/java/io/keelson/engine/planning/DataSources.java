package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Root;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.object.ProposedNewState;
import io.keelson.engine.object.Sensitivity;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.provider.FoundData;
import io.keelson.engine.reading.DataReader;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.snapshot.Dependencies;
import io.keelson.engine.state.Dependency;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Unmarked;
import io.keelson.engine.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/// Plans the instances of data sources: reads those that can be read now, and leaves the others to
/// the apply.
///
/// Nothing of what is read is stored: no plan ever starts from it, and what it gave is in the
/// objects that were made of it.
///
/// @rule R-DATA-1
/// @rule R-DATA-5
/// @rule R-DATA-6
final class DataSources {
  private final DataReader reader;
  private final PlanMemo memo;
  private final PlanOptions options;
  private final Dependencies dependencies;
  private final StackScope scope;
  private final Findings findings;
  private final boolean programsRun;
  private final SortedSet<ResourceAddress> ofProviders;
  private volatile boolean postponed;

  /// @param programsRun whether programs run meanwhile, which wait for this round of the plan
  DataSources(PlanContext context, DataReader reader, PlanMemo memo, boolean programsRun) {
    this.reader = reader;
    this.memo = memo;
    this.options = context.options();
    this.dependencies = context.snapshot().dependencies();
    this.scope = context.scope();
    this.findings = context.findings();
    this.programsRun = programsRun;
    this.ofProviders = dependencies.ofProvidersAlone(context.config());
  }

  /// Whether a method was not called as programs run, so that its result is not known yet.
  boolean hasPostponed() {
    return postponed;
  }

  /// Reads one instance, or plans that it is read later; what is found out goes to the findings.
  ///
  /// @return whether others can refer to it
  /// @rule R-COND-7
  boolean plan(ResourceConfig config, Expansion.Member member) {
    var at = config.address().instance(member.key());
    var names = scope.within(config.address(), member);
    var conditions = new InstanceConditions(config, at, names, options, findings);
    if (!conditions.before()) return false;
    return switch (config.body().evaluate(names)) {
      case Evaluated.Failed(var diagnostics) -> fail(at, Diagnostic.within(at, diagnostics));
      case Evaluated.Ok(var body) ->
          look(config, at, body.unmark()).filter(conditions::after).isPresent();
    };
  }

  /// What others see of the instance; empty if it cannot be read.
  private Optional<Value> look(ResourceConfig config, InstanceAddress at, Unmarked body) {
    var problems = reader.problems(at, body);
    if (Diagnostic.anyError(problems)) {
      fail(at, problems);
      return Optional.empty();
    }
    findings.report(problems);
    if (!body.value().whollyKnown()) return Optional.of(deferred(at, body, Reason.CONFIG_UNKNOWN));
    return isPending(config, at) || isPostponed(at)
        ? Optional.of(deferred(at, body, Reason.DEPENDENCY_PENDING))
        : read(at, body);
  }

  /// Some SDKs call a method only when no program of their process runs any more, and that may wait
  /// for what this round plans.
  private boolean isPostponed(InstanceAddress at) {
    if (!programsRun || !reader.schema(at).isMethod()) return false;
    postponed = true;
    return true;
  }

  /// Whether this plan changes something that the data source looks at. What it only reads through
  /// locals or other data sources does not count.
  ///
  /// @rule R-DATA-3
  /// @rule R-DATA-4
  private boolean isPending(ResourceConfig config, InstanceAddress at) {
    return relevant(config).entrySet().stream()
        .filter(each -> each.getKey().mode() == ResourceAddress.Mode.MANAGED)
        .anyMatch(each -> findings.isPending(each.getKey(), at.key().components(each.getValue())));
  }

  /// The resources whose changes delay the reading, each with its depth, see [Dependency#depth].
  ///
  /// @rule R-DATA-2
  private SortedMap<ResourceAddress, Integer> relevant(ResourceConfig config) {
    var relevant = new TreeMap<>(dependencies.explicit(config));
    var in = config.address().in();
    if (config.hasConditions())
      dependencies
          .stored(config.address())
          .forEach(each -> relevant.merge(each.resource(), each.depth(), Math::min));
    else
      config
          .references()
          .forEach(reference -> {
            if (reference.root() instanceof Root.Resource(var address))
              relevant.merge(address.within(in), in.depth(), Math::min);
          });
    return relevant;
  }

  private Optional<Value> read(InstanceAddress at, Unmarked body) {
    return switch (answer(at, body)) {
      case Answer.Failed(var diagnostics) -> {
        fail(at, diagnostics);
        yield Optional.empty();
      }
      case Answer.Deferred(var deferral) -> {
        findings.defer(at, deferral);
        yield Optional.empty();
      }
      case Answer.Given(var found) -> {
        findings.report(found.warnings());
        var value = reader.marked(at, found, body);
        findings.read(at, value);
        yield Optional.of(value);
      }
    };
  }

  /// Reads a data source, or takes the remembered answer where only affected objects are read. What
  /// only lets providers in is never remembered: tokens end, and are changed.
  Answer<FoundData> answer(InstanceAddress at, Unmarked body) {
    if (ofProviders.contains(at.resource())) return reader.read(at, body);
    var question = reader.question(at, body);
    var remembered =
        options.reading().refresh() == PlanOptions.Refresh.AFFECTED || memo.answers().isHeld()
            ? memo.data().answer(question)
            : Optional.<FoundData>empty();
    if (remembered.isPresent()) return reader.counted(at, remembered.get());
    var answer = reader.read(at, body);
    answer.given().ifPresent(found -> memo.data().remember(at, question, found));
    return answer;
  }

  /// The placeholder for what will be read: the configured attributes, and all others unknown. A
  /// plan that only reads is not applied, so it plans no reading for later.
  ///
  /// @rule R-MERGE-8
  /// @rule R-MODE-1
  private Value deferred(InstanceAddress at, Unmarked body, Reason reason) {
    var schema = reader.schema(at);
    var placeholder = ProposedNewState.of(schema, Value.unknown(schema.type()), body.value());
    var value = Sensitivity.marked(schema, placeholder, body);
    if (options.mode() == PlanOptions.Mode.REFRESH_ONLY) findings.read(at, value);
    else
      findings.add(
          new Change(
              ObjectRef.current(at),
              new Action.Read(),
              reason,
              Optional.empty(),
              Optional.of(value),
              Bytes.NONE,
              Optional.empty()));
    return value;
  }

  private boolean fail(InstanceAddress at, List<Diagnostic> diagnostics) {
    findings.fail(at, diagnostics);
    return false;
  }
}
