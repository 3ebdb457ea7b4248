package io.keelson.engine.planning;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.config.Scope;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.evaluation.RepetitionEvaluation;
import io.keelson.engine.provider.Answer;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.reading.OpenEphemerals;
import io.keelson.engine.reading.OpenEphemerals.Usable;
import io.keelson.engine.value.Evaluated;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// Opens the ephemeral resources that a plan needs, and leaves to the apply those that depend on
/// something which is only known, or done, then. None of them is a change.
///
/// @rule R-WO-4
final class EphemeralPlanner {
  private final ConfiguredProviders providers;
  private final PlanContext context;
  private final Findings findings;
  private final OpenEphemerals open;
  private final Map<ResourceAddress, Expansion.Outcome> expansions = new ConcurrentHashMap<>();

  EphemeralPlanner(PlanContext context, ConfiguredProviders providers) {
    this.context = context;
    this.providers = providers;
    this.findings = context.findings();
    this.open = new OpenEphemerals(providers);
  }

  /// Opens one instance in its turn; what is found out goes to the findings.
  ///
  /// @return whether others can refer to it
  boolean plan(ResourceConfig config, Expansion.Member member) {
    var at = config.address().instance(member.key());
    var conditions =
        new InstanceConditions(config, at, names(config, member), context.options(), findings);
    if (!conditions.before()) return false;
    return findings.with(
        at,
        answer(config, member),
        usable -> {
          findings.report(usable.warnings());
          return conditions.after(usable.value());
        });
  }

  private Answer<Usable> answer(ResourceConfig config, Expansion.Member member) {
    var at = config.address().instance(member.key());
    return open.of(at, () -> open.open(config, at, names(config, member), isPending(config)));
  }

  private Scope names(ResourceConfig config, Expansion.Member member) {
    return context.scope().within(config.address(), member);
  }

  /// Whether this plan changes something that the ephemeral resource needs: it is opened after
  /// that.
  private boolean isPending(ResourceConfig config) {
    if (context.isDestroy()) return false;
    var needed = new TreeSet<>(context.snapshot().dependencies().direct(config.address()));
    needed.addAll(providers.needs(config.address()));
    return needed.stream().anyMatch(findings::isPending);
  }

  /// The instances of an ephemeral resource that the walk does not visit: in destroy mode only
  /// those are opened that provider configurations refer to.
  Expansion.Outcome expansion(ResourceAddress resource) {
    var known = expansions.get(resource);
    if (known != null) return known;
    var config = context.config().resources().get(resource);
    if (config == null) return new Expansion.Outcome.Failed(List.of(undeclared(resource)));
    var outcome =
        RepetitionEvaluation.of(
            config, context.scope(), ComponentInstance.ROOT, context.options().limits()::objection);
    // Each of its instances asks for the expansion, and there may be thousands.
    if (outcome instanceof Expansion.Outcome.Expanded) expansions.put(resource, outcome);
    return outcome;
  }

  private static Diagnostic undeclared(ResourceAddress resource) {
    return Diagnostic.error(
        Code.CREDENTIALS,
        Subject.of(resource),
        "Ephemeral resource is missing",
        "A provider configuration needs "
            + resource
            + ", which is not declared, or cannot be used. Nothing of it is kept: declare it until"
            + " the objects of that provider are gone.");
  }

  /// What others see of an instance.
  Evaluated value(InstanceAddress at) {
    var config = context.config().resources().get(at.resource());
    return switch (expansion(at.resource())) {
      case Expansion.Outcome.Failed(var diagnostics) -> new Evaluated.Failed(diagnostics);
      case Expansion.Outcome.Expanded(var expansion) -> {
        var member = Optional.ofNullable(expansion.members().get(at.key())).orElseThrow();
        yield open.evaluated(at, answer(Optional.ofNullable(config).orElseThrow(), member));
      }
    };
  }

  List<Diagnostic> close() {
    return open.close();
  }
}
