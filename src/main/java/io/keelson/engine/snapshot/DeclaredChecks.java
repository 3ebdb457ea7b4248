package io.keelson.engine.snapshot;

import io.keelson.engine.address.ComponentInstance;
import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.CheckConfig;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.CheckResult;
import io.keelson.engine.evaluation.StackScope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Predicate;

/// The checks of a stack, and those of its components in each of their instances.
///
/// @rule R-COND-9
/// @rule R-CMP-7
public final class DeclaredChecks {
  private DeclaredChecks() {}

  /// The checks that can be evaluated.
  ///
  /// @param missing resources of which nothing is known
  public static List<CheckConfig> of(
      Snapshot snapshot, StackScope scope, Predicate<ResourceAddress> missing) {
    return of(snapshot, scope, missing, _ -> true);
  }

  /// The checks of these that were evaluated when a plan was made.
  ///
  /// @param planned what the plan says of checks
  public static List<CheckConfig> again(
      Snapshot snapshot,
      StackScope scope,
      Predicate<ResourceAddress> missing,
      SortedMap<Subject, CheckResult.Status> planned) {
    var kinds = new HashSet<String>();
    for (Subject each : planned.keySet())
      if (each instanceof Subject.Part(var kind, _) && kind.endsWith(CheckConfig.IN_COMPONENT))
        kinds.add(kind);
    var paths = new HashSet<ComponentPath>();
    for (String kind : kinds)
      paths.add(
          ComponentInstance.parse(
                  kind.substring(0, kind.length() - CheckConfig.IN_COMPONENT.length()))
              .path());
    return of(snapshot, scope, missing, paths::contains);
  }

  private static List<CheckConfig> of(
      Snapshot snapshot,
      StackScope scope,
      Predicate<ResourceAddress> missing,
      Predicate<ComponentPath> looked) {
    var dependencies = snapshot.dependencies();
    var checks = new ArrayList<>(snapshot.config().checks().values());
    snapshot
        .config()
        .components()
        .forEach((path, component) -> {
          if (component.body().checks().isEmpty()
              || !looked.test(path)
              || dependencies.behindRepetition(path).stream().anyMatch(missing)) return;
          for (ComponentInstance each : scope.instances(path).all())
            component.body().checks().values().forEach(check -> checks.add(check.within(each)));
        });
    checks.removeIf(check -> dependencies.behind(check).stream().anyMatch(missing));
    return checks;
  }
}
