package io.keelson.engine.planning;

import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.Target;
import io.keelson.engine.config.ImportLimit;
import io.keelson.engine.config.ResourceConfig;
import io.keelson.engine.evaluation.Expansion;
import io.keelson.engine.evaluation.PolicyCheck;
import io.keelson.engine.object.Decisions;
import io.keelson.engine.plan.trigger.ReplaceTriggers;
import io.keelson.engine.planning.imports.ObjectImporter;
import io.keelson.engine.provider.ImportKey;
import io.keelson.engine.reading.ConfiguredProviders;
import io.keelson.engine.reading.ObjectReader;
import io.keelson.engine.reading.PlanMemo;
import io.keelson.engine.snapshot.CreateBeforeDestroy;
import io.keelson.engine.state.InstanceState;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Plans the instances that are declared.
final class DeclaredObjects {
  private final PlanContext context;
  private final ConfiguredProviders providers;
  private final ObjectReader reader;
  private final ObjectImporter importer;
  private final PlanRun.Memory memory;
  private final CreateBeforeDestroy createBeforeDestroy;
  private final ReplaceTriggers triggers;
  private final PolicyCheck policies;
  private final Set<InstanceAddress> takenOver = ConcurrentHashMap.newKeySet();
  private final Map<Target, Container> containers = new ConcurrentHashMap<>();

  DeclaredObjects(
      PlanContext context,
      ConfiguredProviders providers,
      ObjectReader reader,
      ObjectImporter importer,
      PlanRun.Memory memory,
      CreateBeforeDestroy createBeforeDestroy) {
    this.context = context;
    this.providers = providers;
    this.reader = reader;
    this.importer = importer;
    this.memory = memory;
    this.createBeforeDestroy = createBeforeDestroy;
    this.triggers = new ReplaceTriggers(context.findings().byResource());
    this.policies = new PolicyCheck(context.config());
  }

  /// Plans one instance; what is found out goes to the findings.
  ///
  /// @return whether a change could be chosen
  boolean plan(
      ResourceConfig config,
      Expansion.Member member,
      InstanceState instance,
      RequiredReading reading) {
    return new InstanceVisit(this, config, member, instance, reading, Optional.empty()).run();
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
    return takenOver;
  }

  /// What is planned for a container. It is planned before the first of its members, so all members
  /// get the same answer.
  Container container(Target target) {
    return containers.computeIfAbsent(
        target,
        each ->
            Container.of(
                each,
                each.resourcesIn(context.config().resources()).keySet(),
                context.findings().byResource()));
  }

  PlanContext context() {
    return context;
  }

  ConfiguredProviders providers() {
    return providers;
  }

  ObjectReader reader() {
    return reader;
  }

  ObjectImporter importer() {
    return importer;
  }

  PlanMemo memo() {
    return memory.ofStack();
  }

  Decisions decisions() {
    return memory.ofRounds();
  }

  CreateBeforeDestroy createBeforeDestroy() {
    return createBeforeDestroy;
  }

  ReplaceTriggers triggers() {
    return triggers;
  }

  PolicyCheck policies() {
    return policies;
  }
}
