package io.keelson.operator.stack.declaration;

import io.keelson.engine.address.ResourceAddress;
import io.keelson.engine.config.ExpressionCompiler;
import io.keelson.engine.config.Policy;
import io.keelson.engine.config.StackConfig;
import io.keelson.engine.config.load.StackLoader;
import io.keelson.engine.config.load.VariableLoader;
import io.keelson.engine.diagnostic.Code;
import io.keelson.engine.diagnostic.Diagnostic;
import io.keelson.engine.reading.ProviderSchemas;
import io.keelson.operator.api.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// What is declared, ready to be planned.
///
/// @param declared every address that a Resource declares, usable or not
/// @param members what it was read from, with generations
public record Configured(
    StackConfig config,
    List<Diagnostic> diagnostics,
    SortedSet<ResourceAddress> declared,
    SortedMap<String, String> members) {

  public static Configured of(
      Stack stack,
      StackMemory.Declared members,
      VariableSource source,
      ExpressionCompiler expressions,
      UsedProviders providers) {
    return of(stack, members, Variables.read(stack, source, expressions), expressions, providers);
  }

  public static Configured of(
      Stack stack,
      StackMemory.Declared members,
      VariableLoader.Loaded variables,
      ExpressionCompiler expressions,
      UsedProviders providers) {
    var chosen = new ProviderChoice(providers.all(), providers.configs());
    var read = Declarations.read(stack, members.resources(), variables.values(), chosen);
    var loaded =
        new StackLoader(expressions, new ProviderSchemas(providers.all())).load(read.declaration());
    var config =
        Waiting.freeze(loaded.config(), read.frozen(), variables.missing())
            .freezeOutputs(read.frozenOutputs(), List.of());
    var diagnostics = new ArrayList<>(variables.problems());
    ApprovalRule.problem(stack).ifPresent(diagnostics::add);
    diagnostics.addAll(read.problems());
    diagnostics.addAll(loaded.diagnostics());
    diagnostics.sort(Diagnostic.ORDER);
    var declared = new TreeSet<ResourceAddress>();
    members.resources().forEach(resource -> declared.add(Declarations.address(resource)));
    return new Configured(config, diagnostics, declared, members.fingerprints());
  }

  /// The same, looked at by these policies.
  ///
  /// @rule R-POL-1
  public Configured under(List<Policy> policies) {
    return new Configured(config.under(policies), diagnostics, declared, members);
  }

  /// The same with further addresses left alone.
  public Configured frozen(SortedSet<ResourceAddress> addresses) {
    return new Configured(
        Waiting.freeze(config, addresses, new TreeSet<>()), diagnostics, declared, members);
  }

  /// Every address of which the declaration says what becomes of it: it is declared, or removed.
  public SortedSet<ResourceAddress> accountedFor() {
    var all = new TreeSet<>(declared);
    all.addAll(config.removals().resources().keySet());
    return all;
  }

  /// Errors that vanish when what they name is declared too.
  public List<Diagnostic> dangling() {
    return diagnostics.stream().filter(each -> each.code() == Code.UNDECLARED).toList();
  }
}
