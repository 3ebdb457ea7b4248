package io.keelson.operator.stack.report;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.InstanceAddress;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.plan.Step;
import io.keelson.operator.stack.declaration.Declarations;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.UsedComponents;
import io.keelson.operator.stack.plan.Planned;
import io.keelson.operator.stack.report.ApplyNews.News;
import io.keelson.operator.state.InstanceMemory;
import io.keelson.operator.status.ConditionReason;
import io.keelson.operator.status.Report;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Says of the members of a Stack, while a plan is carried out, which wait for their turn (Queued),
/// which have begun or are over (Applying), and which Resources are as declared by now (UpToDate).
/// A member without a part in the plan keeps its report.
///
/// Of what the report at the end of the turn says otherwise, only a little is told each time, so
/// that this costs little however many members there are. That a Resource is as declared is said of
/// all of them: the report at the end has nothing to add.
public final class ApplyReports {
  private static final String QUEUED =
      "It has a part in the plan that is being carried out. It is the turn of others first.";

  private static final String APPLYING =
      "Its part in the plan that is being carried out has begun. Its instances say how far it is.";

  /// Of a Component, and of what was destroyed or read, only the plan after the apply tells whether
  /// it is as declared.
  private static final String OVER =
      "Its part in the plan that is being carried out is over. Its instances say how it came out."
          + " If all went well, it becomes ready when the whole plan has been carried out.";

  private final StackMemory memory;
  private final InstanceMemory instances;
  private final ResourceReports resources;
  private final ComponentReports components;

  public ApplyReports(
      StackMemory memory,
      InstanceMemory instances,
      ResourceReports resources,
      ComponentReports components) {
    this.memory = memory;
    this.instances = instances;
    this.resources = resources;
    this.components = components;
  }

  /// How far a step is.
  public enum Course {
    AHEAD,
    RUNNING,
    DONE,
    FAILED
  }

  /// What is to be said in one apply. To be used by one thread at a time.
  ///
  /// @param made the instances that were made as declared so far
  public Apply of(Planned planned, Set<InstanceAddress> made) {
    return new Apply(planned, made);
  }

  /// One apply.
  public final class Apply {
    private final Planned planned;
    private final ResourceFindings findings;
    private final ApplyNews news;

    private Apply(Planned planned, Set<InstanceAddress> made) {
      this.planned = planned;
      this.findings =
          new ResourceFindings(
              planned, Report.done(planned.diagnostics()), instances.problems(), made);
      // What is said of those that begin last holds longest.
      this.news = new ApplyNews(parts(planned.plan().steps().inOrder().reversed()));
    }

    /// Says what is new of some members.
    ///
    /// @param course gives how far a step is
    /// @param over whether the apply has ended: then nothing more is said
    /// @throws io.keelson.engine.state.StateStore.StoreFenced if this process may no longer write
    /// @throws io.fabric8.kubernetes.client.KubernetesClientException if one could not be written
    public void tell(Function<Step, Course> course, BooleanSupplier over) {
      var next = news.next(course);
      tell(next, News.BEGUN, Report.going(ConditionReason.Applying, APPLYING), over);
      tell(next, News.OVER, Report.going(ConditionReason.Applying, OVER), over);
      tell(next, News.QUEUED, Report.going(ConditionReason.Queued, QUEUED), over);
      boolean more = true;
      while (more && !over.getAsBoolean()) {
        var done = news.done(course);
        int told = tell(done, News.DONE, Report.going(ConditionReason.Applying, OVER), over);
        more = done.size() == ApplyNews.MOST_DONE_AT_ONCE && told > 0;
      }
    }

    private void tell(Map<String, News> next, News which, Report about, BooleanSupplier over) {
      var keys =
          next.keySet().stream()
              .filter(key -> next.get(key) == which)
              .collect(Collectors.toUnmodifiableSet());
      tell(keys, which, about, over);
    }

    /// @return of how many it need not be said again
    private int tell(Set<String> keys, News which, Report about, BooleanSupplier over) {
      if (keys.isEmpty()) return 0;
      var report = about.with(planned.diagnostics());
      var reasons =
          which == News.DONE
              ? EnumSet.of(about.reason(), ConditionReason.UpToDate)
              : EnumSet.of(about.reason());
      var told = new HashSet<>(keys);
      told.removeAll(components.writeMeanwhile(keys, planned, report, over));
      told.removeAll(resources.writeMeanwhile(keys, planned, findings.with(report), reasons, over));
      news.told(told, which);
      return told.size();
    }
  }

  private Map<String, List<Step>> parts(List<Step> steps) {
    var keys = keys();
    var within = new HashMap<ComponentPath, String>();
    memory
        .components()
        .forEach(each -> within.put(UsedComponents.address(each), StackMemory.key(each)));
    var parts = new LinkedHashMap<String, List<Step>>();
    for (Step step : steps)
      instance(step)
          .map(InstanceAddress::resource)
          .ifPresent(resource -> {
            var key =
                resource.in().isRoot() ? keys.get(resource) : within.get(resource.in().first(1));
            if (key != null) parts.computeIfAbsent(key, _ -> new ArrayList<>()).add(step);
          });
    return parts;
  }

  private Map<ResourceAddress, String> keys() {
    var keys = new HashMap<ResourceAddress, String>();
    memory
        .resources()
        .forEach(each -> keys.put(Declarations.address(each), each.getMetadata().getName()));
    return keys;
  }

  /// The instance to which a step does something, or which it reads or checks.
  private static Optional<InstanceAddress> instance(Step step) {
    return switch (step) {
      case Step.Converge(var at) -> Optional.of(at);
      case Step.Destroy(var at, _) -> Optional.of(at);
      case Step.Forget(var object) -> Optional.of(object.instance());
      case Step.Read(var at) -> Optional.of(at);
      case Step.Check(var at) -> Optional.of(at);
      case Step.Barrier _ -> Optional.empty();
    };
  }
}
