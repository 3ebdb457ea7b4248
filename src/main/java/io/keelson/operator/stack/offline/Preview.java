package io.keelson.operator.stack.offline;

import io.keelson.engine.address.ComponentPath;
import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.diagnostic.Subject;
import io.keelson.engine.evaluation.Limits;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.plan.OpenRun;
import io.keelson.engine.plan.PlanOutcome;
import io.keelson.engine.planning.Planner;
import io.keelson.engine.planning.ValueCheck;
import io.keelson.engine.provider.Providers;
import io.keelson.engine.reading.StackSchemas;
import io.keelson.engine.snapshot.Snapshot;
import io.keelson.engine.state.StateCodec;
import io.keelson.operator.api.Resource;
import io.keelson.operator.api.RunSpec;
import io.keelson.operator.api.Stack;
import io.keelson.operator.api.component.Component;
import io.keelson.operator.stack.context.ComponentSource;
import io.keelson.operator.stack.context.ProviderPrograms;
import io.keelson.operator.stack.declaration.Configured;
import io.keelson.operator.stack.declaration.Declarations;
import io.keelson.operator.stack.declaration.ProviderConfigSource;
import io.keelson.operator.stack.declaration.StackMemory;
import io.keelson.operator.stack.declaration.UsedComponents;
import io.keelson.operator.stack.declaration.UsedProviders;
import io.keelson.operator.stack.declaration.VariableSource;
import io.keelson.operator.stack.declaration.Variables;
import io.keelson.operator.stack.run.RequestedPlan;
import io.keelson.operator.stack.run.Unmatched;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// Plans declarations that need not be in the cluster, by the rules of the operator. Writes nothing
/// anywhere.
///
/// @param own providers that need no configuration
/// @param programs the programs of all other providers
/// @param configs the ProviderConfigs, with which the others are configured
/// @param components the definitions that may be used
/// @param limits of what may be declared
public record Preview(
    ExpressionCompiler expressions,
    StateCodec codec,
    Providers own,
    ProviderPrograms programs,
    ProviderConfigSource configs,
    ComponentSource components,
    Limits limits) {
  /// The address of a Resource in its Stack.
  public static ResourceAddress address(Resource resource) {
    return Declarations.address(resource);
  }

  /// The path of a Component in its Stack.
  public static ComponentPath address(Component component) {
    return UsedComponents.address(component);
  }

  /// The versions of definitions that Components would be planned with.
  public static ComponentVersions versions(Members members, ComponentSource source) {
    return UsedComponents.of(members.components(), source).versions();
  }

  /// The members of a Stack.
  public record Members(List<Resource> resources, List<Component> components) {
    private StackMemory.Declared declared() {
      return new StackMemory.Declared(resources, components, new TreeMap<>());
    }
  }

  /// The problems of the declarations, and of their values as far as these are known. Secrets and
  /// ConfigMaps are not read: their values count as unknown text.
  ///
  /// @param policies that apply to the declarations
  public List<Diagnostic> check(Stack stack, Members members, List<PolicyConfig> policies) {
    var used = UsedComponents.of(members.components(), components);
    var variables = Variables.unread(stack, expressions);
    try (var providers = new UsedProviders(own, programs)) {
      providers.read(stack, members.resources(), used, List.of(), configs);
      var configured =
          Configured.of(stack, members.declared(), used, variables, expressions, providers)
              .under(policies);
      var found = new TreeSet<>(Diagnostic.ORDER);
      found.addAll(configured.diagnostics());
      found.addAll(ValueCheck.of(configured.config(), new StackSchemas(providers.all()), limits));
      return List.copyOf(found);
    }
  }

  /// The plan that the operator would make if these were all declarations of the Stack.
  ///
  /// @param stack with a namespace
  /// @param asked the plan as a Run would ask for it, with a mode and a refresh
  /// @param policies that apply to the plan
  /// @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server does not
  ///   answer
  public PlanOutcome plan(
      Stack stack,
      Members members,
      VariableSource variables,
      RecordedStack recorded,
      RunSpec asked,
      List<PolicyConfig> policies) {
    var used = UsedComponents.of(members.components(), components);
    try (var providers = new UsedProviders(own, programs)) {
      providers.read(
          stack, members.resources(), used, recorded.state().instances().values(), configs);
      var configured =
          Configured.of(
                  stack,
                  members.declared(),
                  used,
                  Variables.read(stack, variables, expressions),
                  expressions,
                  providers)
              .under(policies);
      var request = RequestedPlan.of(asked);
      return plan(stack, configured, recorded, providers.all(), request);
    }
  }

  private PlanOutcome plan(
      Stack stack,
      Configured configured,
      RecordedStack recorded,
      Providers providers,
      RequestedPlan request) {
    var snapshot =
        new Snapshot(
            configured.frozen(recorded.unreadable()).config(),
            recorded.state(),
            recorded.uncertain());
    var options = request.options(stack.getSpec(), recorded.digestKey(), OpenRun.NONE, limits);
    var outcome = new Planner(providers, codec).plan(snapshot, options);
    var diagnostics = new ArrayList<>(configured.diagnostics());
    diagnostics.addAll(outcome.diagnostics());
    diagnostics.addAll(Unmatched.in(request, snapshot, outcome.plan()));
    recorded
        .problems()
        .forEach((address, problem) ->
            diagnostics.add(
                Diagnostic.error(
                    Code.OUTCOME_UNKNOWN,
                    Subject.of(address),
                    "Its records cannot be used",
                    problem.message())));
    diagnostics.sort(Diagnostic.ORDER);
    return new PlanOutcome(outcome.plan(), diagnostics);
  }
}
