package io.keelson.operator.stack.declaration;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.PolicyConfig;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.config.load.VariableLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.plan.ComponentVersions;
import io.keelson.engine.reading.StackSchemas;
import io.keelson.operator.api.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/// The declaration of a Stack, ready to be planned.
///
/// @param declared the addresses that the members declare, usable or not
/// @param members the members that it was read from, with generations
/// @param versions of the components that are used
public record Configured(
    StackConfig config,
    List<Diagnostic> diagnostics,
    DeclaredAddresses declared,
    SortedMap<String, String> members,
    ComponentVersions versions) {

  public static Configured of(
      Stack stack,
      StackMemory.Declared members,
      UsedComponents components,
      VariableSource source,
      ExpressionCompiler expressions,
      UsedProviders providers) {
    return of(
        stack,
        members,
        components,
        Variables.read(stack, source, expressions),
        expressions,
        providers);
  }

  public static Configured of(
      Stack stack,
      StackMemory.Declared members,
      UsedComponents components,
      VariableLoader.Loaded variables,
      ExpressionCompiler expressions,
      UsedProviders providers) {
    var chosen = new ProviderChoice(providers.all(), providers.configs());
    var read = Declarations.read(stack, members.resources(), variables.values(), chosen);
    var used = DeclaredComponents.read(components, providers.configs());
    var declaration = read.declaration().using(used.declared(), chosen.standard(components));
    var loaded =
        new StackLoader(expressions, new StackSchemas(providers.all()))
            .load(declaration, used.unusable());
    var config =
        WaitingParts.freeze(loaded.config(), variables.missing())
            .freeze(read.frozen())
            .freezeOutputs(read.frozenOutputs(), List.of());
    var diagnostics = new ArrayList<>(variables.problems());
    ApprovalRule.problem(stack).ifPresent(diagnostics::add);
    diagnostics.addAll(read.problems());
    diagnostics.addAll(used.problems());
    diagnostics.addAll(loaded.diagnostics());
    diagnostics.sort(Diagnostic.ORDER);
    var declared = DeclaredAddresses.of(members.resources(), members.components());
    return new Configured(
        config, diagnostics, declared, members.fingerprints(), components.versions());
  }

  /// The same declaration under these policies.
  ///
  /// @rule R-POL-1
  public Configured under(List<PolicyConfig> policies) {
    return new Configured(config.under(policies), diagnostics, declared, members, versions);
  }

  /// The same declaration with further addresses left alone.
  public Configured frozen(SortedSet<ResourceAddress> addresses) {
    return new Configured(config.freeze(addresses), diagnostics, declared, members, versions);
  }

  /// Whether the declaration says what becomes of an address: it is declared, or removed.
  public boolean accountsFor(ResourceAddress address) {
    return declared.cover(address) || config.removals().destroys(address).isPresent();
  }

  /// Errors about names that are not declared: they vanish when those are declared, too.
  public List<Diagnostic> dangling() {
    return diagnostics.stream()
        .filter(each -> each.code() == Code.UNDECLARED || each.code() == Code.NO_DEFINITION)
        .toList();
  }
}
