package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.evaluation.StackScope;
import io.keelson.engine.plan.PlanOptions;
import io.keelson.engine.planning.imports.ObjectImporter;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.reading.ObjectReader;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.snapshot.CreateBeforeDestroy;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.InstanceState;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Plans the instances that are declared.
final class DeclaredObjects {
  private final Shared shared;

  DeclaredObjects(
      ConfiguredProviders providers,
      ObjectReader reader,
      PlanOptions options,
      Snapshot snapshot,
      CreateBeforeDestroy createBeforeDestroy,
      StackScope scope,
      ObjectImporter importer,
      PlanMemo memo,
      Findings findings) {
    this.shared =
        new Shared(
            providers,
            reader,
            options,
            snapshot,
            createBeforeDestroy,
            scope,
            importer,
            memo,
            findings,
            new ReplaceTriggers(findings.byResource()),
            new PolicyCheck(snapshot.config()),
            ConcurrentHashMap.newKeySet(),
            new ConcurrentHashMap<>());
  }

  /// What the planning of all instances shares.
  ///
  /// @param takenOver instances whose unfinished create turned out to have made an object
  /// @param containers what is planned for containers, as far as it was asked for
  record Shared(
      ConfiguredProviders providers,
      ObjectReader reader,
      PlanOptions options,
      Snapshot snapshot,
      CreateBeforeDestroy createBeforeDestroy,
      StackScope scope,
      ObjectImporter importer,
      PlanMemo memo,
      Findings findings,
      ReplaceTriggers triggers,
      PolicyCheck policies,
      Set<InstanceAddress> takenOver,
      Map<Target, Container> containers) {
    /// What is planned for a container. It is planned before the first of its members, so all
    /// members get the same answer.
    Container container(Target target) {
      return containers.computeIfAbsent(
          target,
          each ->
              Container.of(
                  each,
                  each.resourcesIn(snapshot.config().resources()).keySet(),
                  findings.byResource()));
    }
  }

  /// Plans one instance; what is found out goes to the findings.
  ///
  /// @return whether a change could be chosen
  boolean plan(
      ResourceConfig config,
      Expansion.Member member,
      InstanceState instance,
      RequiredReading reading) {
    return new InstanceVisit(shared, config, member, instance, reading, Optional.empty()).run();
  }

  /// What is read about an instance, whatever the options of the plan say.
  ///
  /// @param mustRead whether the stored object may be out of date
  /// @param exists the id of the object that an unfinished create has made, as a person says
  record RequiredReading(boolean mustRead, Optional<String> exists) {
    static final RequiredReading NONE = new RequiredReading(false, Optional.empty());
  }

  /// An object that an instance takes over.
  record Imported(ImportKey key, ImportLimit limit) {}

  /// Instances whose unfinished create turned out to have made an object, as a person said.
  Set<InstanceAddress> takenOver() {
    return shared.takenOver();
  }
}
