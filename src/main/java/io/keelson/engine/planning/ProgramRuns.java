package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ObjectRef;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.Registered;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.plan.Action;
import io.keelson.engine.plan.Change;
import io.keelson.engine.plan.Reason;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.value.Bytes;
import io.keelson.engine.value.Evaluated;
import io.keelson.engine.value.Value;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// Plans the runs of programs: says what each is given as long as it has not run, and what it gave
/// afterwards. Running it is up to who makes the plan.
///
/// @rule R-PRG-20
final class ProgramRuns {
  private final PlanContext context;
  private final ConfiguredProviders providers;
  private final Map<InstanceAddress, Value> given = new ConcurrentHashMap<>();

  ProgramRuns(PlanContext context, ConfiguredProviders providers) {
    this.context = context;
    this.providers = providers;
  }

  /// The programs of a plan.
  ///
  /// @param given what those are given that have not run, by the addresses of their runs; a program
  ///   whose provider is not configured yet is not among them
  /// @param instances how often each is there, where that is known
  record Waiting(
      SortedMap<InstanceAddress, Value> given, SortedMap<ResourceAddress, Integer> instances) {}

  /// @param instances how often each program is there
  Waiting waiting(SortedMap<ResourceAddress, Integer> instances) {
    return new Waiting(new TreeMap<>(given), instances);
  }

  /// @return whether others can refer to the run
  boolean plan(ResourceConfig config, Expansion.Member member) {
    var at = config.address().instance(member.key());
    var names = context.scope().within(config.address(), member);
    return switch (config.body().evaluate(names)) {
      case Evaluated.Failed(var diagnostics) -> {
        context.findings().fail(at, Diagnostic.within(at, diagnostics));
        yield false;
      }
      case Evaluated.Ok(var inputs) -> {
        var run = context.config().registered().runs().get(at);
        if (run == null) waits(at, inputs);
        else note(at, run);
        yield true;
      }
    };
  }

  /// A program of a provider whose configuration is not known is not asked.
  private void waits(InstanceAddress at, Value inputs) {
    var type = providers.schema(at.resource()).orElseThrow().type();
    context.findings().read(at, Value.unknown(type));
    if (!providers.isPending(at.resource())) given.put(at, inputs);
  }

  /// What a run gave, in place of what was known of it before.
  void note(InstanceAddress at, Registered.Run run) {
    if (!run.again()) {
      context.findings().read(at, run.value());
      return;
    }
    context.findings().unread(at);
    context
        .findings()
        .add(
            new Change(
                ObjectRef.current(at),
                new Action.Read(),
                Reason.PROGRAM,
                Optional.empty(),
                Optional.of(run.value()),
                Bytes.NONE,
                Optional.empty()));
  }
}
